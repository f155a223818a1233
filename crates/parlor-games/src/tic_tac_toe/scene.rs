//! Scene of Tic-Tac-Toe: crosses and rings, with rows and columns numbered as in the notation.

use parlor_core::{Axes, Cell, Choice, Depict, Game, Mark, PieceKind, Scene, Shape, Tint};

use super::bitboard::Bitboard;
use super::messages;
use super::rules::{Square, TicTacToe};
use crate::caption::{caption, sides, x_and_o};

const PIECES: [PieceKind; 2] =
    [PieceKind::new(Shape::CROSS, Tint::First, 'X'), PieceKind::new(Shape::RING, Tint::Second, 'O')];

impl From<Square> for Cell {
    fn from(square: Square) -> Cell {
        Cell { column: square.column, row: square.row }
    }
}

impl<B: Bitboard, const N: u32> Depict for TicTacToe<B, N> {
    fn scene(&self, last: Option<Square>) -> Scene {
        let pieces = Self::squares().filter_map(|square| {
            let id = u32::from(square.row) * N + u32::from(square.column);
            Some(PIECES[self.mark_at(square)?.index()].at(id, square.into()))
        });
        let is_winning =
            |square: &Square| Self::cell(*square).is_some_and(|cell| self.winning_marks() & cell != B::default());
        let winning = Self::squares().filter(is_winning).map(|square| (square.into(), Mark::Winning));
        let choices = self.legal_moves().map(|square| Choice {
            notation: square.to_string(),
            label: messages::CELL
                .with([("row", u32::from(square.row).into()), ("column", u32::from(square.column).into())]),
            steps: vec![vec![square.into()]],
            key: None,
            changes: vec![square.into()],
            can_queue: false,
        });
        let numbers: Vec<String> = (0..N).map(|number| number.to_string()).collect();
        Scene {
            columns: N as u8,
            rows: N as u8,
            pieces: pieces.collect(),
            choices: choices.collect(),
            marks: last.map(|square| (square.into(), Mark::LastMove)).into_iter().chain(winning).collect(),
            axes: Axes { columns: numbers.clone(), rows: numbers },
            sides: sides(x_and_o(), PIECES),
            caption: caption(self, &x_and_o(), messages::CHOOSE.with([("streak", self.streak().into())])),
            strikes: self
                .winning_ends()
                .into_iter()
                .map(|(a, b)| [Self::square(a).into(), Self::square(b).into()])
                .collect(),
            ..Scene::default()
        }
    }
}
