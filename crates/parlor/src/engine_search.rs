//! One search of an engine on a position, outside a match.

use parlor_core::{AnyEngine, AnyGame, AnyReport, Limits};

use crate::command_error::CommandError;

/// Searches a position and returns the last report.
pub(crate) fn search(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
) -> Result<AnyReport, CommandError> {
    let mut last_info = None;
    engine
        .search(game, limits, &mut |info| last_info = Some(info))
        .map_err(|error| CommandError::runtime(error.to_string()))?;
    last_info.ok_or_else(|| CommandError::runtime("the engine gave no move"))
}
