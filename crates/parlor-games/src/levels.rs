//! Levels of strength, as the games list them.

use parlor_core::{EngineSpec, Level, Strength};

/// Levels from strength, engine spec and seconds per move.
pub(crate) fn levels(levels: &[(Strength, &str, f64)]) -> Vec<Level> {
    let level = |(strength, spec, seconds): &(Strength, &str, f64)| Level {
        strength: *strength,
        engine: EngineSpec::from(*spec),
        seconds: *seconds,
    };
    levels.iter().map(level).collect()
}
