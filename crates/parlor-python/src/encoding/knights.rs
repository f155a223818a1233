//! Encoding of Knights: an action is the destination, row after row; where the way is part of a move, moves with the
//! short leg first follow those with the long leg first. The observation has both knights and the closed cells.

use parlor_core::Game;
use parlor_games::knights::{Knights, Move, Path, Square, Trail, Way};

use super::Encode;
use super::planes::write_board;
use super::symmetry::{Symmetry, board_letters, distinct_images, rows_text};

fn size(position: &Knights) -> usize {
    usize::from(position.rules().size())
}

fn has_way(position: &Knights) -> bool {
    position.rules().path() == Path::Either && position.rules().trail() == Trail::Path
}

impl Encode for Knights {
    fn shape(&self) -> [usize; 3] {
        [3, size(self), size(self)]
    }

    fn action_count(&self) -> usize {
        let cells = size(self) * size(self);
        if has_way(self) { 2 * cells } else { cells }
    }

    fn action(&self, m: Move) -> usize {
        let cell = usize::from(m.to.row()) * size(self) + usize::from(m.to.column());
        if m.way == Some(Way::OneTwo) { size(self) * size(self) + cell } else { cell }
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        if action >= self.action_count() {
            return None;
        }
        let (size, cells) = (size(self), size(self) * size(self));
        let way = if action < cells { Way::TwoOne } else { Way::OneTwo };
        let cell = action % cells;
        let to = Square::at((cell / size) as u8, (cell % size) as u8)?;
        Some(Move { to, way: has_way(self).then_some(way) })
    }

    #[inline]
    fn write_observation(&self, out: &mut [i8]) {
        let (turn, size) = (self.turn(), size(self));
        let boards = [self.knight(turn).bit(), self.knight(!turn).bit(), self.closed()];
        for (board, plane) in boards.into_iter().zip(out.chunks_exact_mut(size * size)) {
            write_board(board, size, plane);
        }
    }

    #[inline]
    fn write_mask(&self, _is_over: bool, out: &mut [i8]) {
        let size = size(self);
        for (destinations, out) in self.destinations().into_iter().zip(out.chunks_exact_mut(size * size)) {
            write_board(destinations, size, out);
        }
    }

    fn images(&self) -> Vec<(Self, Vec<usize>)> {
        let (size, cells) = (size(self), size(self) * size(self));
        let text = self.to_string();
        let letters = board_letters(&text, cells);
        let turn = text.rsplit(' ').next().unwrap_or_default();
        let image = |symmetry: Symmetry| {
            let rows = rows_text(&symmetry.letters(&letters), size);
            self.parse_position(&format!("{rows} {turn}")).ok()
        };
        let action_image = |symmetry: Symmetry, action: usize| action / cells * cells + symmetry.cell(action % cells);
        distinct_images(size, self.action_count(), image, action_image)
    }
}
