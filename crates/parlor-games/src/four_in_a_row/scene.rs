//! Scene of Four in a Row: a click anywhere in a column plays it; the landing cell is the preview.

use parlor_core::{Axes, Cell, Choice, Depict, Game, Key, Mark, Piece, PieceKind, Scene, Shape, Tint};

use super::messages;
use super::rules::{Column, FourInARow};
use crate::caption::{caption, sides};

const PIECES: [PieceKind; 2] =
    [PieceKind::new(Shape::DISC, Tint::First, 'X'), PieceKind::new(Shape::DISC, Tint::Second, 'O')];

impl<const COLUMNS: u32, const ROWS: u32> FourInARow<COLUMNS, ROWS> {
    /// The row of the highest disc of a column, or `ROWS` for an empty column.
    fn top(&self, column: Column) -> u8 {
        let empty = (0..ROWS as usize).take_while(|row| self.disc_at(*row, column.index()).is_none());
        empty.count() as u8
    }

    /// The cell of a bit of the bitboard.
    fn cell(bit: u32) -> Cell {
        Cell { column: (bit / (ROWS + 1)) as u8, row: (ROWS - 1 - bit % (ROWS + 1)) as u8 }
    }

    fn is_winning(&self, cell: Cell) -> bool {
        let bit = u32::from(cell.column) * (ROWS + 1) + ROWS - 1 - u32::from(cell.row);
        self.winning_discs() >> bit & 1 == 1
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Depict for FourInARow<COLUMNS, ROWS> {
    fn scene(&self, last: Option<Column>) -> Scene {
        let (columns, rows) = (COLUMNS as u8, ROWS as u8);
        let names = [messages::PLAYER_ONE, messages::PLAYER_TWO].map(|name| name.message());
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { column, row }));
        let pieces: Vec<Piece> = cells
            .filter_map(|cell| {
                let owner = self.disc_at(usize::from(cell.row), usize::from(cell.column))?;
                Some(PIECES[owner.index()].at(u32::from(cell.row) * COLUMNS + u32::from(cell.column), cell))
            })
            .collect();
        let mut marks: Vec<(Cell, Mark)> = Vec::new();
        if let Some(column) = last.filter(|column| self.top(*column) < rows) {
            marks.push((Cell { column: column.index() as u8, row: self.top(column) }, Mark::LastMove));
        }
        marks.extend(
            pieces.iter().map(|piece| piece.cell).filter(|cell| self.is_winning(*cell)).map(|c| (c, Mark::Winning)),
        );
        let choices = self.legal_moves().map(|column| {
            let index = column.index() as u8;
            Choice {
                notation: column.to_string(),
                label: messages::COLUMN.with([("column", column.to_string().into())]),
                steps: vec![(0..rows).map(|row| Cell { column: index, row }).collect()],
                key: Some(Key::Letter((b'1' + index) as char)),
                changes: vec![Cell { column: index, row: self.top(column) - 1 }],
                can_queue: false,
            }
        });
        Scene {
            columns,
            rows,
            choices: choices.collect(),
            pieces,
            marks,
            axes: Axes { columns: Self::columns().map(|column| column.to_string()).collect(), rows: Vec::new() },
            sides: sides(names.clone(), PIECES),
            caption: caption(self, &names, messages::CHOOSE_A_COLUMN.message()),
            strikes: self.winning_ends().map(|(first, last)| [Self::cell(first), Self::cell(last)]).collect(),
            ..Scene::default()
        }
    }
}
