//! Benchmarks of the engines: nodes at equal depth, and proofs of the start of each variant.

use std::io::Write;
use std::time::Duration;

use parlor_core::{AnyGame, AnyReport, Catalog, EngineSpec, GameEntry, Limits};

use super::{variant_name, write_heading};
use crate::command_error::CommandError;
use crate::cpu_time::CpuTime;
use crate::engine_search::search;

const MINIMAX: &str = "minimax";
const ALPHA_BETA: &str = "alphabeta";
/// Depths stop increasing once minimax has visited this many nodes.
const MAX_NODES: u64 = 200_000;

/// Prints the nodes of minimax and alpha-beta at equal depth, where both find the same value.
pub(super) fn compare_nodes(catalog: &Catalog, games: &[&GameEntry], out: &mut dyn Write) -> Result<(), CommandError> {
    let specs = [MINIMAX, ALPHA_BETA].map(EngineSpec::new);
    let variants = variants_where(games, |entry, game| {
        let is_missing = specs.iter().find(|spec| catalog.check_engine(game, spec).is_err());
        is_missing.map_or(Ok(specs.clone()), |spec| Err(format!("{} does not have the engine {spec}", entry.name)))
    })?;
    write_heading(out)?;
    writeln!(out, "{:<48} {:>5} {:>17} {:>12} {:>12}", "game", "depth", "value", MINIMAX, ALPHA_BETA)?;
    for (name, game, [minimax, alpha_beta]) in variants {
        for depth in (2..=20).step_by(2) {
            let to_depth = |spec: &EngineSpec| {
                search_with(catalog, &*game, &spec.clone().with_option("depth", depth), &Limits::none())
            };
            let (minimax, alpha_beta) = (to_depth(&minimax)?, to_depth(&alpha_beta)?);
            let value = minimax.value.report(game.unit());
            writeln!(out, "{name:<48} {depth:>5} {value:>17} {:>12} {:>12}", minimax.nodes, alpha_beta.nodes)?;
            out.flush()?;
            if minimax.nodes > MAX_NODES || minimax.value.is_exact() {
                break;
            }
        }
    }
    Ok(())
}

/// Prints the value of each variant's start if it can be proved within the time limit.
pub(super) fn measure_proofs(
    catalog: &Catalog,
    games: &[&GameEntry],
    solver: Option<&EngineSpec>,
    time: Duration,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let variants = variants_where(games, |entry, _| {
        solver.cloned().or_else(|| entry.solver.clone()).ok_or_else(|| format!("there is no solver for {}", entry.name))
    })?;
    write_heading(out)?;
    writeln!(out, "{:<48} {:>17} {:>12} {:>9}", "game", "first player", "nodes", "seconds")?;
    for (name, game, solver) in variants {
        let started = CpuTime::now();
        let info = search_with(catalog, &*game, &solver, &Limits::time(time))?;
        let seconds = started.elapsed().as_secs_f64();
        let value = if info.value.is_decided() { info.value.report(game.unit()).text } else { "not proved".to_owned() };
        writeln!(out, "{name:<48} {value:>17} {:>12} {seconds:>9.3}", info.nodes)?;
        out.flush()?;
    }
    Ok(())
}

fn search_with(
    catalog: &Catalog,
    game: &dyn AnyGame,
    spec: &EngineSpec,
    limits: &Limits,
) -> Result<AnyReport, CommandError> {
    search(&mut *catalog.engine(game, spec)?, game, limits, &mut |_| ())
}

/// Name and starting position of a variant, and what was found for it.
type VariantStart<T> = (String, Box<dyn AnyGame>, T);

/// The variants for which `find` finds something. If there is only one game, its reason is an error.
fn variants_where<T>(
    games: &[&GameEntry],
    find: impl Fn(&GameEntry, &dyn AnyGame) -> Result<T, String>,
) -> Result<Vec<VariantStart<T>>, CommandError> {
    let mut found = Vec::new();
    for (entry, variant) in games.iter().flat_map(|entry| entry.variants.iter().map(move |variant| (entry, variant))) {
        let game = entry.start(entry.variant_setup(variant))?;
        match find(entry, &*game) {
            Ok(content) => found.push((variant_name(entry, variant), game, content)),
            Err(reason) if games.len() == 1 => return Err(CommandError::usage(reason)),
            Err(_) => {}
        }
    }
    Ok(found)
}
