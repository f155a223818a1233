//! A move is its cell, `C4`, or `PASS`. A position is one character a cell, row after row, `X` black, `O` white, `-`
//! empty, a space and the side to move (`X` or `O`); or the moves from the start, `F5D6C3` (passes written or left
//! out); `-` or an empty text is the start. Lower case is read, too; capitals are written.

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Game, Player, PositionError};

use super::rules::{Move, SizedReversi};
use crate::square::Square;

/// Neither a cell nor a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a move is a cell from A1 to H8 or PASS")]
pub struct ParseMoveError;

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
        if text.eq_ignore_ascii_case("PASS") {
            return Ok(Move::Pass);
        }
        let &[column, row] = text.as_bytes() else { return Err(ParseMoveError) };
        let cell = [column.to_ascii_uppercase(), row];
        str::from_utf8(&cell).map_err(|_| ParseMoveError)?.parse().map(Move::Place)
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
        if matches!(text, "" | "-") {
            return Ok(SizedReversi::default());
        }
        let text = &*text.to_ascii_uppercase();
        if text.starts_with(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) { read_moves(text) } else { read_board(text) }
    }
}

fn read_board<const SIZE: u32>(text: &str) -> Result<SizedReversi<SIZE>, PositionError> {
    let needed = (SIZE * SIZE) as usize;
    let (board, side) = match text.split_once(' ') {
        Some((board, side)) => (board, side.trim()),
        // The blank may be left out.
        None if text.len() == needed + 1 => text.split_at_checked(needed).unwrap_or((text, "")),
        None => (text, ""),
    };
    if let Some((at, letter)) = board.chars().enumerate().find(|(_, letter)| !"XO-".contains(*letter)) {
        return Err(PositionError::at(at, format!("\"{letter}\" is not X, O or -")));
    }
    let cells = board.len();
    if cells != needed {
        let found = if cells == 1 { "1 cell" } else { &*format!("{cells} cells") };
        return Err(PositionError::new(format!(
            "the board has {found}, but size {SIZE} has {needed}, and then a space and the side to move, X or O"
        )));
    }
    let turn = match side {
        "X" => Player::First,
        "O" => Player::Second,
        other => return Err(PositionError::at(cells, format!("\"{other}\" is not the side to move, X or O"))),
    };
    let discs = |player: char| -> u64 {
        let cells = SizedReversi::<SIZE>::squares().zip(board.chars());
        cells.filter(|(_, letter)| *letter == player).map(|(square, _)| square.bit()).sum()
    };
    Ok(SizedReversi::new(discs('X'), discs('O'), turn))
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
