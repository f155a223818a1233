//! Notation: `b2-a3` for a move, rows of `X`, `O` and `-` from the top and the side to move for a position.

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Player, PositionError};

use crate::rules::{Breakthrough, SIZE, Square, Step};

/// Pawns of a side at the start: two rows.
const PAWNS: u32 = 2 * SIZE as u32;

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, SIZE - self.row())
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// The text is no move such as `b2-a3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a move is written like b2-a3")]
pub struct ParseStepError;

impl FromStr for Square {
    type Err = ParseStepError;

    fn from_str(text: &str) -> Result<Square, ParseStepError> {
        let &[column, row] = text.as_bytes() else { return Err(ParseStepError) };
        let (column, row) = (column.wrapping_sub(b'a'), row.wrapping_sub(b'1'));
        if column < SIZE && row < SIZE { Ok(Square((SIZE - 1 - row) * SIZE + column)) } else { Err(ParseStepError) }
    }
}

impl FromStr for Step {
    type Err = ParseStepError;

    fn from_str(text: &str) -> Result<Step, ParseStepError> {
        let (from, to) = text.split_once('-').ok_or(ParseStepError)?;
        Ok(Step { from: from.parse()?, to: to.parse()? })
    }
}

impl Display for Breakthrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..SIZE {
            let cells = (0..SIZE).map(|column| match self.pawn_at(Square(row * SIZE + column)) {
                Some(Player::First) => 'X',
                Some(Player::Second) => 'O',
                None => '-',
            });
            write!(f, "{}{}", if row == 0 { "" } else { "/" }, cells.collect::<String>())?;
        }
        write!(f, " {}", if self.turn == Player::First { 'X' } else { 'O' })
    }
}

impl Breakthrough {
    /// Reads a position: `OOOOOO/OOOOOO/------/------/XXXXXX/XXXXXX X`.
    pub fn parse(text: &str) -> Result<Breakthrough, PositionError> {
        let (board, turn) =
            text.trim().split_once(' ').ok_or_else(|| PositionError::new("the side to move is missing"))?;
        let turn = match turn.trim() {
            "X" => Player::First,
            "O" => Player::Second,
            other => {
                return Err(PositionError::new(format!(
                    "the side to move is X or O, not \"{}\"",
                    other.escape_debug()
                )));
            }
        };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(SIZE) || rows.iter().any(|row| row.chars().count() != usize::from(SIZE)) {
            return Err(PositionError::new(format!("a board is {SIZE} rows of {SIZE} cells with / between them")));
        }
        let mut position = Breakthrough { pawns: [0; 2], turn };
        for (index, cell) in rows.concat().chars().enumerate() {
            match cell {
                'X' => position.pawns[0] |= 1 << index,
                'O' => position.pawns[1] |= 1 << index,
                '-' => {}
                // One slash stands after every row.
                _ => return Err(PositionError::at(index + index / usize::from(SIZE), "a cell is X, O or -")),
            }
        }
        position.check()
    }

    /// Rejects positions that no game leads to.
    fn check(self) -> Result<Breakthrough, PositionError> {
        if self.has_reached_far_row(self.turn) || self.pawns[(!self.turn).index()] == 0 {
            return Err(PositionError::new("the side to move has already won"));
        }
        if self.pawns.iter().any(|pawns| pawns.count_ones() > PAWNS) {
            return Err(PositionError::new(format!("a side has at most {PAWNS} pawns")));
        }
        Ok(self)
    }
}
