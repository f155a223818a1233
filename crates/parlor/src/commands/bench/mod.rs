//! `parlor bench`: speed of the rules per game and variant, on one thread in CPU time; and nodes that the engines of
//! each game visit, which are the same on every machine.

mod engines;
mod levels;

use std::io::{self, Write};
use std::time::Duration;

use clap::{ArgGroup, Args};
use parlor_core::{AnyGame, EngineSpec, GameEntry, StopFlag, Variant};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::Context;
use crate::arguments::{number, seconds};
use crate::command_error::CommandError;
use crate::cpu_time::CpuTime;

/// Runs per measurement. The fastest counts, because noise only slows a run down.
const RUNS: u32 = 3;
const PROOF_TIME: Duration = Duration::from_secs(10);
const PLAYOUT_TIME: Duration = Duration::from_millis(500);

/// Measure the speed of the rules (perft and random playouts), or the engines
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("timed").args(["proofs", "levels"]))]
pub(super) struct Bench {
    /// Measure only this game [default: all]
    game: Option<String>,
    /// Compare the nodes that minimax and alphabeta visit at equal depth
    #[arg(long)]
    engines: bool,
    /// Measure how long the solver of each game takes to prove the start of each variant
    #[arg(long, conflicts_with = "engines")]
    proofs: bool,
    /// With --proofs: the solver, such as perfect:threads=2 [default: the game's]
    #[arg(long, value_name = "ENGINE", requires = "proofs")]
    solver: Option<String>,
    /// With --proofs: seconds for each variant [default: 10]; with --levels: at most so many for a move
    #[arg(long, value_name = "SECONDS", requires = "timed", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Let each level of strength play the one below it, from balanced openings
    #[arg(long, conflicts_with_all = ["engines", "proofs"])]
    levels: bool,
    /// With --levels: games of each pairing [default: 200]
    #[arg(long, value_name = "N", requires = "levels", value_parser = number(2..=100_000_u32))]
    games: Option<u32>,
}

impl Bench {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let Context { catalog, out, .. } = context;
        let games: Vec<&GameEntry> = match &self.game {
            Some(name) => vec![catalog.game(name)?],
            None => catalog.games().iter().collect(),
        };
        let time = self.time_limit.unwrap_or(PROOF_TIME);
        if self.engines {
            return engines::compare_nodes(catalog, &games, *out);
        }
        if self.levels {
            return levels::compare_levels(catalog, &games, self.games.unwrap_or(200), time, *out);
        }
        if self.proofs {
            let solver = self.solver.as_deref().map(EngineSpec::from);
            return engines::measure_proofs(catalog, &games, solver.as_ref(), time, *out);
        }
        write_heading(*out)?;
        writeln!(out, "{:<48} {:>5} {:>14} {:>12}", "game", "perft", "leaves/s", "play-outs/s")?;
        for game in games {
            for variant in &game.variants {
                bench_variant(game, variant, *out)?;
            }
        }
        Ok(())
    }
}

/// Prints the CPU features that the program was compiled for: speeds depend on them.
fn write_heading(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "compiled for {}\n", compiled_for())
}

/// A variant, written as on the command line.
fn variant_name(entry: &GameEntry, variant: &Variant) -> String {
    let options: String =
        variant.options.iter().map(|(name, value)| [" --", &**name, " ", &**value].concat()).collect();
    format!("{}{options}", entry.name)
}

fn bench_variant(entry: &GameEntry, variant: &Variant, out: &mut dyn Write) -> Result<(), CommandError> {
    let game = entry.start(entry.variant_setup(variant))?;
    let perft = (0..RUNS).map(|_| perft_speed(&*game, variant.perft_depth)).fold(0.0, f64::max);
    let playouts = (0..RUNS).map(|_| playout_speed(&*game)).fold(0.0, f64::max);
    let name = variant_name(entry, variant);
    writeln!(out, "{name:<48} {:>5} {perft:>14.0} {playouts:>12.0}", variant.perft_depth)?;
    out.flush()?;
    Ok(())
}

fn perft_speed(game: &dyn AnyGame, depth: u32) -> f64 {
    let started = CpuTime::now();
    let leaves = game.perft(depth, &StopFlag::default()).unwrap_or_default();
    started.per_second(leaves)
}

fn playout_speed(game: &dyn AnyGame) -> f64 {
    let mut rng = SmallRng::seed_from_u64(1);
    let started = CpuTime::now();
    let mut count = 0;
    while started.elapsed() < PLAYOUT_TIME {
        for _ in 0..100 {
            game.playout(&mut |moves| rng.random_range(0..moves));
        }
        count += 100;
    }
    started.per_second(count)
}

/// The relevant CPU features that this program was compiled for.
fn compiled_for() -> String {
    let features = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
    ];
    let present: Vec<&str> = features.iter().filter(|(_, present)| *present).map(|(name, _)| *name).collect();
    let list = if present.is_empty() { "no special features".to_owned() } else { present.join(", ") };
    format!("{}: {list}", std::env::consts::ARCH)
}
