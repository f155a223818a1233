//! Boards smaller than 8x8, for which there are no pattern weights: exact null-window search, moves ordered by the
//! replies they leave and a short search with the positional evaluator.

use parlor_core::Limits;

use super::children::Child;
use super::endgame::{ENDGAME_EMPTIES, stability_cutoff};
use super::table::{Entry, NO_MOVE};
use super::worker::Worker;
use super::{FULL, Found};
use crate::bits::Bits;
use crate::reversi::discs::Discs;
use crate::reversi::evaluator::points;

/// From so many empty cells on a position stands for its mirror images and rotations.
const SYMMETRIC_FROM: u32 = 18;
/// From so many empty cells on threads avoid to search the same child at the same time.
const SHARED_FROM: u32 = 18;
/// From so many empty cells on a search of three plies orders the moves, below it one of one ply.
const DEEP_ORDERING: u32 = 16;
/// Weight of a reply in the ordering, in points of the evaluator, which counts 8 for it: few replies make a small tree.
const REPLY: i32 = 24;
const WORST: i32 = -1_000_000;

impl Worker<'_> {
    /// The exact margin, by null windows from the draw outwards.
    pub(super) fn solve_small<const SIZE: u32>(
        &mut self,
        discs: Discs<SIZE>,
        limits: &Limits,
        report: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        let empties = discs.empties();
        if limits.depth.is_some_and(|depth| depth < empties) {
            return None;
        }
        let (mut lower, mut upper) = (-Discs::<SIZE>::CELLS, Discs::<SIZE>::CELLS);
        let mut guess = 0;
        while lower < upper {
            // Margins are even, so a window between two of them decides (MTD(f)).
            let alpha = if guess == lower { guess + 1 } else { guess - 1 };
            let found = self.small(discs, alpha);
            if self.is_stopped {
                return None;
            }
            if found > alpha {
                lower = found;
            } else {
                upper = found;
            }
            guess = found;
        }
        let best = self.best_small(discs, lower)?;
        let nodes = self.total_nodes();
        let found = Found { best, margin: lower, depth: empties, selectivity: FULL, nodes };
        report(&found);
        Some(found)
    }

    /// A move that reaches the margin.
    fn best_small<const SIZE: u32>(&mut self, discs: Discs<SIZE>, margin: i32) -> Option<u8> {
        let moves = discs.moves();
        if moves == 0 {
            return Some(NO_MOVE);
        }
        let cell = Bits(moves).find(|cell| -self.small(discs.place(*cell), -margin) >= margin);
        if self.is_stopped { None } else { cell.map(|cell| cell as u8) }
    }

    fn small<const SIZE: u32>(&mut self, discs: Discs<SIZE>, alpha: i32) -> i32 {
        let empties = discs.empties();
        if empties <= ENDGAME_EMPTIES {
            return self.endgame(discs, alpha);
        }
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if let Some(upper) = stability_cutoff(discs, empties, alpha) {
            return upper;
        }
        let moves = discs.moves();
        if moves == 0 {
            let passed = discs.passed();
            return if passed.moves() == 0 {
                discs.margin()
            } else {
                -self.small(representative(passed, empties), -alpha - 1)
            };
        }
        let known = self.shared.table.get(discs).unwrap_or(Entry::NOTHING);
        if known.lower > alpha {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let mut children: Vec<Child<SIZE>> = Vec::with_capacity(moves.count_ones() as usize);
        for cell in Bits(moves) {
            let next = representative(discs.place(cell), empties - 1);
            if let Some(reply) = self.shared.table.get(next)
                && -reply.upper > alpha
            {
                return -reply.upper;
            }
            children.push(Child { discs: next, kept: (), cell: cell as u8, rank: 0 });
        }
        let plies = if empties >= DEEP_ORDERING { 3 } else { 1 };
        for child in &mut children {
            let replies = child.discs.moves().count_ones().cast_signed();
            child.rank = match child.cell {
                cell if cell == known.best => 2 * WORST,
                cell if cell == known.second => 2 * WORST + 1,
                _ => short(child.discs, plies, WORST, -WORST) + REPLY * replies,
            };
        }
        let is_shared = self.is_parallel && empties >= SHARED_FROM;
        let (best, best_cell) =
            self.best_child(&mut children, alpha, is_shared, |worker, child| worker.small(child.discs, -alpha - 1));
        if self.is_stopped {
            return alpha;
        }
        let (lower, upper) = if best > alpha { (best, known.upper) } else { (known.lower, best) };
        let entry = Entry { lower, upper, depth: empties, selectivity: FULL, best: best_cell, second: known.best };
        self.shared.table.store(discs, entry);
        best
    }
}

/// An early position stands for all its images.
fn representative<const SIZE: u32>(discs: Discs<SIZE>, empties: u32) -> Discs<SIZE> {
    if empties < SYMMETRIC_FROM { discs } else { discs.representative() }
}

/// A plain alpha-beta search to order moves with.
fn short<const SIZE: u32>(discs: Discs<SIZE>, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    let moves = discs.moves();
    if plies == 0 || moves == 0 {
        return points(discs);
    }
    let mut best = WORST;
    for cell in Bits(moves) {
        best = best.max(-short(discs.place(cell), plies - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
