//! Labels positions by search, on all threads: exactly near the end of the game, by a search of fixed depth before.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use parlor_core::Limits;
use parlor_games::reversi::Discs;
use parlor_games::reversi::patterns::{PatternWeights, UNIT};
use parlor_games::reversi::search::Searcher;

use crate::samples::Sample;

/// Small, because every position is another one.
const TABLE_MIB: u32 = 4;

/// Settings of the labelling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labelling {
    /// Up to so many empty cells exactly.
    pub(crate) exact_empties: u32,
    /// Up to so many empty cells by a selective search to the end of the game.
    pub(crate) selective_empties: u32,
    /// Plies before.
    pub(crate) depth: u32,
    pub(crate) threads: usize,
}

impl Labelling {
    /// Sampling interval by the number of empty cells: labels are cheapest near the end, and dearest where searches to
    /// the end are long.
    fn interval(&self, empties: u32) -> usize {
        if empties + 2 <= self.exact_empties {
            1
        } else if empties <= self.selective_empties {
            4
        } else {
            2
        }
    }
}

/// The selectivity of searches to the end of the game.
const SELECTIVITY: u8 = 0;

/// The value for the side to move, in discs.
pub(crate) fn value(searcher: &mut Searcher, discs: Discs<8>, labelling: &Labelling) -> i32 {
    if discs.moves() == 0 && discs.passed().moves() == 0 {
        return discs.margin();
    }
    let empties = discs.empties();
    if (labelling.exact_empties + 1..=labelling.selective_empties).contains(&empties) {
        return searcher.selective_margin(discs, SELECTIVITY).unwrap_or(0);
    }
    let limits = if empties <= labelling.exact_empties { Limits::none() } else { Limits::depth(labelling.depth) };
    searcher.search(discs, &limits, &mut |_| {}).map_or(0, |found| found.margin)
}

/// Calls `work` with the numbers below `count`, on all threads, and collects what it gives, in order.
pub(crate) fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    weights: &'static PatternWeights,
    work: impl Fn(&mut Searcher, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut searcher = Searcher::new(TABLE_MIB, 1).with_weights(weights);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= count {
                        break;
                    }
                    searcher.clear();
                    let result = work(&mut searcher, number);
                    if let Ok(mut done) = done.lock() {
                        done.push((number, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Labels positions of the games that are neither openings nor full: one of `every` times the sampling interval, starting
/// at another one for each `round`.
pub(crate) fn label_games(
    games: &[Vec<Discs<8>>],
    every: usize,
    round: u32,
    labelling: &Labelling,
    weights: &'static PatternWeights,
) -> Vec<Sample> {
    const FIRST_DISCS: u32 = 6;
    let label = |searcher: &mut Searcher, number: usize| {
        let positions = games[number].iter().enumerate().filter(|(ply, discs)| {
            let empties = discs.empties();
            let interval = every * labelling.interval(empties);
            (ply + number + round as usize).is_multiple_of(interval) && empties > 1 && empties + FIRST_DISCS <= 64
        });
        let sample = |(_, discs): (usize, &Discs<8>)| {
            let value = (value(searcher, *discs, labelling) * UNIT) as i16;
            Sample { discs: *discs, value, game: number as u16 }
        };
        positions.map(sample).collect::<Vec<_>>()
    };
    in_parallel(games.len(), labelling.threads, weights, label).into_iter().flatten().collect()
}

/// Labels all positions of finished games with the first exact value of the game: all that can be had without an
/// evaluator.
pub(crate) fn label_by_result(
    games: &[Vec<Discs<8>>],
    labelling: &Labelling,
    weights: &'static PatternWeights,
) -> Vec<Sample> {
    let label = |searcher: &mut Searcher, number: usize| {
        let game = &games[number];
        let sample =
            |discs: &Discs<8>, value: i32| Sample { discs: *discs, value: (value * UNIT) as i16, game: number as u16 };
        let is_exact = |discs: &Discs<8>| discs.empties() <= labelling.exact_empties;
        let Some(first_exact) = game.iter().position(is_exact) else { return Vec::new() };
        let mut result = value(searcher, game[first_exact], labelling);
        let mut samples = Vec::new();
        for discs in game[..first_exact].iter().rev() {
            // If the side to move had to pass, the next position has the same side to move.
            result = if discs.moves() == 0 { result } else { -result };
            samples.push(sample(discs, result));
        }
        for discs in game[first_exact..].iter().filter(|discs| discs.empties() > 1) {
            samples.push(sample(discs, value(searcher, *discs, labelling)));
        }
        samples
    };
    in_parallel(games.len(), labelling.threads, weights, label).into_iter().flatten().collect()
}
