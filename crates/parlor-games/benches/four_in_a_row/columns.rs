//! How long all columns of a position take with the book, by discs: what somebody who plays waits for.

use std::time::Instant;

use parlor_core::Game;
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::{Solver, quiet_positions_after};

use crate::random_positions;

const DISCS: [u32; 12] = [0, 2, 4, 6, 8, 10, 11, 12, 13, 14, 16, 20];
const COUNT: usize = 500;

pub(crate) fn all_columns() {
    println!("\nall columns with the book, in ms");
    println!("{:<16} {:>8} {:>8} {:>8} {:>8} {:>8}", "discs", "mean", "90 %", "99 %", "worst", "> 50");
    for discs in DISCS {
        measure(&format!("{discs}"), &random_positions(discs, COUNT));
    }
    // Random play comes to easy positions more often than to hard ones; these are drawn from all that the next disc
    // does not decide.
    let mut positions = evenly_drawn();
    for discs in 12..=16 {
        measure(&format!("{discs}, evenly"), &positions);
        positions = positions.iter().enumerate().filter_map(|(place, position)| onward(position, place)).collect();
    }
}

fn evenly_drawn() -> Vec<FourInARow> {
    let all = quiet_positions_after(12);
    all.iter().step_by(all.len() / COUNT).take(COUNT).copied().collect()
}

/// After one of the moves that do not end the game, each as likely.
fn onward(position: &FourInARow, place: usize) -> Option<FourInARow> {
    let next = position.legal_moves().map(|column| position.after(column)).filter(|next| next.outcome().is_none());
    let next: Vec<FourInARow> = next.collect();
    next.get(place % next.len().max(1)).copied()
}

#[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
fn measure(name: &str, positions: &[FourInARow]) {
    let mut solver = Solver::new(128).with_book();
    let time = |position: &FourInARow| {
        solver.forget();
        let begun = Instant::now();
        assert!(!solver.column_scores(position).is_empty());
        begun.elapsed().as_secs_f64() * 1e3
    };
    let mut times: Vec<f64> = positions.iter().map(time).collect();
    times.sort_by(f64::total_cmp);
    let count = times.len();
    let mean = times.iter().sum::<f64>() / count as f64;
    let slow = times.iter().filter(|time| **time > 50.0).count();
    let [most, nearly_all, worst] = [count * 9 / 10, count * 99 / 100, count - 1].map(|place| times[place]);
    println!("{name:<16} {mean:>8.2} {most:>8.2} {nearly_all:>8.2} {worst:>8.2} {slow:>8}");
}
