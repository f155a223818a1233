//! The solver against a textbook one on the same positions, in the same run: the ratio is steadier than times. Then how
//! long all columns take with the book.
//! `cargo bench -p parlor-games --bench four_in_a_row`

mod columns;
mod reference;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use parlor_core::Game;
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::Solver;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use reference::Reference;

const SETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/connect4");
/// How many lines of each set the textbook solver does in some seconds.
const LINES: [(&str, usize); 5] = [("L3_R1", 500), ("L2_R1", 500), ("L1_R1", 200), ("L2_R2", 100), ("L1_R2", 8)];
const DISCS: [u32; 4] = [14, 18, 22, 26];

fn main() {
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
            Err(_) => println!("{set:<16} skipped: {SETS} is not there"),
        }
    }
    columns::all_columns();
}

#[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
fn compare(name: &str, positions: &[FourInARow]) {
    let (mut solver, mut reference) = (Solver::new(128), Reference::new());
    // One after the other: the textbook solver clears 128 MiB for every position, and with it the processor's cache.
    let (expected, textbook) = timed(positions, |position| {
        reference.forget();
        (Instant::now(), reference.score(position))
    });
    let (scores, ours) = timed(positions, |position| {
        solver.forget();
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

/// The scores, and the mean time of one in microseconds, from the moment that `solve` says it began.
#[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
fn timed(positions: &[FourInARow], mut solve: impl FnMut(&FourInARow) -> (Instant, i32)) -> (Vec<i32>, f64) {
    let mut time = Duration::ZERO;
    let scores = positions.iter().map(|position| {
        let (begun, score) = solve(position);
        time += begun.elapsed();
        score
    });
    let scores = scores.collect();
    (scores, time.as_secs_f64() * 1e6 / positions.len().max(1) as f64)
}

/// Random play to so many discs, of games that are not over then.
fn random_positions(discs: u32, count: usize) -> Vec<FourInARow> {
    let mut dice = SmallRng::seed_from_u64(u64::from(discs));
    let games = std::iter::repeat_with(|| {
        let mut position = FourInARow::default();
        while position.plies() < discs {
            let moves = position.legal_moves().count();
            let pick = (moves > 0).then(|| dice.random_range(0..moves))?;
            let column = position.legal_moves().nth(pick)?;
            position.play_unchecked(column);
        }
        position.outcome().is_none().then_some(position)
    });
    games.flatten().take(count).collect()
}
