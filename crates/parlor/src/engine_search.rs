//! One search of an engine on a position, outside a match.

use parlor_core::{AnyGame, AnySearchInfo, EngineSpec, Limits};

use crate::command_error::CommandError;

/// Searches a position with a new engine and returns its last report.
pub(crate) fn search(game: &dyn AnyGame, spec: &str, limits: &Limits) -> Result<AnySearchInfo, CommandError> {
    let mut engine = game.engine(&spec.parse::<EngineSpec>()?)?;
    let mut last_info = None;
    engine
        .search(game, limits, &mut |info| last_info = Some(info))
        .map_err(|error| CommandError::runtime(error.to_string()))?;
    last_info.ok_or_else(|| CommandError::runtime("the engine gave no move"))
}
