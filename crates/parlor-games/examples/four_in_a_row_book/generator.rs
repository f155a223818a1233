//! Solving of all positions of a ply on several threads.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::{DiscScore, Solver, add_hard_positions, quiet_positions_after, write_book};

use crate::{Arguments, Checkpoint};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/four_in_a_row/solver/book.bin");
/// Neighboring positions that one thread solves in a row. They are similar, so a score is a good guess at the next one,
/// and they share a table (measured at ply 12: 15 % fewer nodes than with batches of 64).
const BATCH: usize = 4096;
/// Step between the batches that are solved one after the other, so that what is solved is always an even sample.
const BATCH_STRIDE: usize = 7919;
const SAVE_EVERY: Duration = Duration::from_mins(1);
const TABLE_MIB: u32 = 128;
/// First ply with one big table: a position takes milliseconds, and neighbors gain from a shared table. Before it, each
/// search fills the table by itself, and a table sized for the position is faster.
const SHARED_TABLE_FROM: u8 = 8;
/// Last ply whose positions are all stored: those of the next one would take about 5 MB.
const LAST_WHOLE_PLY: u8 = 12;

/// Positions of a ply with the scores found so far.
pub(crate) struct Generator {
    positions: Vec<FourInARow>,
    checkpoint: Checkpoint,
}

impl Generator {
    /// Enumerates the positions of a ply and reads the checkpoint, if there is one.
    pub(crate) fn resume(arguments: &Arguments) -> Result<Generator, String> {
        let positions = quiet_positions_after(u32::from(arguments.ply));
        let checkpoint = Checkpoint::read(&arguments.folder, arguments.ply, arguments.part, positions.len())?;
        Ok(Generator { positions, checkpoint })
    }

    /// Solves positions on all threads, and saves the checkpoint at intervals and at the end.
    pub(crate) fn solve(&self, arguments: &Arguments) -> Result<(), String> {
        let bar = ProgressBar::new(self.positions.len() as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len}, {elapsed}, {eta} to go") {
            bar.set_style(style);
        }
        bar.set_position(self.checkpoint.count_solved() as u64);
        bar.reset_eta();
        let (next, active_threads) = (AtomicUsize::new(0), AtomicUsize::new(arguments.threads));
        let result = std::thread::scope(|scope| {
            for _ in 0..arguments.threads {
                scope.spawn(|| {
                    self.solve_batches(arguments, &next, &bar);
                    active_threads.fetch_sub(1, Relaxed);
                });
            }
            let mut saved = Instant::now();
            while active_threads.load(Relaxed) > 0 {
                std::thread::sleep(Duration::from_millis(50));
                if saved.elapsed() >= SAVE_EVERY {
                    self.checkpoint.save()?;
                    saved = Instant::now();
                }
            }
            self.checkpoint.save()
        });
        bar.finish_and_clear();
        result
    }

    /// Runs on each thread: takes batches of positions until there are none, or the time is up.
    fn solve_batches(&self, arguments: &Arguments, next: &AtomicUsize, bar: &ProgressBar) {
        let mut solver = Solver::new(TABLE_MIB);
        if arguments.ply >= SHARED_TABLE_FROM {
            solver = solver.with_shared_table();
        }
        // Without the book: it may have the scores of hard positions already, and they would seem easy.
        let batches = self.positions.len().div_ceil(BATCH);
        let (part, parts) = arguments.part;
        loop {
            let ordinal = next.fetch_add(1, Relaxed) * parts + part;
            if ordinal >= batches {
                return;
            }
            // The stride is prime, and no multiple of it is a number of batches.
            let begin = ordinal * BATCH_STRIDE % batches * BATCH;
            let end = (begin + BATCH).min(self.positions.len());
            // Entries of the previous batch would only take space.
            solver.reset();
            let mut guess = DiscScore::default();
            for index in begin..end {
                if arguments.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return;
                }
                if self.checkpoint.score(index).is_none() {
                    let before = solver.nodes();
                    guess = solver.score_near(&self.positions[index], guess);
                    self.checkpoint.store(index, guess, solver.nodes() - before);
                    bar.inc(1);
                }
            }
        }
    }

    /// Writes the book if there is something to write; returns a message for the user.
    pub(crate) fn finish(&self, arguments: &Arguments) -> Result<String, String> {
        let (solved, all, ply) = (self.checkpoint.count_solved(), self.positions.len(), arguments.ply);
        if let Some(nodes) = arguments.hard {
            return self.add_hard_positions(ply, nodes);
        }
        if solved < all {
            return Ok(format!("{solved} of {all} positions are solved; run the same command again to continue"));
        }
        if ply > LAST_WHOLE_PLY {
            return Ok(format!("all {all} positions are solved; --hard NODES adds those that took more to the book"));
        }
        let scores: Vec<DiscScore> = (0..all).filter_map(|index| self.checkpoint.score(index)).collect();
        let book = write_book(ply, &scores).map_err(|error| error.to_string())?;
        fs::write(BOOK, &book).map_err(|error| format!("{BOOK}: {error}"))?;
        Ok(format!("{BOOK}: {} bytes for all positions up to ply {ply}", book.len()))
    }

    /// Adds the solved positions that took more than this many nodes to the book. Not all have to be solved.
    fn add_hard_positions(&self, ply: u8, nodes: u64) -> Result<String, String> {
        let read = fs::read(BOOK).map_err(|error| format!("{BOOK}: {error}"))?;
        let hard_score = |index| self.checkpoint.score(index).filter(|_| self.checkpoint.has_cost_above(index, nodes));
        let stored = (0..self.positions.len()).filter(|&index| hard_score(index).is_some()).count();
        let positions = self.positions.iter().enumerate().map(|(index, position)| (*position, hard_score(index)));
        let book = add_hard_positions(&read, ply, positions).map_err(|error| error.to_string())?;
        fs::write(BOOK, &book).map_err(|error| format!("{BOOK}: {error}"))?;
        let (solved, all) = (self.checkpoint.count_solved(), self.positions.len());
        let solved = format!("{stored} hard positions of ply {ply}, of {solved} solved and {all} in all");
        Ok(format!("{BOOK}: {} bytes with {solved}", book.len()))
    }
}
