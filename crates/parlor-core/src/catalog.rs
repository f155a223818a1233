//! Catalog of games: a value that every front end, command and test receives.
//!
//! `parlor_games::catalog()` returns the games of this repository. A crate with a game of its own adds an entry and
//! hands the catalog to `parlor::run`; nothing else has to change.

use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::entry::{AnyEngineEntry, GameEntry, find_engine};
use crate::{
    AnyEngine, AnyGame, EngineInfo, EngineSpec, EngineSpecError, Options, Setup, SetupError, Text, Translation,
};

/// Games and engine schemes that a program offers.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    games: Vec<GameEntry>,
    schemes: Vec<EngineScheme>,
    translations: Vec<Translation>,
}

impl Catalog {
    pub fn new() -> Catalog {
        Catalog::default()
    }

    /// Adds a game; an earlier entry of the same name is replaced.
    #[must_use]
    pub fn with_game(mut self, entry: GameEntry) -> Catalog {
        match self.games.iter_mut().find(|known| known.name == entry.name) {
            Some(known) => *known = entry,
            None => self.games.push(entry),
        }
        self
    }

    /// Adds a kind of engine that is named by `scheme:rest`; an earlier scheme of the same name is replaced.
    #[must_use]
    pub fn with_scheme(mut self, scheme: EngineScheme) -> Catalog {
        self.schemes.retain(|known| known.name != scheme.name);
        self.schemes.push(scheme);
        self
    }

    /// Adds an engine to a game that is already in the catalog, without editing that game.
    pub fn with_engine(mut self, game: &str, engine: AnyEngineEntry) -> Result<Catalog, SetupError> {
        let unknown = self.unknown_game(game);
        let entry = self.games.iter_mut().find(|entry| entry.name == game).ok_or(unknown)?;
        entry.engines.retain(|known| known.info.name != engine.info.name);
        entry.engines.push(engine);
        Ok(self)
    }

    /// Adds translations of texts that games share, such as those of generic engines.
    #[must_use]
    pub fn with_translations(mut self, translations: impl IntoIterator<Item = Translation>) -> Catalog {
        self.translations.extend(translations);
        self
    }

    /// Translations of texts that games share.
    pub fn translations(&self) -> &[Translation] {
        &self.translations
    }

    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// The entry of a game, by name.
    pub fn game(&self, name: &str) -> Result<&GameEntry, SetupError> {
        self.games.iter().find(|entry| entry.name == name).ok_or_else(|| self.unknown_game(name))
    }

    fn unknown_game(&self, name: &str) -> SetupError {
        let available = self.games.iter().map(|entry| entry.name.to_string()).collect();
        SetupError::UnknownGame { name: name.to_owned(), available }
    }

    /// Starts a game. The setup of the game that is returned states every option, so that a stored setup keeps its
    /// meaning when a default changes.
    pub fn start(&self, setup: Setup) -> Result<Box<dyn AnyGame>, SetupError> {
        self.game(&setup.game)?.start(setup)
    }

    /// Engines of a game, those that were added to the catalog included.
    pub fn engines(&self, game: &dyn AnyGame) -> Vec<EngineInfo> {
        self.engine_entries(game).into_iter().map(|engine| engine.info).collect()
    }

    fn engine_entries(&self, game: &dyn AnyGame) -> Vec<AnyEngineEntry> {
        let added: &[AnyEngineEntry] = self.game(&game.setup().game).map_or(&[], |entry| &entry.engines);
        let mut engines = game.engines();
        engines.retain(|engine| added.iter().all(|other| other.info.name != engine.info.name));
        engines.extend_from_slice(added);
        engines
    }

    /// Validates a spec without building the engine, which may take memory.
    pub fn check_engine(&self, game: &dyn AnyGame, spec: &EngineSpec) -> Result<(), EngineSpecError> {
        if self.scheme(spec).is_some() {
            return Ok(());
        }
        find_engine(&self.engine_entries(game), spec).map(drop)
    }

    /// Information and options of the engine that a spec names; `None` for an engine of a scheme.
    pub fn resolve_engine(
        &self,
        game: &dyn AnyGame,
        spec: &EngineSpec,
    ) -> Result<Option<(EngineInfo, Options)>, EngineSpecError> {
        if self.scheme(spec).is_some() {
            return Ok(None);
        }
        let engines = self.engine_entries(game);
        let (engine, options) = find_engine(&engines, spec)?;
        Ok(Some((engine.info.clone(), options)))
    }

    /// Builds the engine that a spec names, for a game.
    pub fn engine(&self, game: &dyn AnyGame, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> {
        if let Some(scheme) = self.scheme(spec) {
            let reason = |reason| EngineSpecError::Scheme { spec: spec.to_string(), reason };
            return (scheme.build)(game, spec.arguments()).map_err(reason);
        }
        let engines = self.engine_entries(game);
        let (engine, options) = find_engine(&engines, spec)?;
        Ok((engine.build)(game, &options))
    }

    fn scheme(&self, spec: &EngineSpec) -> Option<&EngineScheme> {
        self.schemes.iter().find(|scheme| scheme.name == spec.name())
    }
}

/// Constructor of a scheme's engines, from the text after the colon. The error is a sentence for the user.
pub type SchemeBuilder = Arc<dyn Fn(&dyn AnyGame, &str) -> Result<Box<dyn AnyEngine>, String> + Send + Sync>;

/// Kind of engine that is named by `scheme:rest`, such as an external program. The rest is passed on unread.
#[derive(Clone)]
pub struct EngineScheme {
    pub name: Text,
    pub about: Text,
    pub build: SchemeBuilder,
}

impl Debug for EngineScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineScheme").field("name", &self.name).finish_non_exhaustive()
    }
}
