//! A match between an engine of Parlor and a program that searches to a fixed depth, at equal processor time: the engine
//! may use as much as the program has used so far in the game. Openings of 8 to 10 random plies, the most even
//! of four each time, played twice with sides swapped. Linux only, because it reads `/proc`.
//!
//! ```text
//! cargo run --release -p parlor-external --example equal_time -- \
//!     reversi strong:book=no 'exec-nboard:./ntest x' --depth 14 --games 400 --seed 1
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::iter::successors;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, process};

use parlor_core::random::SplitMix64;
use parlor_core::{AnyEngine, AnyGame, Catalog, EngineSpec, GameResult, Limits, Outcome, Player, Setup};
use parlor_external::{ExternalOptions, add_schemes};

/// Processor time of the engine for its first move, when the program has not used any.
const FIRST_MOVE: f64 = 0.02;
/// Share of what the engine may still use that a move takes, and the least one in moves of the program.
const SHARE: f64 = 1.3;
const LEAST: f64 = 0.6;
/// A deepening that begins after this share of a move's time would not end in it.
const LAST_START: f64 = 0.5;

/// Random openings of which the most even one is played: one that decides the game tells nothing about the players.
const CANDIDATES: u64 = 4;
/// Nodes of the search that estimates how even an opening is.
const ESTIMATE_NODES: u64 = 20_000;

struct Match {
    catalog: Catalog,
    game: String,
    engine: EngineSpec,
    program: EngineSpec,
    depth: u32,
    games: u32,
    seed: u64,
}

/// Results of the engine, and the seconds of processor time that both have used.
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    engine_seconds: f64,
    program_seconds: f64,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match parse(&words).and_then(|plan| play_all(&plan)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("equal_time: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse(words: &[String]) -> Result<Match, Box<dyn Error>> {
    let [game, engine, program, options @ ..] = words else {
        return Err("name a game, an engine and a program".into());
    };
    let catalog = add_schemes(&parlor_games::catalog(), &ExternalOptions::default());
    let (engine, program) = (EngineSpec::from(engine.as_str()), EngineSpec::from(program.as_str()));
    let mut plan = Match { catalog, game: game.clone(), engine, program, depth: 10, games: 40, seed: 1 };
    for pair in options.chunks(2) {
        let [option, value] = pair else { return Err(format!("{} needs a number", pair[0]).into()) };
        let number: u32 = value.parse().map_err(|_| format!("{option} \"{value}\" is not a whole number"))?;
        match option.as_str() {
            "--depth" => plan.depth = number,
            "--games" => plan.games = number,
            "--seed" => plan.seed = u64::from(number),
            _ => return Err(format!("unknown option {option}; the options are --depth, --games and --seed").into()),
        }
    }
    Ok(plan)
}

fn play_all(plan: &Match) -> Result<(), Box<dyn Error>> {
    let start = plan.catalog.start(Setup::new(&plan.game))?;
    let mut engine = plan.catalog.engine(&*start, &plan.engine)?;
    let mut program = plan.catalog.engine(&*start, &plan.program)?;
    let mut tally = Tally::default();
    for number in 0..plan.games {
        let game = even_opening(plan, u64::from(number / 2), &mut *engine)?;
        let engine_side = if number % 2 == 0 { Player::First } else { Player::Second };
        play(game, engine_side, &mut *engine, &mut *program, plan.depth, &mut tally)?;
        let Tally { wins, draws, losses, engine_seconds, program_seconds } = tally;
        let score = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(number + 1) * 100.0;
        println!(
            "{}: {wins} won, {draws} drawn, {losses} lost, {score:.1} %, {engine_seconds:.1} s against {program_seconds:.1} s",
            number + 1
        );
    }
    Ok(())
}

fn even_opening(plan: &Match, number: u64, engine: &mut dyn AnyEngine) -> Result<Box<dyn AnyGame>, Box<dyn Error>> {
    let mut most_even = None;
    for candidate in number * CANDIDATES..(number + 1) * CANDIDATES {
        let game = random_opening(plan, candidate)?;
        let mut estimate = 0;
        engine.reset();
        engine.search(&*game, &Limits::nodes(ESTIMATE_NODES), &mut |info| estimate = info.value.estimate.raw())?;
        if most_even.as_ref().is_none_or(|(least, _)| estimate.abs() < *least) {
            most_even = Some((estimate.abs(), game));
        }
    }
    Ok(most_even.ok_or("there are no openings")?.1)
}

fn random_opening(plan: &Match, number: u64) -> Result<Box<dyn AnyGame>, Box<dyn Error>> {
    let mut random = SplitMix64::new(plan.seed << 32 | number);
    let mut game = plan.catalog.start(Setup::new(&plan.game))?;
    for _ in 0..8 + random.below(3) {
        let moves = game.legal_moves();
        game.play(&moves[random.below(moves.len())])?;
    }
    Ok(game)
}

fn play(
    mut game: Box<dyn AnyGame>,
    engine_side: Player,
    engine: &mut dyn AnyEngine,
    program: &mut dyn AnyEngine,
    depth: u32,
    tally: &mut Tally,
) -> Result<(), Box<dyn Error>> {
    engine.reset();
    program.begin_game(&*game, !engine_side)?;
    let (mut used, mut program_used, mut program_moves) = (0.0, 0.0, 0);
    while game.outcome().is_none() {
        let mut best = None;
        if game.turn() == engine_side {
            let usual = if program_moves == 0 { FIRST_MOVE } else { program_used / f64::from(program_moves) };
            let seconds = ((program_used + usual - used) * SHARE).max(usual * LEAST);
            let limits = Limits::time(Duration::from_secs_f64(seconds));
            let (stop, begun, before) = (limits.stop.clone(), Instant::now(), own_seconds()?);
            engine.search(&*game, &limits, &mut |info| {
                best = Some(info.best);
                if begun.elapsed().as_secs_f64() > seconds * LAST_START {
                    stop.raise();
                }
            })?;
            used += own_seconds()? - before;
        } else {
            let before = children_seconds()?;
            program.search(&*game, &Limits::depth(depth), &mut |info| best = Some(info.best))?;
            program_used += children_seconds()? - before;
            program_moves += 1;
        }
        game.play(&best.ok_or("a search ended without a move")?)?;
    }
    program.end_game(GameResult::Unfinished, "");
    match game.outcome() {
        Some(Outcome::Win(winner)) if winner == engine_side => tally.wins += 1,
        Some(Outcome::Win(_)) => tally.losses += 1,
        _ => tally.draws += 1,
    }
    tally.engine_seconds += used;
    tally.program_seconds += program_used;
    Ok(())
}

/// Processor time of this thread.
fn own_seconds() -> Result<f64, Box<dyn Error>> {
    nanoseconds(&fs::read_to_string("/proc/thread-self/schedstat")?)
}

fn nanoseconds(schedstat: &str) -> Result<f64, Box<dyn Error>> {
    let first = schedstat.split_whitespace().next().ok_or("/proc has no processor times")?;
    Ok(first.parse::<f64>()? / 1e9)
}

/// Processor time of all threads of all processes that this one has started.
fn children_seconds() -> Result<f64, Box<dyn Error>> {
    let parents = parents()?;
    let mut seconds = 0.0;
    for id in parents.keys() {
        let mut ancestors = successors(Some(*id), |id| parents.get(id).copied()).skip(1).take(parents.len());
        if ancestors.any(|ancestor| ancestor == process::id()) {
            seconds += seconds_of(*id);
        }
    }
    Ok(seconds)
}

/// The parent of every process. A process that ends meanwhile is left out.
fn parents() -> Result<HashMap<u32, u32>, Box<dyn Error>> {
    let mut parents = HashMap::new();
    for entry in fs::read_dir("/proc")?.flatten() {
        let Ok(id) = entry.file_name().to_string_lossy().parse() else { continue };
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The name, in parentheses, may contain anything; the state and the parent follow it.
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
        if let Some(parent) = parent.and_then(|parent| parent.parse().ok()) {
            parents.insert(id, parent);
        }
    }
    Ok(parents)
}

fn seconds_of(id: u32) -> f64 {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let text = |path: PathBuf| fs::read_to_string(path.join("schedstat")).unwrap_or_default();
    threads.filter_map(|thread| nanoseconds(&text(thread.path())).ok()).sum()
}
