//! Benchmark of the `best` planner on large generated boards: the first plan and the plan after the time limit.
//! `cargo bench -p parlor-games --bench pacman -- [SECONDS [SIDE...]]`

mod boards;

use std::time::{Duration, Instant};

use parlor_core::Limits;
use parlor_games::pacman::{Algorithm, ReplayOutcome, Solution, Solver, SolverProgress, replay};

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

fn main() {
    // Cargo passes options of its own, such as `--bench`.
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let seconds = numbers.first().copied().unwrap_or(60);
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
            measure(side, walls, start, seed, Duration::from_secs(seconds));
        }
    }
}

/// Solves a board, checks the plan by replay, and prints one row.
fn measure(side: usize, walls: usize, start: Start, seed: u64, time: Duration) {
    let board = generate(side, walls, start, seed);
    let began = Instant::now();
    let mut first = None;
    let mut report = |progress: &SolverProgress| {
        if let Some(plan) = &progress.plan {
            first.get_or_insert((plan.len(), began.elapsed()));
        }
    };
    let solver = Solver { algorithm: Algorithm::Best, memory: 1 << 30 };
    let solution = solver.solve(&board, &Limits::time(time), &mut report).solution;
    let elapsed = began.elapsed();
    let length = match &solution {
        Solution::Plan { steps, .. } => {
            let letters: String = steps.iter().map(|step| step.letter()).collect();
            let outcome = replay(&board.codes(), &letters);
            assert_eq!(outcome, Ok(ReplayOutcome::Success { steps: steps.len() }), "{board}");
            steps.len().to_string()
        }
        Solution::NoPlan => "no solution".to_owned(),
        Solution::NotFound => "none".to_owned(),
    };
    let (first, first_seconds) = first.map_or_else(
        || ("-".to_owned(), "-".to_owned()),
        |(length, time)| (length.to_string(), format!("{:.1}", time.as_secs_f64())),
    );
    println!(
        "{side:<6} {walls:>5}% {:<9} {:>7} {first:>11} {first_seconds:>8} {length:>6} {:>8.1}",
        format!("{start:?}").to_lowercase(),
        board.pellets(),
        elapsed.as_secs_f64()
    );
}
