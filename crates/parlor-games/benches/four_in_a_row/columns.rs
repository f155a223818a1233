//! Time to score all columns of a position with the book, by number of discs: the delay that a player sees.

use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::{Solver, quiet_positions_after};

use crate::cpu_time::thread_cpu_time;
use crate::random_positions;

const DISCS: [u32; 12] = [0, 2, 4, 6, 8, 10, 11, 12, 13, 14, 16, 20];
/// Positions of random play per number of discs.
const COUNT: usize = 500;
/// The plies at which positions are sampled evenly, around the last ones of the book.
const EVEN_DISCS: [u32; 3] = [12, 13, 14];
/// Positions sampled evenly at each.
const EVEN_COUNT: usize = 2000;

/// Prints the time distribution for positions of random play, and for positions sampled evenly.
pub(crate) fn measure_all_columns() {
    println!("\nall columns with the book, in ms of processor time");
    println!("{:<16} {:>8} {:>8} {:>8} {:>8} {:>8}", "discs", "mean", "90 %", "99 %", "worst", "> 50");
    for discs in DISCS {
        measure(&format!("{discs}"), &random_positions(discs, COUNT));
    }
    // Random play reaches easy positions more often than hard ones; these are sampled from all positions that the next
    // disc does not decide.
    for discs in EVEN_DISCS {
        let all = quiet_positions_after(discs);
        let positions: Vec<FourInARow> = all.iter().step_by(all.len() / EVEN_COUNT).take(EVEN_COUNT).copied().collect();
        measure(&format!("{discs}, evenly"), &positions);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
/// Prints one row: the mean, percentiles and worst time of positions.
fn measure(name: &str, positions: &[FourInARow]) {
    let mut solver = Solver::new(128).with_book();
    let time = |position: &FourInARow| {
        solver.reset();
        let start = thread_cpu_time();
        assert!(!solver.column_scores(position).is_empty());
        thread_cpu_time().saturating_sub(start).as_secs_f64() * 1e3
    };
    let mut times: Vec<f64> = positions.iter().map(time).collect();
    times.sort_by(f64::total_cmp);
    let count = times.len();
    let mean = times.iter().sum::<f64>() / count as f64;
    let slow = times.iter().filter(|time| **time > 50.0).count();
    let [p90, p99, worst] = [count * 9 / 10, count * 99 / 100, count - 1].map(|index| times[index]);
    println!("{name:<16} {mean:>8.2} {p90:>8.2} {p99:>8.2} {worst:>8.2} {slow:>8}");
}
