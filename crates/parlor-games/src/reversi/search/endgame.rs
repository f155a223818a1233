//! The endgame with null windows: exact, without the evaluator. Up to `SHALLOW` empty cells parity orders the
//! moves, and below nothing is stored; above, the moves that leave the opponent fewest replies come first (fastest
//! first), with enhanced transposition cutoffs.

use super::last_empties::{NONE, odd_quarters};
use super::near_children::NearChildren;
use super::stability::stable_discs;
use super::table::NO_MOVE;
use super::worker::Worker;
use crate::bits::Bits;
use crate::reversi::discs::Discs;

/// Up to so many empty cells there is no sorting, and below there is no table.
const SHALLOW: u32 = 6;
/// With so many empty cells or fewer an exact search goes on here: without the evaluator, and with the table of its thread
/// alone.
pub(super) const ENDGAME_EMPTIES: u32 = 12;
/// Up to so many empty cells two groups hold all children, and these are not looked up in the table before any of them is
/// searched. Above, looking them up saves 4 % of the nodes.
const FEW: u32 = 8;

/// A bound on every margin that can still be reached, if stability decides that it is at most `alpha`.
#[inline]
pub(super) fn stability_cutoff<const SIZE: u32>(discs: Discs<SIZE>, empties: u32, alpha: i32) -> Option<i32> {
    // Measured: on 8x8 nothing is decided without a corner, and the more cells are empty the fewer discs are stable. A
    // test that fails here costs more than it saves.
    let most_stable = discs.other.count_ones().cast_signed() - 2 - empties.cast_signed();
    let has_corner = SIZE < 8 || discs.other & Discs::<SIZE>::CORNERS != 0;
    if Discs::<SIZE>::CELLS - 2 * most_stable > alpha || !has_corner {
        return None;
    }
    let stable = stable_discs::<SIZE>(discs.other, discs.mover).count_ones().cast_signed();
    let upper = Discs::<SIZE>::CELLS - 2 * stable;
    (upper <= alpha).then_some(upper)
}

impl Worker<'_> {
    /// Whether the margin is above `alpha`: a bound on the right side of it. 0 to 12 empty cells.
    pub(super) fn endgame<const SIZE: u32>(&mut self, discs: Discs<SIZE>, alpha: i32) -> i32 {
        let empties = discs.empties();
        debug_assert!(empties <= ENDGAME_EMPTIES, "{empties} empty cells");
        match empties {
            0..=4 => discs.last_cells(alpha, &mut self.nodes),
            5 => self.five(discs, alpha),
            _ => self.with_moves(discs, discs.moves(), empties, alpha),
        }
    }

    /// Six empty cells or more. With the moves of the side to move, which the caller knows.
    #[inline]
    fn with_moves<const SIZE: u32>(&mut self, discs: Discs<SIZE>, moves: u64, empties: u32, alpha: i32) -> i32 {
        match empties {
            SHALLOW => self.six(discs, moves, alpha),
            ..=FEW => self.near::<SIZE, 2>(discs, moves, empties, alpha),
            _ => self.near::<SIZE, 4>(discs, moves, empties, alpha),
        }
    }

    fn five<const SIZE: u32>(&mut self, discs: Discs<SIZE>, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if let Some(upper) = stability_cutoff(discs, 5, alpha) {
            return upper;
        }
        let (empty, nodes) = (discs.empty(), &mut self.nodes);
        let best = discs.best_of(alpha, empty, |next, alpha, _| next.last_four(alpha, nodes));
        if best != NONE {
            return best;
        }
        let best = discs.passed().best_of(-alpha - 1, empty, |next, alpha, _| next.last_four(alpha, nodes));
        if best == NONE { discs.margin() } else { -best }
    }

    fn six<const SIZE: u32>(&mut self, discs: Discs<SIZE>, moves: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if let Some(upper) = stability_cutoff(discs, 6, alpha) {
            return upper;
        }
        if moves == 0 {
            let (passed, moves) = (discs.passed(), discs.passed().moves());
            return if moves == 0 { discs.margin() } else { -self.six(passed, moves, -alpha - 1) };
        }
        if let Some(bound) = self.local.get(discs).deciding(alpha) {
            return bound;
        }
        let best = self.best_of_six(discs, moves, alpha);
        if self.is_stopped {
            return alpha;
        }
        self.local.store(discs, best, alpha, NO_MOVE);
        best
    }

    /// The best child, up to the first above `alpha`, those in odd quarters first.
    #[inline]
    fn best_of_six<const SIZE: u32>(&mut self, discs: Discs<SIZE>, moves: u64, alpha: i32) -> i32 {
        let odd = odd_quarters(discs.empty());
        let mut best = NONE;
        for cells in [moves & odd, moves & !odd] {
            for cell in Bits(cells) {
                best = best.max(-self.five(discs.place(cell), -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Seven empty cells or more, no more than four for each group of children.
    fn near<const SIZE: u32, const GROUPS: usize>(
        &mut self,
        discs: Discs<SIZE>,
        moves: u64,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if let Some(upper) = stability_cutoff(discs, empties, alpha) {
            return upper;
        }
        let known = self.local.get(discs);
        if let Some(bound) = known.deciding(alpha) {
            return bound;
        }
        if moves == 0 {
            let (passed, moves) = (discs.passed(), discs.passed().moves());
            return if moves == 0 { discs.margin() } else { -self.with_moves(passed, moves, empties, -alpha - 1) };
        }
        let empty = discs.empty();
        let mut children = NearChildren::<SIZE, GROUPS>::new();
        children.make(discs, moves);
        if empties > FEW {
            for next in children.positions() {
                let bound = -i32::from(self.local.get(next).upper);
                if bound > alpha {
                    return bound;
                }
            }
        }
        children.rank(empty, odd_quarters(empty), known.best);
        let (mut best, mut best_cell) = (NONE, NO_MOVE);
        while let Some(child) = children.next(empty) {
            let found = -self.with_moves(child.discs, child.moves, empties - 1, -alpha - 1);
            if self.is_stopped {
                return alpha;
            }
            if found > best {
                (best, best_cell) = (found, child.cell);
                if best > alpha {
                    break;
                }
            }
        }
        self.local.store(discs, best, alpha, best_cell);
        best
    }
}
