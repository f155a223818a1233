//! Encoding of Tic-Tac-Toe: an action is a cell, row after row; the observation has the marks of both sides.

use parlor_games::tic_tac_toe::{Bitboard, Square, TicTacToe};

use super::Encode;
use super::planes::write_row;
use super::symmetry::{Symmetry, board_letters, distinct_images, rows_text};

/// Writes a board whose rows take one bit more than they have cells.
#[inline]
fn write_board<const N: u32>(board: u128, out: &mut [i8]) {
    for (row, out) in out.chunks_exact_mut(N as usize).enumerate() {
        write_row((board >> (row as u32 * (N + 1))) as u32, out);
    }
}

impl<B: Bitboard, const N: u32> Encode for TicTacToe<B, N> {
    fn shape(&self) -> [usize; 3] {
        [2, N as usize, N as usize]
    }

    fn action_count(&self) -> usize {
        (N * N) as usize
    }

    fn action(&self, square: Square) -> usize {
        usize::from(square.row) * N as usize + usize::from(square.column)
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Square> {
        let (row, column) = (action as u32 / N, action as u32 % N);
        (action < (N * N) as usize).then_some(Square { row: row as u8, column: column as u8 })
    }

    #[inline]
    fn write_observation(&self, out: &mut [i8]) {
        for (marks, plane) in self.sides().into_iter().zip(out.chunks_exact_mut((N * N) as usize)) {
            write_board::<N>(marks.to_u128(), plane);
        }
    }

    #[inline]
    fn write_mask(&self, is_over: bool, out: &mut [i8]) {
        let [mover, other] = self.sides();
        write_board::<N>(if is_over { 0 } else { !(mover | other).to_u128() }, out);
    }

    fn images(&self) -> Vec<(Self, Vec<usize>)> {
        let (size, cells) = (N as usize, (N * N) as usize);
        let letters = board_letters(&self.to_string(), cells);
        let image = |symmetry: Symmetry| self.parse(&rows_text(&symmetry.letters(&letters), size)).ok();
        distinct_images(size, cells, image, Symmetry::cell)
    }
}
