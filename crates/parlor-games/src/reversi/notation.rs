//! A move is its cell, `C4`, or `PASS`. A position is one character a cell, row after row, `X` black, `O` white, `-`
//! empty, a space and the side to move (`X` or `O`); or the moves from the start, `F5D6C3` (passes written or left
//! out).

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Game, Player, PositionError};

use super::discs::Discs;
use super::rules::{Move, SizedReversi};
use crate::square::Square;

/// Neither a cell nor a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMoveError;

impl Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is a cell from A1 to H8 or PASS")
    }
}

impl Error for ParseMoveError {}

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}

impl FromStr for Square {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Square, ParseMoveError> {
        match text.as_bytes() {
            [column @ b'A'..=b'H', row @ b'1'..=b'8'] => Square::at(row - b'1', column - b'A').ok_or(ParseMoveError),
            _ => Err(ParseMoveError),
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.write_str("PASS"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if text == "PASS" { Ok(Move::Pass) } else { text.parse().map(Move::Place) }
    }
}

impl<const SIZE: u32> Display for SizedReversi<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| match player {
            Some(Player::First) => 'X',
            Some(Player::Second) => 'O',
            None => '-',
        };
        let board: String = Self::squares().map(|square| letter(self.disc_at(square))).collect();
        write!(f, "{board} {}", letter(Some(self.turn())))
    }
}

impl<const SIZE: u32> FromStr for SizedReversi<SIZE> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        if text.starts_with(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) { read_moves(text) } else { read_board(text) }
    }
}

fn read_board<const SIZE: u32>(text: &str) -> Result<SizedReversi<SIZE>, PositionError> {
    let mut discs = [0u64; 2];
    let mut letters = text.chars().enumerate();
    for square in SizedReversi::<SIZE>::squares() {
        match letters.next() {
            Some((_, '-')) => {}
            Some((_, 'X')) => discs[0] |= square.bit(),
            Some((_, 'O')) => discs[1] |= square.bit(),
            Some((at, letter)) => return Err(PositionError::at(at, format!("\"{letter}\" is not X, O or -"))),
            None => {
                let cells = Discs::<SIZE>::CELLS;
                return Err(PositionError::new(format!("a board has {cells} cells and then the side to move, X or O")));
            }
        }
    }
    let rest: String = letters.map(|(_, letter)| letter).collect();
    let turn = match rest.trim() {
        "X" => Player::First,
        "O" => Player::Second,
        other => {
            return Err(PositionError::at(
                (SIZE * SIZE) as usize,
                format!("\"{other}\" is not the side to move, X or O"),
            ));
        }
    };
    Ok(SizedReversi::new(discs[0], discs[1], turn))
}

fn read_moves<const SIZE: u32>(text: &str) -> Result<SizedReversi<SIZE>, PositionError> {
    let mut position = SizedReversi::default();
    let mut rest = text;
    while !rest.is_empty() {
        let at = text.chars().count() - rest.chars().count();
        let length = if rest.starts_with("PASS") { 4 } else { 2 };
        let word = rest.get(..length).ok_or_else(|| PositionError::at(at, format!("\"{rest}\": {ParseMoveError}")))?;
        let m: Move = word.parse().map_err(|bad| PositionError::at(at, format!("\"{word}\": {bad}")))?;
        if m != Move::Pass && position.is_legal(Move::Pass) {
            position.play_unchecked(Move::Pass);
        }
        position.play(m).map_err(|_| PositionError::at(at, format!("{word} is not a legal move there")))?;
        rest = &rest[length..];
    }
    Ok(position)
}
