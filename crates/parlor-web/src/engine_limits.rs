//! Limits on what an engine may use on this server: time per search, memory and threads.

use std::ops::RangeInclusive;
use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, OptionKind, OptionSpec};

use crate::api_error::{ApiError, ErrorCode};

/// Seconds that an engine may search for.
const SEARCH_SECONDS: RangeInclusive<f64> = 0.01..=60.0;
/// Memory of one engine's transposition table. Every worker caches a few engines.
const MAX_TABLE_MIB: u32 = 64;
/// Memory of one planner. It is freed at the end of the search, so every worker needs it once.
const MAX_PLAN_MIB: u32 = 256;
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

/// Engine option with its maximum and default lowered to this server's limits.
pub(crate) fn limit_option(option: &OptionSpec) -> OptionSpec {
    let limit = match option.name {
        "table-mib" => MAX_TABLE_MIB,
        "memory-mib" => MAX_PLAN_MIB,
        "threads" => MAX_THREADS,
        _ => return *option,
    };
    let OptionKind::Integer { min, max, default } = option.kind else { return *option };
    OptionSpec { kind: OptionKind::Integer { min, max: max.min(limit), default: default.min(limit) }, ..*option }
}

/// Parses an engine spec and checks it against the game's engines and this server's limits. Defaults above a limit are
/// lowered to it; explicit values above a limit are errors.
pub(crate) fn resolve_engine(game: &dyn AnyGame, text: &str) -> Result<EngineSpec, ApiError> {
    let mut spec: EngineSpec = text.parse()?;
    let (info, options) = game.resolve_engine(&spec)?;
    for option in info.options {
        let OptionKind::Integer { max, .. } = limit_option(option).kind else { continue };
        if options.integer(option) <= max {
            continue;
        }
        if options.is_given(option) {
            let message = format!("On this server {} can be at most {max}.", option.name);
            return Err(ApiError::new(ErrorCode::BadEngine, message));
        }
        spec.options.insert(option.name.to_owned(), max.to_string());
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_of_every_game_respects_the_limits() {
        for game in parlor_games::catalog::GAMES {
            let game = parlor_games::catalog::start(parlor_core::Setup::new(game.name)).unwrap();
            for engine in game.engines() {
                let spec = resolve_engine(&*game, engine.name).unwrap();
                let (_, options) = game.resolve_engine(&spec).unwrap();
                for option in engine.options {
                    let (OptionKind::Integer { max: limit, .. }, OptionKind::Integer { max, .. }) =
                        (limit_option(option).kind, option.kind)
                    else {
                        continue;
                    };
                    assert!(options.integer(option) <= limit, "{spec} exceeds a limit");
                    let with = |value: u32| resolve_engine(&*game, &format!("{}:{}={value}", engine.name, option.name));
                    assert!(with(limit).is_ok(), "{spec}: {} is allowed up to {limit}", option.name);
                    assert_eq!(with(max).is_ok(), max == limit, "{spec}: {}={max}", option.name);
                    let is_resource = option.name.ends_with("-mib") || option.name == "threads";
                    assert!(!is_resource || limit <= 256, "{spec}: {}", option.name);
                }
            }
        }
    }
}
