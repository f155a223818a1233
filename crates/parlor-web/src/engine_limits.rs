//! Limits on what an engine may use on this server: time per search, memory and threads. Options declare the resource
//! that they cost, so no option is known by name.

use std::ops::RangeInclusive;
use std::time::Duration;

use parlor_core::{AnyGame, Catalog, EngineInfo, EngineSpec, OptionKind, OptionSpec, Options, Resource};

use crate::api_error::{ApiError, ErrorCode};

/// Seconds that an engine may search for.
const SEARCH_SECONDS: RangeInclusive<f64> = 0.01..=60.0;
/// Memory of one engine in MiB. Every worker holds one engine, some need more that is no option of theirs, and the system
/// gets back what a dropped engine had only in part. With this limit a server on two cores that is under attack for ten
/// minutes stays below 300 MB.
const MAX_MEMORY_MIB: u32 = 16;
/// Threads of one engine. The pool already has a worker per core.
const MAX_THREADS: u32 = 1;

/// Checks a search time in seconds.
pub(crate) fn search_time(seconds: f64) -> Result<Duration, ApiError> {
    if SEARCH_SECONDS.contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    let (min, max) = (SEARCH_SECONDS.start(), SEARCH_SECONDS.end());
    Err(ApiError::new(ErrorCode::BadRequest, format!("Engine time must be between {min} and {max} seconds.")))
}

/// Engine option with its range and default lowered to this server's limits.
pub(crate) fn limit_option(option: &OptionSpec) -> OptionSpec {
    let mut limited = option.clone();
    if let (Some(resource), OptionKind::Integer { min, max, default }) = (option.resource, &mut limited.kind) {
        let limit = match resource {
            Resource::Memory => MAX_MEMORY_MIB,
            Resource::Threads => MAX_THREADS,
        };
        [*min, *max, *default] = [*min, *max, *default].map(|value| value.min(limit));
    }
    limited
}

/// Options whose values exceed this server's limits, each with its limit.
fn excessive_options<'a>(
    info: &'a EngineInfo,
    options: &'a Options,
) -> impl Iterator<Item = (&'a OptionSpec, u32)> + use<'a> {
    info.options.iter().filter_map(|option| match limit_option(option).kind {
        OptionKind::Integer { max, .. } if options.integer(option) > max => Some((option, max)),
        _ => None,
    })
}

/// Information and options of the engine that a spec names. Engines of a scheme, such as external programs, are
/// rejected: a client must not choose what runs on the server.
fn find_engine(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec) -> Result<(EngineInfo, Options), ApiError> {
    let not_offered = || ApiError::new(ErrorCode::BadEngine, "This server does not offer this kind of engine.");
    catalog.resolve_engine(game, spec)?.ok_or_else(not_offered)
}

/// Parses an engine spec of a client and checks it against the game's engines and this server's limits. Defaults above
/// a limit are lowered to it; explicit values above a limit are errors.
pub(crate) fn resolve_engine(catalog: &Catalog, game: &dyn AnyGame, text: &str) -> Result<EngineSpec, ApiError> {
    let spec = EngineSpec::from(text);
    let (info, options) = find_engine(catalog, game, &spec)?;
    let mut limited = spec.clone();
    for (option, max) in excessive_options(&info, &options) {
        if options.is_given(option) {
            let message = format!("On this server {} can be at most {max}.", option.name);
            return Err(ApiError::new(ErrorCode::BadEngine, message));
        }
        limited = limited.with_option(&option.name, max);
    }
    Ok(limited)
}

/// An engine spec of the catalog with its values lowered so that [`resolve_engine`] accepts it; `None` if the game does
/// not have the engine, or if the server does not offer it.
pub(crate) fn limit_engine(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec) -> Option<EngineSpec> {
    let (info, options) = find_engine(catalog, game, spec).ok()?;
    let mut raw = spec.options().ok()?;
    for (option, max) in excessive_options(&info, &options).filter(|(option, _)| options.is_given(option)) {
        raw.insert(option.name.to_string(), max.to_string());
    }
    Some(raw.iter().fold(EngineSpec::new(spec.name()), |limited, (name, value)| limited.with_option(name, value)))
}

/// An engine spec of the catalog or the store with every value, defaults included, lowered to this server's limits. A
/// stored spec was checked when it was stored, perhaps against other limits.
pub(crate) fn lower_engine(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec) -> Option<EngineSpec> {
    resolve_engine(catalog, game, &limit_engine(catalog, game, spec)?.to_string()).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parlor_core::EngineScheme;

    use super::*;

    #[test]
    fn every_engine_of_every_game_respects_the_limits() {
        let catalog = parlor_games::catalog();
        for entry in catalog.games() {
            let game = entry.start(entry.default_setup()).unwrap();
            for engine in catalog.engines(&*game) {
                let spec = resolve_engine(&catalog, &*game, &engine.name).unwrap();
                let (_, options) = find_engine(&catalog, &*game, &spec).unwrap();
                for option in engine.options.iter() {
                    let (OptionKind::Integer { max: limit, .. }, OptionKind::Integer { max, .. }) =
                        (limit_option(option).kind, &option.kind)
                    else {
                        continue;
                    };
                    let max = *max;
                    assert!(options.integer(option) <= limit, "{spec} exceeds a limit");
                    let text = |value: u32| format!("{}:{}={value}", engine.name, option.name);
                    let with = |value: u32| resolve_engine(&catalog, &*game, &text(value));
                    assert!(with(limit).is_ok(), "{spec}: {} is allowed up to {limit}", option.name);
                    assert_eq!(with(max).is_ok(), max == limit, "{spec}: {}={max}", option.name);
                    assert!(option.resource.is_none() || limit <= MAX_MEMORY_MIB, "{spec}: {}", option.name);
                    let limited = limit_engine(&catalog, &*game, &EngineSpec::from(text(max).as_str())).unwrap();
                    assert!(resolve_engine(&catalog, &*game, &limited.to_string()).is_ok(), "{limited}");
                    let lowered = lower_engine(&catalog, &*game, &EngineSpec::from(text(max).as_str())).unwrap();
                    let (_, options) = find_engine(&catalog, &*game, &lowered).unwrap();
                    assert!(options.integer(option) <= limit, "{lowered} exceeds a limit");
                }
            }
        }
    }

    #[test]
    fn an_option_is_limited_by_its_resource_whatever_its_name() {
        let option = OptionSpec::resource(Resource::Memory, "attic", "room for boxes in MiB", 1, 4096, 1024);
        let OptionKind::Integer { min, max, default } = limit_option(&option).kind else { unreachable!() };
        assert_eq!((min, max, default), (1, MAX_MEMORY_MIB, MAX_MEMORY_MIB));
        let harmless = OptionSpec::integer("threads-of-wool", "not a resource", 1, 4096, 1024);
        assert_eq!(limit_option(&harmless), harmless);
    }

    #[test]
    fn clients_cannot_name_an_engine_of_a_scheme() {
        let build = Arc::new(|_: &dyn AnyGame, _: &str| -> Result<_, String> { unreachable!("must not be built") });
        let catalog = parlor_games::catalog().with_scheme(EngineScheme {
            name: "exec".into(),
            about: "an external program".into(),
            build,
        });
        let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
        assert!(resolve_engine(&catalog, &*game, "exec:./bot --a,b=c").is_err());
        assert!(limit_engine(&catalog, &*game, &EngineSpec::from("exec:./bot")).is_none());
    }
}
