//! `parlor bench`: how fast the rules are, per game and variant, on one thread in processor time; and what the
//! engines of each game need, in nodes, which are the same on every machine.

mod engines;

use std::io::{self, Write};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{AnyGame, StopFlag};
use parlor_games::catalog::{self, GAMES, GameEntry, Variant};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::command_line::{seconds, text};
use crate::cpu_time::CpuTime;
use crate::failure::Failure;

/// The best of a few runs: noise only ever slows a run down.
const RUNS: u32 = 3;
const PROOF_TIME: Duration = Duration::from_secs(10);
const PLAYOUT_TIME: Duration = Duration::from_millis(500);

pub(crate) fn command() -> Command {
    let switch = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    let engines = switch("engines").help("Nodes that minimax and alphabeta visit at equal depth, instead of the rules");
    let proofs = switch("proofs")
        .conflicts_with("engines")
        .help("How long `perfect` takes to prove each variant from its start, instead");
    let time = Arg::new("time-limit")
        .long("time-limit")
        .value_name("SECONDS")
        .allow_hyphen_values(true)
        .requires("proofs")
        .help("With --proofs: seconds for each [default: 10]");
    Command::new("bench")
        .about("Measure the rules (perft and random play-outs) or the engines")
        .arg(Arg::new("game").value_name("GAME").help("Only this game"))
        .args([engines, proofs, time])
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let games: Vec<&GameEntry> = match text(arguments, "game") {
        Some(name) => vec![catalog::find(name)?],
        None => GAMES.iter().collect(),
    };
    let time = text(arguments, "time-limit").map_or(Ok(PROOF_TIME), |text| seconds("time-limit", text))?;
    if arguments.get_flag("engines") {
        return engines::nodes(&games, out);
    }
    if arguments.get_flag("proofs") {
        return engines::proofs(&games, time, out);
    }
    write_heading(out)?;
    writeln!(out, "{:<48} {:>5} {:>14} {:>12}", "game", "perft", "leaves/s", "play-outs/s")?;
    for game in games {
        for variant in game.variants {
            bench_variant(game, variant, out)?;
        }
    }
    Ok(())
}

/// Speeds depend on what the program was compiled for.
fn write_heading(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "compiled for {}\n", compiled_for())
}

/// A variant as it would be typed.
fn name(entry: &GameEntry, variant: &Variant) -> String {
    let options: String = variant.options.iter().map(|(name, value)| [" --", name, " ", value].concat()).collect();
    format!("{}{options}", entry.name)
}

fn bench_variant(entry: &GameEntry, variant: &Variant, out: &mut dyn Write) -> Result<(), Failure> {
    let game = catalog::start(entry.setup(variant))?;
    let perft = (0..RUNS).map(|_| perft_speed(&*game, variant.perft_depth)).fold(0.0, f64::max);
    let playouts = (0..RUNS).map(|_| playout_speed(&*game)).fold(0.0, f64::max);
    let name = name(entry, variant);
    writeln!(out, "{name:<48} {:>5} {perft:>14.0} {playouts:>12.0}", variant.perft_depth)?;
    out.flush()?;
    Ok(())
}

fn perft_speed(game: &dyn AnyGame, depth: u32) -> f64 {
    let begun = CpuTime::now();
    let leaves = game.perft(depth, &StopFlag::default()).unwrap_or_default();
    begun.per_second(leaves)
}

fn playout_speed(game: &dyn AnyGame) -> f64 {
    let mut dice = SmallRng::seed_from_u64(1);
    let begun = CpuTime::now();
    let mut count = 0;
    while begun.elapsed() < PLAYOUT_TIME {
        for _ in 0..100 {
            game.playout(&mut |moves| dice.random_range(0..moves));
        }
        count += 100;
    }
    begun.per_second(count)
}

/// The processor features that matter here, as this program was compiled.
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
