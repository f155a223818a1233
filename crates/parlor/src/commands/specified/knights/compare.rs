//! `parlor knights --compare`: nodes that minimax and alpha-beta visit from the start at equal depth.

use std::io::Write;

use parlor_core::{AnyGame, AnyReport, EngineSpec, Limits};

use crate::command_error::CommandError;
use crate::engine_search::search;

/// Prints a row for every depth up to `max_depth`. Both engines find the same value, and alpha-beta visits fewer nodes.
///
/// Both deepen step by step, so the nodes of a depth include those of the depths before. At the first depths the
/// repeated searches of alpha-beta may outweigh its cutoffs.
pub(super) fn write_table(game: &dyn AnyGame, max_depth: u32, out: &mut dyn Write) -> Result<(), CommandError> {
    writeln!(out, "{:>5} {:>17} {:>14} {:>14} {:>8}", "depth", "value", "minimax", "alphabeta", "share")?;
    for depth in 1..=max_depth {
        let (minimax, alpha_beta) = (search_to(depth, "minimax", game)?, search_to(depth, "alphabeta", game)?);
        if minimax.value.estimate != alpha_beta.value.estimate {
            let values = [minimax, alpha_beta].map(|info| info.value.report(game.unit()).text).join(" and ");
            return Err(CommandError::runtime(format!("minimax and alphabeta differ at depth {depth}: {values}")));
        }
        let value = minimax.value.report(game.unit());
        let share = format!("{:.1} %", percentage(alpha_beta.nodes, minimax.nodes));
        writeln!(out, "{depth:>5} {value:>17} {:>14} {:>14} {share:>8}", minimax.nodes, alpha_beta.nodes)?;
        out.flush()?;
    }
    Ok(())
}

fn search_to(depth: u32, engine: &str, game: &dyn AnyGame) -> Result<AnyReport, CommandError> {
    let spec = EngineSpec::new(engine).with_option("depth", depth);
    search(&mut *game.engine(&spec)?, game, &Limits::none(), &mut |_| ())
}

#[expect(clippy::cast_precision_loss, reason = "a percentage needs no more than a few digits")]
fn percentage(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64 * 100.0
}
