//! A move is its cell, `C4`, or `PASS`. A position is 64 characters row after row, `X` black, `O` white, `-`
//! empty, a space and the side to move (`X` or `O`); or the moves from the start, `F5D6C3`, as people note
//! games (passes left out or written).

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Game, Player, PositionError};

use super::rules::{Move, Reversi};
use crate::square::Square;

/// Neither a cell nor a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadMove;

impl Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is a cell from A1 to H8 or PASS")
    }
}

impl Error for BadMove {}

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}

impl FromStr for Square {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Square, BadMove> {
        match text.as_bytes() {
            [column @ b'A'..=b'H', row @ b'1'..=b'8'] => Square::at(row - b'1', column - b'A').ok_or(BadMove),
            _ => Err(BadMove),
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
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Move, BadMove> {
        if text == "PASS" { Ok(Move::Pass) } else { text.parse().map(Move::Place) }
    }
}

impl Display for Reversi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| match player {
            Some(Player::First) => 'X',
            Some(Player::Second) => 'O',
            None => '-',
        };
        let board: String = Square::all().map(|square| letter(self.disc_at(square))).collect();
        write!(f, "{board} {}", letter(Some(self.turn())))
    }
}

impl FromStr for Reversi {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Reversi, PositionError> {
        if text.starts_with(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) { read_moves(text) } else { read_board(text) }
    }
}

fn read_board(text: &str) -> Result<Reversi, PositionError> {
    let mut discs = [0u64; 2];
    let mut letters = text.chars().enumerate();
    for square in Square::all() {
        match letters.next() {
            Some((_, '-')) => {}
            Some((_, 'X')) => discs[0] |= square.bit(),
            Some((_, 'O')) => discs[1] |= square.bit(),
            Some((at, letter)) => return Err(PositionError::at(at, format!("\"{letter}\" is not X, O or -"))),
            None => return Err(PositionError::new("a board has 64 cells and then the side to move, X or O")),
        }
    }
    let rest: String = letters.map(|(_, letter)| letter).collect();
    let turn = match rest.trim() {
        "X" => Player::First,
        "O" => Player::Second,
        other => return Err(PositionError::at(64, format!("\"{other}\" is not the side to move, X or O"))),
    };
    Ok(Reversi::new(discs[0], discs[1], turn))
}

fn read_moves(text: &str) -> Result<Reversi, PositionError> {
    let mut position = Reversi::default();
    let mut rest = text;
    while !rest.is_empty() {
        let at = text.chars().count() - rest.chars().count();
        let length = if rest.starts_with("PASS") { 4 } else { 2 };
        let word = rest.get(..length).ok_or_else(|| PositionError::at(at, format!("\"{rest}\": {BadMove}")))?;
        let m: Move = word.parse().map_err(|bad| PositionError::at(at, format!("\"{word}\": {bad}")))?;
        if m != Move::Pass && position.is_legal(Move::Pass) {
            position.play_unchecked(Move::Pass);
        }
        position.play(m).map_err(|_| PositionError::at(at, format!("{word} is not a legal move there")))?;
        rest = &rest[length..];
    }
    Ok(position)
}
