//! What engines need: nodes at equal depth, and proofs from the start of each variant.

use std::io::Write;
use std::time::Duration;

use parlor_core::{AnyGame, AnySearchInfo, EngineSpec, Limits};
use parlor_games::catalog::{self, GameEntry};

use super::{name, write_heading};
use crate::cpu_time::CpuTime;
use crate::failure::Failure;

const PLAIN: &str = "minimax";
const PRUNING: &str = "alphabeta";
const PROVER: &str = "perfect";
/// A plain search that needs more than this is not taken a level deeper.
const ENOUGH_NODES: u64 = 200_000;

/// Minimax and alpha-beta at equal depth: the same value, for fewer nodes.
pub(super) fn nodes(games: &[&GameEntry], out: &mut dyn Write) -> Result<(), Failure> {
    let variants = variants_with(&[PLAIN, PRUNING], games)?;
    write_heading(out)?;
    writeln!(out, "{:<48} {:>5} {:>10} {:>12} {:>12}", "game", "depth", "value", PLAIN, PRUNING)?;
    for (name, game) in variants {
        for depth in (2..=20).step_by(2) {
            let plain = search(&*game, &format!("{PLAIN}:depth={depth}"), &Limits::none())?;
            let pruning = search(&*game, &format!("{PRUNING}:depth={depth}"), &Limits::none())?;
            let value = plain.value.estimate.to_string();
            writeln!(out, "{name:<48} {depth:>5} {value:>10} {:>12} {:>12}", plain.nodes, pruning.nodes)?;
            out.flush()?;
            if plain.nodes > ENOUGH_NODES || plain.value.is_exact() {
                break;
            }
        }
    }
    Ok(())
}

/// The value of each variant's start, where it can be proved in time.
pub(super) fn proofs(games: &[&GameEntry], time: Duration, out: &mut dyn Write) -> Result<(), Failure> {
    let variants = variants_with(&[PROVER], games)?;
    write_heading(out)?;
    writeln!(out, "{:<48} {:>12} {:>12} {:>9}", "game", "first player", "nodes", "seconds")?;
    for (name, game) in variants {
        let begun = CpuTime::now();
        let thought = search(&*game, PROVER, &Limits::time(time))?;
        let seconds = begun.elapsed().as_secs_f64();
        let value = if thought.value.is_decided() { thought.value.to_string() } else { "not proved".to_owned() };
        writeln!(out, "{name:<48} {value:>12} {:>12} {seconds:>9.3}", thought.nodes)?;
        out.flush()?;
    }
    Ok(())
}

/// The start of a variant, and its name.
type Start = (String, Box<dyn AnyGame>);

/// The variants that have all of these engines.
fn variants_with(engines: &[&str], games: &[&GameEntry]) -> Result<Vec<Start>, Failure> {
    let mut found = Vec::new();
    for (entry, variant) in games.iter().flat_map(|entry| entry.variants.iter().map(move |variant| (entry, variant))) {
        let game = catalog::start(entry.setup(variant))?;
        if engines.iter().all(|name| game.engines().iter().any(|engine| engine.name == *name)) {
            found.push((name(entry, variant), game));
        }
    }
    match games {
        [only] if found.is_empty() => {
            Err(Failure::usage(format!("{} does not have {}", only.name, engines.join(" and "))))
        }
        _ => Ok(found),
    }
}

fn search(game: &dyn AnyGame, spec: &str, limits: &Limits) -> Result<AnySearchInfo, Failure> {
    let mut engine = game.engine(&spec.parse::<EngineSpec>()?)?;
    let mut last = None;
    engine
        .search(game, limits, &mut |thought| last = Some(thought))
        .map_err(|why| Failure::trouble(why.to_string()))?;
    last.ok_or_else(|| Failure::trouble("the engine gave no move"))
}
