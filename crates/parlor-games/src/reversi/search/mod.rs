//! Search of Reversi: principal variation search with pattern evaluation, selective by multi-ProbCut, and an
//! exact endgame. All threads share one transposition table.

mod children;
mod endgame;
mod last_empties;
mod last_flip;
mod local_table;
mod midgame;
mod near_children;
mod node;
mod probcut;
mod root;
mod small_board;
mod stability;
mod table;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use parlor_core::Limits;

use super::discs::Discs;
use super::patterns::{Features, PatternWeights, UNIT, built_in, built_in_effort};
use crate::in_progress::InProgress;
use endgame::ENDGAME_EMPTIES;
use local_table::LocalTable;
use node::Node;
pub use probcut::PERCENT;
use root::Goal;
pub use table::NO_MOVE;
use table::TranspositionTable;
use worker::{Shared, Weights, Worker};

/// The selectivity that cuts nothing off by prediction.
pub const FULL: u8 = 5;

/// Result of one search of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best cell; `NO_MOVE` for a pass.
    pub best: u8,
    /// For the side to move, in discs.
    pub margin: i32,
    pub depth: u32,
    pub selectivity: u8,
    pub nodes: u64,
}

impl Found {
    /// Whether the margin is proved.
    pub fn is_exact(&self, empties: u32) -> bool {
        self.depth >= empties && self.selectivity == FULL
    }
}

/// A search with its tables, kept from move to move.
#[derive(Debug)]
pub struct Searcher {
    shared: Shared,
    /// One for each thread.
    locals: Vec<LocalTable>,
    weights: Weights,
}

impl Searcher {
    pub fn new(table_mib: u32, threads: usize) -> Searcher {
        Searcher {
            shared: Shared {
                table: TranspositionTable::new(table_mib),
                in_progress: InProgress::default(),
                is_done: AtomicBool::new(false),
                nodes: AtomicU64::new(0),
            },
            locals: (0..threads.max(1)).map(|_| LocalTable::new()).collect(),
            weights: Weights { value: built_in(), effort: built_in_effort() },
        }
    }

    /// Replaces the built-in weights of values, for training.
    #[must_use]
    pub fn with_weights(self, value: &'static PatternWeights) -> Searcher {
        Searcher { weights: Weights { value, ..self.weights }, ..self }
    }

    /// Clears all tables, as for a new game.
    pub fn clear(&mut self) {
        self.shared.table.clear();
        self.locals.iter_mut().for_each(LocalTable::clear);
    }

    /// Deepens step by step, to the exact result if the limits allow, and reports each finished step. `None` if not
    /// even the first one was finished.
    pub fn search(&mut self, discs: Discs<8>, limits: &Limits, report: &mut dyn FnMut(&Found)) -> Option<Found> {
        self.search_for(Goal::Margin, discs, limits, report)
    }

    /// Whether the side to move wins: the sign of the margin is exact, the margin itself is a bound. Cheaper than the
    /// margin. `None` out of limits.
    pub fn search_outcome(&mut self, discs: Discs<8>, limits: &Limits) -> Option<Found> {
        self.search_for(Goal::Outcome, discs, limits, &mut |_| {}).filter(|found| found.is_exact(discs.empties()))
    }

    /// The margin that a search to the end with a selectivity finds: to label positions for training.
    pub fn selective_margin(&mut self, discs: Discs<8>, selectivity: u8) -> Option<i32> {
        self.search_for(Goal::Selective(selectivity), discs, &Limits::none(), &mut |_| {}).map(|found| found.margin)
    }

    fn search_for(
        &mut self,
        goal: Goal,
        discs: Discs<8>,
        limits: &Limits,
        report: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        self.on_all_threads(limits, report, |worker, report| worker.deepen(discs, goal, limits, report))
    }

    /// Runs a search on all threads; the first one reports and gives the result.
    fn on_all_threads(
        &mut self,
        limits: &Limits,
        report: &mut dyn FnMut(&Found),
        search: impl Fn(&mut Worker<'_>, &mut dyn FnMut(&Found)) -> Option<Found> + Sync,
    ) -> Option<Found> {
        self.shared.is_done.store(false, Relaxed);
        self.shared.nodes.store(0, Relaxed);
        self.shared.in_progress.clear();
        let (shared, weights, threads) = (&self.shared, self.weights, self.locals.len());
        let (first, others) = self.locals.split_first_mut()?;
        let search = &search;
        thread::scope(|scope| {
            for local in others {
                scope.spawn(move || search(&mut Worker::new(shared, local, weights, limits, threads), &mut |_| {}));
            }
            let found = search(&mut Worker::new(shared, first, weights, limits, threads), report);
            shared.is_done.store(true, Relaxed);
            found
        })
    }

    /// On a board of any size; below 8x8 only an exact result is reported.
    pub fn search_any<const SIZE: u32>(
        &mut self,
        discs: Discs<SIZE>,
        limits: &Limits,
        report: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        if SIZE == 8 {
            return self.search(Discs { mover: discs.mover, other: discs.other }, limits, report);
        }
        self.on_all_threads(limits, report, |worker, report| worker.solve_small(discs, limits, report))
    }

    /// The expected continuation, as far as the table remembers it.
    pub fn remembered_line(&self, discs: Discs<8>, found: &Found) -> Vec<u8> {
        follow(discs, found.best, |next, _| self.shared.table.get(next).map_or(NO_MOVE, |entry| entry.best))
    }

    /// An estimated margin with its fraction, in [units](UNIT) of a disc: the estimate at the end of the expected line, which
    /// the search rounds. `None` where the table has lost the line.
    pub fn fine_margin(&self, discs: Discs<8>, found: &Found) -> Option<i32> {
        let (mut end, mut plies, mut sign) = (discs, 0, 1);
        for cell in self.remembered_line(discs, found) {
            if plies == found.depth {
                break;
            }
            plies += u32::from(cell != NO_MOVE);
            end = if cell == NO_MOVE { end.passed() } else { end.place(u32::from(cell)) };
            sign = -sign;
        }
        let margin = sign * self.weights.value.sum(&Features::new(end), 64 - end.empties());
        (plies == found.depth && (margin - found.margin * UNIT).abs() <= UNIT / 2).then_some(margin)
    }

    /// The calling thread alone, without limits.
    fn worker(&mut self) -> Worker<'_> {
        self.shared.is_done.store(false, Relaxed);
        Worker::new(&self.shared, &mut self.locals[0], self.weights, &Limits::none(), 1)
    }

    /// The rest of the game after an exact search; the search is repeated where the table has lost the line.
    pub fn line(&mut self, discs: Discs<8>, found: &Found) -> Vec<u8> {
        follow(discs, found.best, |next, plies| {
            let margin = if plies % 2 == 0 { found.margin } else { -found.margin };
            self.exact_best(next, margin)
        })
    }

    fn exact_best(&mut self, discs: Discs<8>, margin: i32) -> u8 {
        let mut worker = self.worker();
        worker.pv(&Node::new(discs, &Features::new(discs)), [margin - 1, margin + 1], discs.empties(), FULL);
        worker.last_best
    }
}

/// Longer than any game, passes included.
const LONGEST_LINE: usize = 128;

/// Plays moves, from the first one on, until the game is over or there is none that is legal.
fn follow(mut discs: Discs<8>, first: u8, mut next: impl FnMut(Discs<8>, usize) -> u8) -> Vec<u8> {
    let (mut line, mut cell) = (Vec::new(), first);
    while line.len() < LONGEST_LINE {
        let moves = discs.moves();
        if moves == 0 && discs.passed().moves() == 0 {
            break;
        }
        if moves == 0 {
            cell = NO_MOVE;
        } else if cell == NO_MOVE || moves >> (cell & 63) & 1 == 0 {
            break;
        }
        line.push(cell);
        discs = if cell == NO_MOVE { discs.passed() } else { discs.place(u32::from(cell)) };
        cell = next(discs, line.len());
    }
    line
}

impl Searcher {
    /// The value of a plain search to a depth, without selectivity: to measure the errors of selective ones.
    pub fn plain(&mut self, discs: Discs<8>, depth: u32) -> i32 {
        self.worker().pv(&Node::new(discs, &Features::new(discs)), [-64, 64], depth, FULL)
    }

    /// Whether the margin is above `alpha`, and the nodes it takes to find out: to measure how much work a child is.
    pub fn is_above(&mut self, discs: Discs<8>, alpha: i32) -> (bool, u64) {
        let (features, empties) = (Features::new(discs), discs.empties());
        let mut worker = self.worker();
        let found = if empties <= ENDGAME_EMPTIES {
            worker.endgame(discs, alpha)
        } else {
            let node = Node { expects_cutoff: false, ..Node::new(discs, &features) };
            worker.null_window(&node, empties, alpha, FULL)
        };
        (found > alpha, worker.nodes)
    }
}
