//! Engines that an operator names with `NAME=SPEC`: clients of the site choose them by name and never see the spec.

use std::sync::Arc;

use parlor_core::{
    AnyEngine, AnyEngineEntry, AnyGame, AnyReport, Catalog, EngineFault, EngineInfo, EngineSpec, FaultKind, Limits,
    SearchError, Value,
};

use crate::command_error::CommandError;

/// Adds the engine of `NAME=SPEC` under its name to every game that has it.
pub(crate) fn add_named_engine(catalog: &Catalog, text: &str) -> Result<Catalog, CommandError> {
    let error = |reason: &str| CommandError::usage(format!("engine \"{text}\" {reason}"));
    let (name, spec) = text.split_once('=').ok_or_else(|| error("is not NAME=SPEC, such as tutor=exec:./bot"))?;
    if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-') {
        return Err(error("has a name with characters other than letters, digits and hyphens"));
    }
    let spec = EngineSpec::from(spec);
    let mut with_engine = catalog.clone();
    let mut refused = None;
    let mut is_known = false;
    for entry in catalog.games() {
        let setups = entry.variants.iter().map(|variant| entry.variant_setup(variant));
        let mut has_engine = false;
        for setup in setups {
            match check(catalog, &*catalog.start(setup)?, &spec) {
                Ok(()) => has_engine = true,
                Err(error) => refused = Some(error),
            }
        }
        if has_engine {
            is_known = true;
            with_engine = with_engine.with_engine(&entry.name, named_entry(catalog, name, &spec))?;
        }
    }
    match refused {
        Some(error) if !is_known => Err(error),
        _ => Ok(with_engine),
    }
}

/// Engines of a scheme start nothing before their first search, so building one is cheap.
fn check(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec) -> Result<(), CommandError> {
    if catalog.resolve_engine(game, spec)?.is_none() {
        catalog.engine(game, spec)?;
    }
    Ok(())
}

fn named_entry(catalog: &Catalog, name: &str, spec: &EngineSpec) -> AnyEngineEntry {
    let (catalog, spec) = (catalog.clone(), spec.clone());
    let info = EngineInfo { name: name.to_owned().into(), ..EngineInfo::new("", "an engine of this server", &[]) };
    let build = Arc::new(move |game: &dyn AnyGame, _: &_| -> Box<dyn AnyEngine> {
        catalog.engine(game, &spec).unwrap_or_else(|error| Box::new(UnavailableEngine(error.to_string())))
    });
    AnyEngineEntry { info, build }
}

/// Stands for an engine that cannot be built for a game; each search fails with the reason.
struct UnavailableEngine(String);

impl UnavailableEngine {
    fn error(&self) -> SearchError {
        SearchError::Fault(EngineFault { kind: FaultKind::Start, reason: self.0.clone() })
    }
}

impl AnyEngine for UnavailableEngine {
    fn search(&mut self, _: &dyn AnyGame, _: &Limits, _: &mut dyn FnMut(AnyReport)) -> Result<(), SearchError> {
        Err(self.error())
    }

    fn analyze(&mut self, _: &dyn AnyGame, _: &Limits, _: &mut dyn FnMut(String, Value)) -> Result<u64, SearchError> {
        Err(self.error())
    }

    fn reset(&mut self) {}
}

#[cfg(test)]
mod tests {
    use parlor_external::{ExternalOptions, add_schemes};

    use super::*;

    /// The games that offer the engine `tutor`.
    fn games(spec: &str) -> Result<Vec<String>, String> {
        let catalog = add_schemes(&parlor_games::catalog(), &ExternalOptions::default());
        let catalog = add_named_engine(&catalog, spec).map_err(|error| format!("{error:?}"))?;
        let offers = |name: &str| {
            let game = catalog.start(catalog.game(name).unwrap().default_setup()).unwrap();
            catalog.engines(&*game).iter().any(|engine| engine.name == "tutor")
        };
        Ok(catalog.games().iter().map(|entry| entry.name.to_string()).filter(|name| offers(name)).collect())
    }

    #[test]
    fn a_named_engine_is_offered_by_the_games_that_have_it() {
        assert_eq!(games("tutor=exec:./bot").unwrap().len(), parlor_games::catalog().games().len());
        assert_eq!(games("tutor=strong").unwrap(), ["reversi"]);
        assert_eq!(games("tutor=exec-nboard:./bot").unwrap(), ["reversi"]);
        // On 3x3 only, which is not the default.
        assert!(games("tutor=exec-uci:./bot").unwrap().contains(&"tic-tac-toe".to_owned()));
    }

    #[test]
    fn a_bad_name_or_spec_is_rejected() {
        assert!(games("tutor").unwrap_err().contains("is not NAME=SPEC"));
        assert!(games("tu:tor=random").unwrap_err().contains("letters, digits and hyphens"));
        assert!(games("tutor=nobody").unwrap_err().contains("unknown engine"));
        assert!(games("tutor=exec:").unwrap_err().contains("there is no command"));
    }

    #[test]
    fn an_engine_that_cannot_play_the_options_of_a_game_says_so() {
        let catalog = add_schemes(&parlor_games::catalog(), &ExternalOptions::default());
        let catalog = add_named_engine(&catalog, "tutor=exec-uci:./bot").unwrap();
        let game = catalog.start(catalog.game("tic-tac-toe").unwrap().default_setup()).unwrap();
        let mut engine = catalog.engine(&*game, &"tutor".into()).unwrap();
        let error = engine.search(&*game, &Limits::none(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("can only be played with size 3"), "{error}");
    }
}
