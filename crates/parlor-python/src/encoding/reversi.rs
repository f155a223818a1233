//! Encoding of Reversi: an action is a cell, row after row, or the pass as the last action; the observation has the
//! discs of both sides.

use parlor_games::reversi::{Move, SizedReversi, Square};

use parlor_core::{Game, Playable};

use super::Encode;
use super::planes::write_board;
use super::symmetry::{Symmetry, board_letters, distinct_images};

impl<const SIZE: u32> Encode for SizedReversi<SIZE>
where
    SizedReversi<SIZE>: Playable + Game<Move = Move>,
{
    fn shape(&self) -> [usize; 3] {
        [2, SIZE as usize, SIZE as usize]
    }

    fn action_count(&self) -> usize {
        (SIZE * SIZE) as usize + 1
    }

    fn action(&self, m: Move) -> usize {
        match m {
            Move::Place(square) => usize::from(square.row()) * SIZE as usize + usize::from(square.column()),
            Move::Pass => (SIZE * SIZE) as usize,
        }
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let (row, column) = (action as u32 / SIZE, action as u32 % SIZE);
        match (SIZE * SIZE) as usize {
            pass if action == pass => Some(Move::Pass),
            cells if action < cells => Square::at(row as u8, column as u8).map(Move::Place),
            _ => None,
        }
    }

    #[inline]
    fn write_observation(&self, out: &mut [i8]) {
        let discs = self.position();
        for (board, plane) in [discs.mover, discs.other].into_iter().zip(out.chunks_exact_mut((SIZE * SIZE) as usize)) {
            write_board(board, SIZE as usize, plane);
        }
    }

    #[inline]
    fn write_mask(&self, is_over: bool, out: &mut [i8]) {
        let Some((pass, cells)) = out.split_last_mut() else { return };
        let moves = self.position().moves();
        write_board(moves, SIZE as usize, cells);
        *pass = i8::from(moves == 0 && !is_over);
    }

    fn images(&self) -> Vec<(Self, Vec<usize>)> {
        let (size, cells) = (SIZE as usize, (SIZE * SIZE) as usize);
        let text = self.to_string();
        let letters = board_letters(&text, cells);
        let image = |symmetry: Symmetry| {
            let board = String::from_iter(symmetry.letters(&letters));
            format!("{board}{}", &text[cells..]).parse().ok()
        };
        let action_image = |symmetry: Symmetry, action| if action == cells { cells } else { symmetry.cell(action) };
        distinct_images(size, cells + 1, image, action_image)
    }
}
