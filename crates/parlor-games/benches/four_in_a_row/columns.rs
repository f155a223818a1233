//! How long all columns of a position take with the book, by discs: what somebody who plays waits for.

use std::time::Instant;

use parlor_games::four_in_a_row::solver::Solver;

use crate::random_positions;

const DISCS: [u32; 12] = [0, 2, 4, 6, 8, 10, 11, 12, 13, 14, 16, 20];
const COUNT: usize = 500;

#[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
pub(crate) fn all_columns() {
    println!(
        "\nall columns with the book, in ms\n{:>5} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "discs", "mean", "90 %", "99 %", "worst", "> 50"
    );
    let mut solver = Solver::new(128).with_book();
    for discs in DISCS {
        let mut times: Vec<f64> = random_positions(discs, COUNT)
            .iter()
            .map(|position| {
                solver.forget();
                let begun = Instant::now();
                assert!(!solver.column_scores(position).is_empty());
                begun.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / COUNT as f64;
        let slow = times.iter().filter(|time| **time > 50.0).count();
        let [most, nearly_all, worst] = [COUNT * 9 / 10, COUNT * 99 / 100, COUNT - 1].map(|place| times[place]);
        println!("{discs:>5} {mean:>8.2} {most:>8.2} {nearly_all:>8.2} {worst:>8.2} {slow:>8}");
    }
}
