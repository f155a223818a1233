//! The last four empty cells: no move generation, no table, null windows only. Each function returns the margin
//! if it is decided by the window, otherwise a bound on the right side of it (fail-soft).

use super::last_flip::last_flip_count;
use crate::reversi::discs::Discs;

/// Below every margin: no move was found yet.
const NONE: i32 = -100;

const QUARTERS: [u64; 4] = [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The cells of the quarters with an odd number of empty cells: the side that moves there first also moves last.
#[inline]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    QUARTERS.iter().fold(0, |odd, quarter| if (empty & quarter).count_ones() % 2 == 1 { odd | quarter } else { odd })
}

impl<const SIZE: u32> Discs<SIZE> {
    /// One empty cell: the side to move takes it if it can, otherwise the opponent.
    #[inline]
    fn last_one(self, cell: u32) -> i32 {
        let mine = self.mover.count_ones().cast_signed();
        let turned = last_flip_count(self.mover, cell);
        if turned != 0 {
            return 2 * (mine + turned + 1) - Self::CELLS;
        }
        let turned = last_flip_count(self.other, cell);
        if turned != 0 {
            return 2 * (mine - turned) - Self::CELLS;
        }
        // The empty cell counts for the winner.
        2 * (mine + i32::from(2 * mine >= Self::CELLS)) - Self::CELLS
    }

    #[inline]
    fn last_two(self, alpha: i32, cells: [u32; 2], nodes: &mut u64) -> i32 {
        *nodes += 1;
        let mut best = NONE;
        for (cell, last) in [(cells[0], cells[1]), (cells[1], cells[0])] {
            if let Some(next) = self.try_place(cell) {
                *nodes += 1;
                best = best.max(-next.last_one(last));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NONE {
            return best;
        }
        let passed = self.passed();
        for (cell, last) in [(cells[0], cells[1]), (cells[1], cells[0])] {
            if let Some(next) = passed.try_place(cell) {
                *nodes += 1;
                best = best.max(-next.last_one(last));
                if best >= -alpha {
                    return -best;
                }
            }
        }
        if best == NONE { self.margin() } else { -best }
    }

    #[inline]
    fn last_three(self, alpha: i32, cells: [u32; 3], nodes: &mut u64) -> i32 {
        *nodes += 1;
        let mut best = NONE;
        let [a, b, c] = cells;
        for (cell, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some(next) = self.try_place(cell) {
                best = best.max(-next.last_two(-alpha - 1, rest, nodes));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NONE {
            return best;
        }
        let passed = self.passed();
        for (cell, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some(next) = passed.try_place(cell) {
                best = best.max(-next.last_two(alpha, rest, nodes));
                if best >= -alpha {
                    return -best;
                }
            }
        }
        if best == NONE { self.margin() } else { -best }
    }

    /// Four empty cells in the order to try them: those in odd quarters first.
    pub(super) fn last_four(self, alpha: i32, nodes: &mut u64) -> i32 {
        *nodes += 1;
        let [a, b, c, d] = by_parity(self.empty());
        let mut best = NONE;
        for (cell, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if let Some(next) = self.try_place(cell) {
                best = best.max(-next.last_three(-alpha - 1, three_by_parity(rest), nodes));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NONE {
            return best;
        }
        let passed = self.passed();
        for (cell, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if let Some(next) = passed.try_place(cell) {
                best = best.max(-next.last_three(alpha, three_by_parity(rest), nodes));
                if best >= -alpha {
                    return -best;
                }
            }
        }
        if best == NONE { self.margin() } else { -best }
    }

    /// At most four empty cells.
    pub(super) fn last_cells(self, alpha: i32, nodes: &mut u64) -> i32 {
        let empty = self.empty();
        let cell = |skip: u32| (0..skip).fold(empty, |rest, _| rest & (rest - 1)).trailing_zeros();
        match empty.count_ones() {
            0 => self.margin(),
            1 => self.last_one(cell(0)),
            2 => self.last_two(alpha, [cell(0), cell(1)], nodes),
            3 => self.last_three(alpha, three_by_parity([cell(0), cell(1), cell(2)]), nodes),
            _ => self.last_four(alpha, nodes),
        }
    }
}

#[inline]
fn by_parity(empty: u64) -> [u32; 4] {
    let odd = odd_quarters(empty);
    let (mut first, mut rest) = (empty & odd, empty & !odd);
    [0; 4].map(|_: u32| {
        let from = if first == 0 { &mut rest } else { &mut first };
        let cell = from.trailing_zeros();
        *from &= from.wrapping_sub(1);
        cell & 63
    })
}

/// The cell that is alone in its quarter first.
#[inline]
fn three_by_parity([a, b, c]: [u32; 3]) -> [u32; 3] {
    let quarter = |cell: u32| cell >> 2 & 1 | cell >> 4 & 2;
    let (qa, qb, qc) = (quarter(a), quarter(b), quarter(c));
    if qa == qb {
        [c, a, b]
    } else if qa == qc {
        [b, a, c]
    } else {
        [a, b, c]
    }
}
