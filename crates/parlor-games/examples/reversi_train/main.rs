//! Trains the pattern weights of Reversi (`cargo xtask reversi train`) and those of the ordering (`effort`), measures the errors
//! of shallow searches (`probcut`) and makes the opening book (`book`). Training: Each round labels positions of the WTHOR
//! games and of games against itself with the weights of the round before, and fits new ones. Every step leaves its
//! result in the folder `--work` (labels in parts of a few minutes), and a step whose result is there is not repeated.

mod book;
mod effort;
mod effort_fit;
mod fit;
mod label;
mod probcut;
mod samples;
mod self_play;
mod wthor;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;
use std::{env, fs, io, thread};

use parlor_games::reversi::patterns::{FIRST_KNOT, KNOT_STEP, KNOTS, KnotWeights, PatternWeights, pack, unpack};

use label::Labelling;
use samples::Sample;

/// The steps of the conjugate gradients.
const FIT_STEPS: usize = 25;

#[derive(Clone, Debug)]
struct Plan {
    wthor: PathBuf,
    work: PathBuf,
    weights: PathBuf,
    threads: usize,
    seed: u64,
    rounds: u32,
    /// Games against itself in each round.
    games: usize,
    /// Sampling interval: one position of this many of each WTHOR game.
    every: usize,
    depth: u32,
    exact_empties: u32,
    selective_empties: u32,
    effort: PathBuf,
    book: PathBuf,
    /// Positions of the book or of games to measure efforts below, and nodes of each search for the book.
    positions: usize,
    nodes: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let result = match words.split_first() {
        Some((word, rest)) if word == "train" => {
            plan(rest).and_then(|plan| train(&plan).map_err(|why| why.to_string()))
        }
        Some((word, rest)) if word == "probcut" => {
            plan(rest).and_then(|plan| probcut::measure(&plan).map_err(|why| why.to_string()))
        }
        Some((word, rest)) if word == "book" => {
            plan(rest).and_then(|plan| book::make(&plan).map_err(|why| why.to_string()))
        }
        Some((word, rest)) if word == "effort" => {
            plan(rest).and_then(|plan| effort::train(&plan).map_err(|why| why.to_string()))
        }
        _ => Err("say train, effort, probcut or book".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("reversi: {message}");
            ExitCode::FAILURE
        }
    }
}

fn plan(words: &[String]) -> Result<Plan, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut plan = Plan {
        wthor: folder.join("../../../shared/data/reversi/wthor"),
        work: folder.join("../../target/reversi-training"),
        weights: folder.join("src/reversi/patterns/weights.bin"),
        threads: thread::available_parallelism().map_or(1, usize::from),
        seed: 1,
        rounds: 2,
        games: 120_000,
        every: 2,
        depth: 8,
        exact_empties: 16,
        selective_empties: 20,
        effort: folder.join("src/reversi/patterns/effort.bin"),
        book: folder.join("src/reversi/book.bin"),
        positions: 1_500,
        nodes: 1_000_000,
    };
    for pair in words.chunks(2) {
        let [option, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
        let number = || value.parse::<u32>().map_err(|_| format!("{option} \"{value}\" is not a whole number"));
        match option.as_str() {
            "--wthor" => plan.wthor = value.into(),
            "--work" => plan.work = value.into(),
            "--weights" => plan.weights = value.into(),
            "--threads" => plan.threads = number()?.max(1) as usize,
            "--seed" => plan.seed = u64::from(number()?),
            "--rounds" => plan.rounds = number()?,
            "--games" => plan.games = number()? as usize,
            "--every" => plan.every = number()?.max(1) as usize,
            "--depth" => plan.depth = number()?.max(1),
            "--exact" => plan.exact_empties = number()?,
            "--effort" => plan.effort = value.into(),
            "--book" => plan.book = value.into(),
            "--positions" => plan.positions = number()? as usize,
            "--nodes" => plan.nodes = u64::from(number()?),
            "--selective" => plan.selective_empties = number()?,
            _ => return Err(format!("there is no option {option}")),
        }
    }
    Ok(plan)
}

fn train(plan: &Plan) -> io::Result<()> {
    fs::create_dir_all(&plan.work)?;
    let games = wthor::read_folder(&plan.wthor)?;
    let mut knots = vec![KnotWeights::zero(); KNOTS];
    for round in 0..=plan.rounds {
        let weights_file = plan.work.join(format!("weights-{round}.bin"));
        if let Ok(bytes) = fs::read(&weights_file) {
            knots = unpack(&bytes, KNOTS);
            continue;
        }
        let begun = Instant::now();
        let samples = round_samples(plan, round, &games, &knots)?;
        println!("round {round}: {} samples, {:.0} s", samples.len(), begun.elapsed().as_secs_f64());
        knots = fit_all(plan, &samples, &knots);
        println!("round {round}: fitted, {:.0} s", begun.elapsed().as_secs_f64());
        fs::write(&weights_file, pack(&knots))?;
    }
    fs::write(&plan.weights, pack(&knots))
}

/// Empty cells up to which round 0 knows the result of a game.
const RESULT_EMPTIES: u32 = 12;
/// Games whose labels are one file.
const PART: usize = 10_000;

type Game = Vec<parlor_games::reversi::Discs<8>>;

/// The first round knows only results; each later one uses the weights of the round before, and the exact labels of all
/// rounds.
fn round_samples(plan: &Plan, round: u32, games: &[Game], knots: &[KnotWeights]) -> io::Result<Vec<Sample>> {
    let weights: &'static PatternWeights = Box::leak(Box::new(PatternWeights::new(knots)));
    let Plan { exact_empties, selective_empties, depth, threads, .. } = *plan;
    let labelling = Labelling { exact_empties, selective_empties, depth, threads };
    if round == 0 {
        let labelling = Labelling { exact_empties: RESULT_EMPTIES, ..labelling };
        return step(plan, "samples-0", || label::label_by_result(games, &labelling, weights));
    }
    let mut samples = Vec::new();
    for (part, first) in (0..plan.games).step_by(PART).enumerate() {
        let seed = (plan.seed << 40 | u64::from(round) << 32) + first as u64;
        samples.extend(step(plan, &format!("samples-{round}-own-{part}"), || {
            let own = self_play::games(PART.min(plan.games - first), seed, threads, weights);
            label::label_games(&own, 1, round, &labelling, weights)
        })?);
    }
    for (part, games) in games.chunks(PART).enumerate() {
        samples.extend(step(plan, &format!("samples-{round}-wthor-{part}"), || {
            label::label_games(games, plan.every, round, &labelling, weights)
        })?);
    }
    for entry in fs::read_dir(&plan.work)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if (1..round).any(|earlier| name.starts_with(&format!("samples-{earlier}-"))) {
            samples.extend(samples::read(&path)?.into_iter().filter(|one| one.discs.empties() <= exact_empties));
        }
    }
    Ok(samples)
}

/// The samples of one step: read from its file, or made and written to it.
fn step(plan: &Plan, name: &str, make: impl FnOnce() -> Vec<Sample>) -> io::Result<Vec<Sample>> {
    let file = plan.work.join(name);
    if let Ok(samples) = samples::read(&file) {
        return Ok(samples);
    }
    let begun = Instant::now();
    let samples = make();
    println!("{name}: {} samples, {:.0} s", samples.len(), begun.elapsed().as_secs_f64());
    // Written under another name first: a file is whole or absent.
    let unfinished = plan.work.join("unfinished");
    fs::write(&unfinished, samples::to_bytes(&samples))?;
    fs::rename(&unfinished, &file)?;
    Ok(samples)
}

fn fit_all(plan: &Plan, samples: &[Sample], start: &[KnotWeights]) -> Vec<KnotWeights> {
    let parameters = fit::Parameters::new();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(start.to_vec());
    thread::scope(|scope| {
        for _ in 0..plan.threads {
            scope.spawn(|| {
                loop {
                    let knot = next.fetch_add(1, Relaxed);
                    let Some(start) = start.get(knot) else { break };
                    let fit = fit::fit(&parameters, samples, knot, start, FIT_STEPS);
                    let discs = FIRST_KNOT + knot * KNOT_STEP;
                    println!(
                        "discs {discs:2}  samples {:8}  error {:6.3}  held out {:6.3}  before {:6.3}",
                        fit.samples, fit.trained, fit.held_out, fit.before
                    );
                    if let Ok(mut done) = done.lock() {
                        done[knot] = fit.weights;
                    }
                }
            });
        }
    });
    done.into_inner().unwrap_or_default()
}
