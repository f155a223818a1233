//! Benchmarks of the engines: nodes at equal depth, and proofs of the start of each variant.

use std::io::Write;
use std::time::Duration;

use parlor_core::{AnyGame, Limits};
use parlor_games::catalog::{self, GameEntry};

use super::{variant_name, write_heading};
use crate::command_error::CommandError;
use crate::cpu_time::CpuTime;
use crate::engine_search::search;

const MINIMAX: &str = "minimax";
const ALPHA_BETA: &str = "alphabeta";
const PROVER: &str = "perfect";
/// Depths stop increasing once minimax has visited this many nodes.
const MAX_NODES: u64 = 200_000;

/// Prints the nodes of minimax and alpha-beta at equal depth, where both find the same value.
pub(super) fn compare_nodes(games: &[&GameEntry], out: &mut dyn Write) -> Result<(), CommandError> {
    let variants = variants_with(&[MINIMAX, ALPHA_BETA], games)?;
    write_heading(out)?;
    writeln!(out, "{:<48} {:>5} {:>10} {:>12} {:>12}", "game", "depth", "value", MINIMAX, ALPHA_BETA)?;
    for (name, game) in variants {
        for depth in (2..=20).step_by(2) {
            let minimax = search(&*game, &format!("{MINIMAX}:depth={depth}"), &Limits::none())?;
            let alpha_beta = search(&*game, &format!("{ALPHA_BETA}:depth={depth}"), &Limits::none())?;
            let value = minimax.value.estimate.to_string();
            writeln!(out, "{name:<48} {depth:>5} {value:>10} {:>12} {:>12}", minimax.nodes, alpha_beta.nodes)?;
            out.flush()?;
            if minimax.nodes > MAX_NODES || minimax.value.is_exact() {
                break;
            }
        }
    }
    Ok(())
}

/// Prints the value of each variant's start if it can be proved within the time limit.
pub(super) fn measure_proofs(games: &[&GameEntry], time: Duration, out: &mut dyn Write) -> Result<(), CommandError> {
    let variants = variants_with(&[PROVER], games)?;
    write_heading(out)?;
    writeln!(out, "{:<48} {:>12} {:>12} {:>9}", "game", "first player", "nodes", "seconds")?;
    for (name, game) in variants {
        let started = CpuTime::now();
        let info = search(&*game, PROVER, &Limits::time(time))?;
        let seconds = started.elapsed().as_secs_f64();
        let value = if info.value.is_decided() { info.value.to_string() } else { "not proved".to_owned() };
        writeln!(out, "{name:<48} {value:>12} {:>12} {seconds:>9.3}", info.nodes)?;
        out.flush()?;
    }
    Ok(())
}

/// Name and starting position of a variant.
type VariantStart = (String, Box<dyn AnyGame>);

/// The variants that have all of the engines.
fn variants_with(engines: &[&str], games: &[&GameEntry]) -> Result<Vec<VariantStart>, CommandError> {
    let mut found = Vec::new();
    for (entry, variant) in games.iter().flat_map(|entry| entry.variants.iter().map(move |variant| (entry, variant))) {
        let game = catalog::start(entry.setup(variant))?;
        if engines.iter().all(|name| game.engines().iter().any(|engine| engine.name == *name)) {
            found.push((variant_name(entry, variant), game));
        }
    }
    match games {
        [only] if found.is_empty() => {
            Err(CommandError::usage(format!("{} does not have the engine {}", only.name, engines.join(" and "))))
        }
        _ => Ok(found),
    }
}
