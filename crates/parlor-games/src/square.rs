//! The cells of an 8x8 board, which Knights and Reversi are played on.

use parlor_core::Cell;

use crate::bits::Bits;

/// A cell, counted row after row from the top left, below 64; smaller boards use the corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Row and column from 0, the row from the top; `None` outside the board.
    pub fn at(row: u8, column: u8) -> Option<Square> {
        (row < 8 && column < 8).then_some(Square(row * 8 + column))
    }

    /// The square of a bit of a bitboard.
    #[inline]
    pub(crate) fn of_bit(bit: u32) -> Square {
        Square(bit as u8 & 63)
    }

    /// The inverse of `of_bit`.
    #[inline]
    pub(crate) fn number(self) -> u8 {
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
    Bits(board).map(|bit| Square::of_bit(bit).into())
}
