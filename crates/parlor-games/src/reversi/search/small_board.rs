//! Boards smaller than 8x8, for which there are no pattern weights: exact null-window search, moves ordered by a
//! short search with the positional evaluator.

use parlor_core::Limits;

use super::endgame::stability_cutoff;
use super::table::{Entry, NO_MOVE};
use super::worker::Worker;
use super::{FULL, Found};
use crate::bits::Bits;
use crate::reversi::discs::Discs;
use crate::reversi::evaluator::points;

/// With so many empty cells or fewer the endgame search takes over.
const ENDGAME_EMPTIES: u32 = 12;
/// From so many empty cells on a search of two plies orders the moves, below it one of one ply.
const DEEP_ORDERING: u32 = 16;
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
            return if passed.moves() == 0 { discs.margin() } else { -self.small(passed, -alpha - 1) };
        }
        let known = self.shared.table.get(discs).unwrap_or(Entry::NOTHING);
        if known.lower > alpha {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let mut children: Vec<(i32, u8, Discs<SIZE>)> = Vec::with_capacity(moves.count_ones() as usize);
        for cell in Bits(moves) {
            let next = discs.place(cell);
            if let Some(reply) = self.shared.table.get(next)
                && -reply.upper > alpha
            {
                return -reply.upper;
            }
            let plies = if empties >= DEEP_ORDERING { 2 } else { 1 };
            let rank = if known.best == cell as u8 { WORST } else { short(next, plies, WORST, -WORST) };
            children.push((rank, cell as u8, next));
        }
        children.sort_unstable_by_key(|(rank, cell, _)| (*rank, *cell));
        let (mut best, mut best_cell) = (-Discs::<SIZE>::CELLS - 1, NO_MOVE);
        for (_, cell, next) in children {
            let found = -self.small(next, -alpha - 1);
            if self.is_stopped {
                return alpha;
            }
            if found > best {
                (best, best_cell) = (found, cell);
                if best > alpha {
                    break;
                }
            }
        }
        let (lower, upper) = if best > alpha { (best, known.upper) } else { (known.lower, best) };
        let entry = Entry { lower, upper, depth: empties, selectivity: FULL, best: best_cell, second: NO_MOVE };
        self.shared.table.store(discs, entry);
        best
    }
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
