//! Encoding of Four in a Row: an action is a column; the observation has the discs of both sides, top row first.

use parlor_games::four_in_a_row::{Column, FourInARow};

use super::Encode;
use super::planes::write_row;

const COLUMNS: usize = 7;
const ROWS: usize = 6;
/// The bottom cell of every column. A column takes seven bits.
const BOTTOM: u64 = 0x0408_1020_4081;
/// Multiplier that moves the bottom cell of column c from bit 7c to bit 36 + c, without carries.
const GATHER: u64 = 1 << 36 | 1 << 30 | 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6 | 1;

/// The cells of a row, one bit per column; row 0 is the top.
#[inline]
fn row_bits(board: u64, row: usize) -> u32 {
    let cells = board >> (ROWS - 1 - row) & BOTTOM;
    (cells.wrapping_mul(GATHER) >> 36) as u32 & 0x7f
}

impl Encode for FourInARow {
    fn shape(&self) -> [usize; 3] {
        [2, ROWS, COLUMNS]
    }

    fn action_count(&self) -> usize {
        COLUMNS
    }

    fn action(&self, column: Column) -> usize {
        column.index()
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Column> {
        (action < COLUMNS).then(|| Column::new(action as u8))
    }

    #[inline]
    fn write_observation(&self, out: &mut [i8]) {
        let boards = [self.mover(), self.occupied() ^ self.mover()];
        for (board, plane) in boards.into_iter().zip(out.chunks_exact_mut(ROWS * COLUMNS)) {
            for (row, out) in plane.chunks_exact_mut(COLUMNS).enumerate() {
                write_row(row_bits(board, row), out);
            }
        }
    }

    #[inline]
    fn write_mask(&self, is_over: bool, out: &mut [i8]) {
        let free = row_bits(!self.occupied(), 0);
        write_row(if is_over { 0 } else { free }, out);
    }

    fn images(&self) -> Vec<(Self, Vec<usize>)> {
        let mut images = vec![(*self, (0..COLUMNS).collect())];
        let mirrored: String = self.to_string().chars().map(mirror).collect();
        if let Ok(image) = mirrored.parse()
            && image != *self
        {
            images.push((image, (0..COLUMNS).rev().collect()));
        }
        images
    }
}

/// The column on the other side of the board, both written from 1. The empty board is no column.
fn mirror(column: char) -> char {
    match column {
        '1'..='7' => char::from(b'1' + b'7' - column as u8),
        other => other,
    }
}
