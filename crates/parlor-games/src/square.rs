//! Squares of an 8x8 board, for Knights and Reversi.

use parlor_core::Cell;

use crate::bits::Bits;

/// A square, numbered from 0 to 63, row by row from the top left. Smaller boards use the top left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square at a row and a column, both from 0, rows from the top; `None` outside the board.
    pub fn at(row: u8, column: u8) -> Option<Square> {
        (row < 8 && column < 8).then_some(Square(row * 8 + column))
    }

    /// The square with this number, which is its bit in a bitboard.
    #[inline]
    pub(crate) fn from_index(index: u32) -> Square {
        Square(index as u8 & 63)
    }

    /// The inverse of `from_index`.
    #[inline]
    pub(crate) fn index(self) -> u8 {
        self.0
    }

    pub(crate) fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    pub fn row(self) -> u8 {
        self.0 / 8
    }

    pub fn column(self) -> u8 {
        self.0 % 8
    }

    /// The bitboard with only this square.
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

impl From<Square> for Cell {
    fn from(square: Square) -> Cell {
        Cell { column: square.column(), row: square.row() }
    }
}

/// The cells of a bitboard.
pub(crate) fn cells(board: u64) -> impl Iterator<Item = Cell> {
    Bits(board).map(|bit| Square::from_index(bit).into())
}
