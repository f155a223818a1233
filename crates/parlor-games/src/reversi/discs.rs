//! A position for searchers: the discs of the side to move and of the other, on a board of `SIZE` by `SIZE` cells
//! in the top left corner of the 8x8 bitboard.

use super::bitboard::{neighbours, turned_discs, turned_in_lanes, turning_cells, turning_cells_in_lanes};
use super::lanes::Lanes;
use crate::bits::Bits;

static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        table[cell] = neighbours(1 << cell);
        cell += 1;
    }
    table
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Discs<const SIZE: u32> {
    pub mover: u64,
    pub other: u64,
}

impl<const SIZE: u32> Discs<SIZE> {
    /// Every cell of the board.
    pub const BOARD: u64 = {
        let row = (1 << SIZE) - 1;
        let (mut board, mut y) = (0, 0);
        while y < SIZE {
            board |= row << (8 * y);
            y += 1;
        }
        board
    };
    pub const CELLS: i32 = (SIZE * SIZE).cast_signed();
    pub(super) const CORNERS: u64 = 1 | 1 << (SIZE - 1) | (1 | 1 << (SIZE - 1)) << (8 * (SIZE - 1));

    pub(super) const EDGE: u64 = {
        let inner = ((1 << (SIZE - 2)) - 1) << 1;
        let (mut board, mut y) = (0u64, 1);
        while y < SIZE - 1 {
            board |= inner << (8 * y);
            y += 1;
        }
        Self::BOARD & !board
    };

    #[inline]
    pub fn empty(self) -> u64 {
        Self::BOARD & !(self.mover | self.other)
    }

    #[inline]
    pub fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The cells where the side to move can place a disc.
    #[inline]
    pub fn moves(self) -> u64 {
        turning_cells(self.mover, self.other) & Self::BOARD
    }

    /// The same as numbers of cells.
    pub fn move_cells(self) -> impl Iterator<Item = u32> {
        Bits(self.moves())
    }

    #[inline]
    #[must_use]
    pub fn passed(self) -> Self {
        Discs { mover: self.other, other: self.mover }
    }

    #[inline]
    pub fn turned(self, cell: u32) -> u64 {
        turned_discs(self.mover, self.other, cell)
    }

    #[inline]
    #[must_use]
    pub(super) fn after(self, cell: u32, turned: u64) -> Self {
        Discs { mover: self.other & !turned, other: self.mover | turned | 1 << cell }
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn place(self, cell: u32) -> Self {
        self.after(cell, self.turned(cell))
    }

    /// [`turned`](Self::turned), for cells that often turn nothing.
    #[inline]
    pub(super) fn turned_nearby(self, cell: u32) -> u64 {
        // Most empty cells have no disc to turn beside them: one step shows it.
        if NEIGHBOURS[cell as usize & 63] & self.other == 0 { 0 } else { self.turned(cell) }
    }

    /// The position, mirrored and turned in all eight ways.
    pub fn images(self) -> [Self; 8] {
        let map = |discs: Self, image: fn(u64) -> u64| Discs { mover: image(discs.mover), other: image(discs.other) };
        let transposed = map(self, transposed);
        let halves = [self, transposed].map(|one| [one, map(one, upside_down::<SIZE>)]);
        let [[a, b], [c, d]] = halves;
        let mirrored = |one| map(one, left_to_right::<SIZE>);
        [a, b, c, d, mirrored(a), mirrored(b), mirrored(c), mirrored(d)]
    }

    /// The image that stands for all of them.
    #[must_use]
    pub fn representative(self) -> Self {
        self.images().into_iter().min_by_key(|image| (image.mover, image.other)).unwrap_or(self)
    }

    /// The positions after four moves, given as bits: the discs of the side to move then, and of the other.
    #[inline]
    pub(super) fn after_four(self, cells: [u64; 4]) -> [Lanes; 2] {
        let turned = turned_in_lanes(self.mover, self.other, cells.map(u64::trailing_zeros));
        [Lanes::splat(self.other) & !turned, Lanes::splat(self.mover) | turned | Lanes::new(cells)]
    }

    /// The number of sequences of two moves, passes included.
    pub(super) fn count_replies(self) -> u64 {
        let mut rest = self.moves();
        if rest == 0 {
            return self.passed().count_moves();
        }
        let (mut counts, mut others) = (Lanes::splat(0), 0);
        while rest != 0 {
            let used = rest.count_ones();
            if used == 1 {
                // Alone it is cheaper than with three lanes in vain.
                others += self.place(rest.trailing_zeros()).count_moves();
                break;
            }
            let [mover, other] = self.after_four(take_four(&mut rest));
            let is_child = Lanes::splat(u64::from(used)).above(Lanes::new([0, 1, 2, 3]));
            let found = turning_cells_in_lanes(mover, other) & Lanes::splat(Self::BOARD);
            counts = counts + (found.count_ones() & is_child);
            if found.has_zero() {
                let passes = found.equal(Lanes::splat(0)) & is_child;
                let positions = mover.words().into_iter().zip(other.words()).zip(passes.words());
                others += positions
                    .filter(|(_, passes)| *passes != 0)
                    .map(|((mover, other), _)| Self { mover, other }.count_passes())
                    .sum::<u64>();
            }
        }
        others + counts.words().into_iter().sum::<u64>()
    }

    /// The number of legal moves, a pass included.
    fn count_moves(self) -> u64 {
        let moves = self.moves().count_ones();
        if moves == 0 { self.count_passes() } else { u64::from(moves) }
    }

    /// 1 where the side to move, which has no other move, passes; 0 at the end of the game.
    #[cold]
    fn count_passes(self) -> u64 {
        u64::from(self.passed().moves() != 0)
    }

    /// The result of a finished game: the difference in discs, the empty cells counted for the winner.
    #[inline]
    pub fn margin(self) -> i32 {
        let (mine, theirs) = (self.mover.count_ones().cast_signed(), self.other.count_ones().cast_signed());
        (mine - theirs) + (mine - theirs).signum() * (Self::CELLS - mine - theirs)
    }
}

/// Removes the first four of some cells and returns them as bits; where there are fewer, the last one again.
#[inline]
pub(super) fn take_four(cells: &mut u64) -> [u64; 4] {
    let mut four = [0; 4];
    for (lane, cell) in four.iter_mut().enumerate() {
        let rest = *cells & cells.wrapping_sub(1);
        *cell = *cells & cells.wrapping_neg();
        *cells = if rest == 0 && lane < 3 { *cells } else { rest };
    }
    four
}

/// Rows as columns.
fn transposed(cells: u64) -> u64 {
    let exchange = |cells: u64, mask: u64, shift: u32| {
        let different = (cells ^ cells >> shift) & mask;
        cells ^ different ^ different << shift
    };
    let cells = exchange(cells, 0x00aa_00aa_00aa_00aa, 7);
    let cells = exchange(cells, 0x0000_cccc_0000_cccc, 14);
    exchange(cells, 0x0000_0000_f0f0_f0f0, 28)
}

fn upside_down<const SIZE: u32>(cells: u64) -> u64 {
    cells.swap_bytes() >> (8 * (8 - SIZE))
}

fn left_to_right<const SIZE: u32>(cells: u64) -> u64 {
    cells.reverse_bits().swap_bytes() >> (8 - SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_the_eight_symmetries() {
        // An L in the corner of a 6x6 board looks different in every image.
        let discs = Discs::<6> { mover: 0b111, other: 1 << 8 };
        let images = discs.images();
        for (index, image) in images.iter().enumerate() {
            assert!(!images[..index].contains(image));
            assert_eq!((image.mover | image.other) & !Discs::<6>::BOARD, 0);
            assert!(image.images().contains(&discs));
        }
        assert!(images.contains(&Discs { mover: 1 | 1 << 8 | 1 << 16, other: 1 << 1 }));
        assert!(images.contains(&Discs { mover: 0b11_1000, other: 1 << 13 }));
    }
}
