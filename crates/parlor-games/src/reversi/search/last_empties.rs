//! The last four empty cells: no move generation, no table, null windows only. Each function returns the margin
//! if it is decided by the window, otherwise a bound on the right side of it (fail-soft).

use super::last_flip::last_flip_count;
use crate::bits::Bits;
use crate::reversi::bitboard::neighbours;
use crate::reversi::discs::Discs;

/// Below every margin: no move was found yet.
pub(super) const NONE: i32 = -100;

/// The cells of the quarters with an odd number of empty cells: the side that moves there first also moves last.
#[inline]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    // The parity of four columns, then of four rows, ends in the lowest cell of each quarter.
    let mut parity = empty ^ empty >> 1;
    parity ^= parity >> 2;
    parity ^= parity >> 8;
    parity ^= parity >> 16;
    (parity & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}

/// The cells where a move may turn something, those in odd quarters first.
#[inline]
fn candidates(other: u64, empty: u64) -> [Bits; 2] {
    let (near, odd) = (empty & neighbours(other), odd_quarters(empty));
    [Bits(near & odd), Bits(near & !odd)]
}

/// Three empty cells, the one that is alone in its quarter first.
#[inline]
fn lone_first(empty: u64) -> [u32; 3] {
    let rest = empty & empty.wrapping_sub(1);
    let [a, b, c] = [empty.trailing_zeros(), rest.trailing_zeros(), (rest | 1).ilog2()];
    let share_quarter = |one: u32, two: u32| (one ^ two) & 0o44 == 0;
    if share_quarter(a, b) {
        [c, a, b]
    } else if share_quarter(a, c) {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

impl<const SIZE: u32> Discs<SIZE> {
    /// One empty cell: the side to move takes it if it can, otherwise the opponent.
    #[inline]
    fn last_one(self, alpha: i32, cell: u32) -> i32 {
        // With the cell, but nothing turned.
        let most = 2 * self.mover.count_ones().cast_signed() + 2 - Self::CELLS;
        let turned = last_flip_count(self.mover, cell);
        if turned != 0 {
            return most + 2 * turned;
        }
        if most <= alpha {
            return most;
        }
        let turned = last_flip_count(self.other, cell);
        if turned != 0 {
            return most - 2 - 2 * turned;
        }
        // The empty cell counts for the winner.
        if most >= 2 { most } else { most - 2 }
    }

    /// Two empty cells; `NONE` without a move.
    #[expect(clippy::inline_always, reason = "called twice; a call takes 1 % of the time of endgames")]
    #[inline(always)]
    fn best_of_two(self, alpha: i32, [one, two]: [u32; 2], nodes: &mut u64) -> i32 {
        let mut best = NONE;
        for (cell, last) in [(one, two), (two, one)] {
            let turned = self.turned_nearby(cell);
            if turned != 0 {
                *nodes += 1;
                best = best.max(-self.after(cell, turned).last_one(-alpha - 1, last));
                if best > alpha {
                    break;
                }
            }
        }
        best
    }

    fn last_two(self, alpha: i32, empty: [u32; 2], nodes: &mut u64) -> i32 {
        *nodes += 1;
        let best = self.best_of_two(alpha, empty, nodes);
        if best == NONE { self.pass_two(alpha, empty, nodes) } else { best }
    }

    /// Two empty cells and no move: a pass, or the end of the game. Apart, so that the common case stays small.
    #[inline(never)]
    fn pass_two(self, alpha: i32, empty: [u32; 2], nodes: &mut u64) -> i32 {
        let best = self.passed().best_of_two(-alpha - 1, empty, nodes);
        if best == NONE { self.margin() } else { -best }
    }

    /// Three empty cells; `NONE` without a move.
    #[expect(clippy::inline_always, reason = "as with two empty cells")]
    #[inline(always)]
    fn best_of_three(self, alpha: i32, [a, b, c]: [u32; 3], nodes: &mut u64) -> i32 {
        let mut best = NONE;
        for (cell, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let turned = self.turned_nearby(cell);
            if turned != 0 {
                best = best.max(-self.after(cell, turned).last_two(-alpha - 1, rest, nodes));
                if best > alpha {
                    break;
                }
            }
        }
        best
    }

    fn last_three(self, alpha: i32, empty: u64, nodes: &mut u64) -> i32 {
        *nodes += 1;
        let empty = lone_first(empty);
        let best = self.best_of_three(alpha, empty, nodes);
        if best == NONE { self.pass_three(alpha, empty, nodes) } else { best }
    }

    /// Like `pass_two`, with three empty cells.
    #[inline(never)]
    fn pass_three(self, alpha: i32, empty: [u32; 3], nodes: &mut u64) -> i32 {
        let best = self.passed().best_of_three(-alpha - 1, empty, nodes);
        if best == NONE { self.margin() } else { -best }
    }

    /// Four empty cells.
    pub(super) fn last_four(self, alpha: i32, nodes: &mut u64) -> i32 {
        *nodes += 1;
        let empty = self.empty();
        let best = self.best_of(alpha, empty, |next, alpha, rest| next.last_three(alpha, rest, nodes));
        if best != NONE {
            return best;
        }
        let best = self.passed().best_of(-alpha - 1, empty, |next, alpha, rest| next.last_three(alpha, rest, nodes));
        if best == NONE { self.margin() } else { -best }
    }

    /// The best child, up to the first above `alpha`; `NONE` without a move.
    #[inline]
    pub(super) fn best_of(self, alpha: i32, empty: u64, mut search: impl FnMut(Self, i32, u64) -> i32) -> i32 {
        let mut best = NONE;
        for cells in candidates(self.other, empty) {
            for cell in cells {
                let turned = self.turned(cell);
                if turned != 0 {
                    best = best.max(-search(self.after(cell, turned), -alpha - 1, empty & !(1 << cell)));
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// At most four empty cells.
    pub(super) fn last_cells(self, alpha: i32, nodes: &mut u64) -> i32 {
        let empty = self.empty();
        match empty.count_ones() {
            0 => self.margin(),
            1 => self.last_one(alpha, empty.trailing_zeros()),
            2 => self.last_two(alpha, [empty.trailing_zeros(), empty.ilog2()], nodes),
            3 => self.last_three(alpha, empty, nodes),
            _ => self.last_four(alpha, nodes),
        }
    }
}
