//! Benchmark of the `best` planner on large generated boards: the first plan and the plan after the time
//! limit. `cargo bench -p parlor-games --bench pacman -- [--first] [--seed=N] [SECONDS [SIDE...]]`; `--first`
//! ends at the first plan.

mod boards;

use std::time::{Duration, Instant};

use parlor_core::Limits;
use parlor_games::pacman::{Algorithm, Board, Pacman, ReplayOutcome, Solver, replay};
use parlor_games::with_pellet_words;

use boards::{Start, generate};

const SIDES: [usize; 5] = [36, 40, 48, 56, 64];
/// Start, walls in percent, and seed. With ghosts in the lower corners an open board has no solution.
const KINDS: [(Start, usize, u64); 5] = [
    (Start::Opposite, 0, 1),
    (Start::Opposite, 10, 1),
    (Start::Corners, 10, 2),
    (Start::Opposite, 25, 1),
    (Start::Corners, 25, 2),
];

/// What the command line asks for.
struct Options {
    time: Duration,
    /// Added to the seed of each board.
    seed: u64,
    /// Whether the first plan ends a search.
    stops_at_first: bool,
}

fn main() {
    // Cargo passes options of its own, such as `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let seed = arguments.iter().find_map(|argument| argument.strip_prefix("--seed=")?.parse().ok());
    let options = Options {
        time: Duration::from_secs(numbers.first().copied().unwrap_or(60)),
        seed: seed.unwrap_or(0),
        stops_at_first: arguments.iter().any(|argument| argument == "--first"),
    };
    let mut sides: Vec<usize> = numbers.iter().skip(1).filter_map(|&side| side.try_into().ok()).collect();
    if sides.is_empty() {
        sides = SIDES.to_vec();
    }
    println!(
        "{:<6} {:>6} {:<9} {:>7} {:>11} {:>8} {:>6} {:>8}",
        "side", "walls", "start", "pellets", "first plan", "seconds", "plan", "seconds"
    );
    for side in sides.into_iter().filter(|&side| (6..=64).contains(&side)) {
        for (start, walls, seed) in KINDS {
            print!("{side:<6} {walls:>5}% {:<9} ", format!("{start:?}").to_lowercase());
            measure(&generate(side, walls, start, seed + options.seed), &options);
        }
    }
}

/// Solves a board, checks the plan by replay, and prints the rest of its row.
fn measure(board: &Board, options: &Options) {
    let (began, limits) = (Instant::now(), Limits::time(options.time));
    let mut first = None;
    let solver = Solver { algorithm: Algorithm::Best, memory: 1 << 30 };
    let found = with_pellet_words!(board, W => {
        let problem = Pacman::<W>::new(board).expect("as many words as needed");
        solver.solve(&problem, &limits, &mut |found| {
            let Some(plan) = &found.plan else { return };
            first.get_or_insert((plan.len(), began.elapsed()));
            if options.stops_at_first {
                limits.stop.raise();
            }
        })
    });
    let elapsed = began.elapsed();
    let length = match &found.plan {
        Some(steps) => {
            let letters: String = steps.iter().map(|step| step.letter()).collect();
            let outcome = replay(&board.codes(), &letters);
            assert_eq!(outcome, Ok(ReplayOutcome::Success { steps: steps.len() }), "{board}");
            steps.len().to_string()
        }
        None if found.is_unsolvable() => "no solution".to_owned(),
        None => "none".to_owned(),
    };
    let (first, first_seconds) = first.map_or_else(
        || ("-".to_owned(), "-".to_owned()),
        |(length, time)| (length.to_string(), format!("{:.1}", time.as_secs_f64())),
    );
    println!("{:>7} {first:>11} {first_seconds:>8} {length:>6} {:>8.1}", board.pellets(), elapsed.as_secs_f64());
}
