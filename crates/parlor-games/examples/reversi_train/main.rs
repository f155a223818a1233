//! Trains the pattern weights of Reversi; `cargo xtask reversi train` runs it. Each round labels positions of the WTHOR
//! games and of games against itself with the weights of the round before, and fits new ones. Every step leaves its
//! result in the folder `--work`, and a step whose result is there is not repeated.

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

/// From this knot on (36 discs) the weights stay those of the first round: exact results order the moves of an endgame
/// better than searches of a few plies (FFO 40-44: 71 million nodes against 109 with the mean of both).
const RESULTS_FROM: usize = 7;

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
        _ => Err("say train or probcut".to_owned()),
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
        rounds: 3,
        games: 20_000,
        every: 2,
        depth: 6,
        exact_empties: 12,
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
            knots = unpack(&bytes);
            continue;
        }
        let begun = Instant::now();
        let samples = round_samples(plan, round, &games, &knots)?;
        println!("round {round}: {} samples, {:.0} s", samples.len(), begun.elapsed().as_secs_f64());
        let fitted = fit_all(plan, &samples, &knots);
        let changed = if round == 0 { KNOTS } else { RESULTS_FROM };
        knots.splice(..changed, fitted.into_iter().take(changed));
        println!("round {round}: fitted, {:.0} s", begun.elapsed().as_secs_f64());
        fs::write(&weights_file, pack(&knots))?;
    }
    fs::write(&plan.weights, pack(&knots))
}

/// The first round knows only results; each later one uses the weights of the round before.
fn round_samples(
    plan: &Plan,
    round: u32,
    games: &[Vec<parlor_games::reversi::Discs<8>>],
    knots: &[KnotWeights],
) -> io::Result<Vec<Sample>> {
    let file = plan.work.join(format!("samples-{round}.bin"));
    if let Ok(samples) = samples::read(&file) {
        return Ok(samples);
    }
    let weights: &'static PatternWeights = Box::leak(Box::new(PatternWeights::new(knots)));
    let labelling = Labelling { exact_empties: plan.exact_empties, depth: plan.depth, threads: plan.threads };
    let samples = if round == 0 {
        label::label_by_result(games, &labelling, weights)
    } else {
        let seed = plan.seed << 40 | u64::from(round) << 32;
        let own = self_play::games(plan.games, seed, plan.threads, weights);
        let mut samples = label::label_games(&own, 1, &labelling, weights);
        samples.extend(label::label_games(games, plan.every, &labelling, weights));
        samples
    };
    samples::write(&file, &samples)?;
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
