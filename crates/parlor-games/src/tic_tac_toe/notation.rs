//! Notation of moves and positions. A square is written as its row and column, two digits from 0: `31`. A position is
//! written as its rows from the top, with `X`, `O` and `-` for a free cell, and `/` between rows. X opens, so the marks
//! determine the side to move.

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Player, PositionError};

use super::bitboard::Bitboard;
use super::rules::{Square, TicTacToe};
use crate::board_text::check_size;

/// Error for a text that is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a square is two digits, its row and its column, both from 0")]
pub struct ParseSquareError;

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row, self.column)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            [row @ b'0'..=b'9', column @ b'0'..=b'9'] => Ok(Square { row: row - b'0', column: column - b'0' }),
            _ => Err(ParseSquareError),
        }
    }
}

impl<B: Bitboard, const N: u32> Display for TicTacToe<B, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Self::squares() {
            if square.row > 0 && square.column == 0 {
                f.write_str("/")?;
            }
            f.write_str(match self.mark_at(square) {
                Some(Player::First) => "X",
                Some(Player::Second) => "O",
                None => "-",
            })?;
        }
        Ok(())
    }
}

impl<B: Bitboard, const N: u32> TicTacToe<B, N> {
    /// Parses a position on a board with the same size and streak as this one.
    pub fn parse(&self, text: &str) -> Result<Self, PositionError> {
        check_size(text, N as usize)?;
        let mut marks = [B::default(); 2];
        let mut letters = text.chars().enumerate();
        for square in Self::squares() {
            if square.row > 0 && square.column == 0 {
                match letters.next() {
                    Some((_, '/')) => {}
                    Some((at, letter)) => {
                        return Err(PositionError::at(at, format!("\"{letter}\" where \"/\" ends a row of {N}")));
                    }
                    None => return Err(too_short(square.row, N)),
                }
            }
            match letters.next() {
                Some((_, '-')) => {}
                Some((_, letter @ ('X' | 'O' | 'x' | 'o'))) => {
                    marks[usize::from(letter.eq_ignore_ascii_case(&'O'))] |= Self::cell(square).unwrap_or_default();
                }
                Some((at, letter)) => {
                    return Err(PositionError::at(at, format!("\"{letter}\" is not X, O or -")));
                }
                None => return Err(too_short(square.row, N)),
            }
        }
        if let Some((at, letter)) = letters.next() {
            return Err(PositionError::at(at, format!("\"{letter}\" after the last row")));
        }
        self.with_marks(marks[0], marks[1]).ok_or_else(|| {
            let [x, o] = marks.map(Bitboard::count_ones);
            PositionError::new(format!("no game leads here ({x} X, {o} O; X opens and the first line ends the game)"))
        })
    }
}

fn too_short(rows: u8, size: u32) -> PositionError {
    PositionError::new(format!("the text ends after {rows} whole rows of {size}"))
}
