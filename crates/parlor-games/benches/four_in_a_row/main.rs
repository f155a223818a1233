//! Benchmark of the solver against a textbook solver on the same positions in the same run, because the ratio is
//! steadier than times; then the time of all columns with the book.
//! `cargo bench -p parlor-games --bench four_in_a_row`, with `-- --columns` for the second part alone.

mod columns;
mod cpu_time;
mod reference;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use parlor_core::Game;
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::Solver;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use reference::ReferenceSolver;

const SETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/connect4");
/// Test sets, and the number of lines that the textbook solver solves in some seconds.
const LINES: [(&str, usize); 5] = [("L3_R1", 500), ("L2_R1", 500), ("L1_R1", 200), ("L2_R2", 100), ("L1_R2", 8)];
const DISCS: [u32; 4] = [14, 18, 22, 26];

fn main() {
    if !std::env::args().any(|argument| argument == "--columns") {
        compare_with_textbook();
    }
    columns::measure_all_columns();
}

fn compare_with_textbook() {
    println!(
        "{:<16} {:>9} {:>12} {:>12} {:>6} {:>7}",
        "positions", "count", "textbook us", "solver us", "ratio", "nodes"
    );
    for discs in DISCS {
        compare(&format!("random, {discs} discs"), &random_positions(discs, 60));
    }
    for (set, count) in LINES {
        match fs::read_to_string(Path::new(SETS).join(set).with_extension("txt")) {
            Ok(text) => {
                let words = text.lines().take(count).filter_map(|line| line.split_whitespace().next());
                let positions: Vec<FourInARow> = words.filter_map(|word| word.parse().ok()).collect();
                compare(set, &positions);
            }
            Err(_) => println!("{set:<16} skipped: {SETS} not found"),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
/// Solves positions with both solvers, checks that the scores agree, and prints one row.
fn compare(name: &str, positions: &[FourInARow]) {
    let (mut solver, mut reference) = (Solver::new(128), ReferenceSolver::new());
    // Not interleaved: the textbook solver clears 128 MiB for every position, and evicts the processor's cache with it.
    let (expected, textbook) = timed(positions, |position| {
        reference.reset();
        (Instant::now(), reference.score(position))
    });
    let (scores, ours) = timed(positions, |position| {
        solver.reset();
        (Instant::now(), solver.score(position).number())
    });
    assert_eq!(scores, expected, "{name}");
    let nodes = reference.nodes() as f64 / solver.nodes().max(1) as f64;
    println!(
        "{name:<16} {:>9} {textbook:>12.2} {ours:>12.2} {:>6.1} {nodes:>7.1}",
        positions.len(),
        textbook / ours.max(1e-9)
    );
}

/// The scores, and the mean time of one in microseconds. `solve` returns when it started, and the score.
#[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
fn timed(positions: &[FourInARow], mut solve: impl FnMut(&FourInARow) -> (Instant, i32)) -> (Vec<i32>, f64) {
    let mut time = Duration::ZERO;
    let scores = positions.iter().map(|position| {
        let (start, score) = solve(position);
        time += start.elapsed();
        score
    });
    let scores = scores.collect();
    (scores, time.as_secs_f64() * 1e6 / positions.len().max(1) as f64)
}

/// Positions of random play with this many discs that are not over.
fn random_positions(discs: u32, count: usize) -> Vec<FourInARow> {
    let mut rng = SmallRng::seed_from_u64(u64::from(discs));
    let games = std::iter::repeat_with(|| {
        let mut position = FourInARow::default();
        while position.plies() < discs {
            let moves = position.legal_moves().count();
            let pick = (moves > 0).then(|| rng.random_range(0..moves))?;
            let column = position.legal_moves().nth(pick)?;
            position.play_unchecked(column);
        }
        position.outcome().is_none().then_some(position)
    });
    games.flatten().take(count).collect()
}
