//! Notation of moves and positions. Columns are written from 1. A position is written as the columns played from the
//! empty board, such as `4453`; the empty board is `-`.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Game, PositionError};

use super::rules::{Column, FourInARow};

/// Error for a text that is not the number of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a column is a digit from 1 to 9")]
pub struct ParseColumnError;

impl Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

impl FromStr for Column {
    type Err = ParseColumnError;

    fn from_str(text: &str) -> Result<Column, ParseColumnError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Column::new(digit - b'1')),
            _ => Err(ParseColumnError),
        }
    }
}

impl<const COLUMNS: u32, const ROWS: u32> FromStr for FourInARow<COLUMNS, ROWS> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut position = Self::default();
        if text == "-" {
            return Ok(position);
        }
        for (index, letter) in text.chars().enumerate() {
            let column: Column = letter
                .to_string()
                .parse()
                .ok()
                .filter(|column: &Column| column.index() < COLUMNS as usize)
                .ok_or_else(|| PositionError::at(index, format!("\"{letter}\" is not a column from 1 to {COLUMNS}")))?;
            position.play(column).map_err(|_| {
                let why = if position.outcome().is_some() { "the game is over before" } else { "there is no room in" };
                PositionError::at(index, format!("{why} column {column}"))
            })?;
        }
        Ok(position)
    }
}

/// Writes one order of moves that leads to the position. A position does not store the moves played, so equal positions
/// are written alike.
impl<const COLUMNS: u32, const ROWS: u32> Display for FourInARow<COLUMNS, ROWS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut played = Vec::new();
        if self.plies() == 0 || !find_moves_backwards(self, &mut played, &mut HashSet::new()) {
            return f.write_str("-");
        }
        played.iter().rev().try_for_each(|column| column.fmt(f))
    }
}

/// Finds moves that lead from the empty board to a position, last move first, by depth-first search. `unreachable`
/// holds the occupied cells of positions that the search has ruled out (at most one for every combination of column
/// heights).
fn find_moves_backwards<const COLUMNS: u32, const ROWS: u32>(
    position: &FourInARow<COLUMNS, ROWS>,
    played: &mut Vec<Column>,
    unreachable: &mut HashSet<u64>,
) -> bool {
    if position.plies() == 0 {
        return true;
    }
    for column in FourInARow::<COLUMNS, ROWS>::columns() {
        let Some(before) = position.before_move(column) else { continue };
        if unreachable.contains(&before.occupied()) || before.outcome().is_some() {
            continue;
        }
        played.push(column);
        if find_moves_backwards(&before, played, unreachable) {
            return true;
        }
        played.pop();
    }
    unreachable.insert(position.occupied());
    false
}
