//! One search of an engine on a position, outside a match.

use parlor_core::{AnyEngine, AnyGame, AnyReport, Limits};

use crate::command_error::CommandError;

/// Searches a position and returns the last report. `on_report` is called with each.
pub(crate) fn search(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
    on_report: &mut dyn FnMut(&AnyReport),
) -> Result<AnyReport, CommandError> {
    let mut last = None;
    engine
        .search(game, limits, &mut |report| on_report(last.insert(report)))
        .map_err(|error| CommandError::runtime(error.to_string()))?;
    last.ok_or_else(|| CommandError::runtime("the engine gave no move"))
}
