//! Columns are written from 1. A position is written as the columns played from the empty board, `4453`;
//! the empty board is `-`.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Game, PositionError};

use super::rules::{Column, FourInARow};

/// Not the number of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadColumn;

impl Display for BadColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a column is a digit from 1")
    }
}

impl Error for BadColumn {}

impl Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

impl FromStr for Column {
    type Err = BadColumn;

    fn from_str(text: &str) -> Result<Column, BadColumn> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Column::new(digit - b'1')),
            _ => Err(BadColumn),
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

/// Writes one order of moves that leads here. A position does not remember the order it came about in, and
/// equal positions are written alike.
impl<const COLUMNS: u32, const ROWS: u32> Display for FourInARow<COLUMNS, ROWS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut played = Vec::new();
        if self.plies() == 0 || !take_back(self, &mut played, &mut HashSet::new()) {
            return f.write_str("-");
        }
        played.iter().rev().try_for_each(|column| column.fmt(f))
    }
}

/// Takes discs back, last mover's first, until the board is empty; `stuck` are the fillings from which that
/// is known not to work (at most one for every combination of column heights).
fn take_back<const COLUMNS: u32, const ROWS: u32>(
    position: &FourInARow<COLUMNS, ROWS>,
    played: &mut Vec<Column>,
    stuck: &mut HashSet<u64>,
) -> bool {
    if position.plies() == 0 {
        return true;
    }
    for column in FourInARow::<COLUMNS, ROWS>::columns() {
        let Some(before) = position.without_top(column) else { continue };
        if stuck.contains(&before.occupied()) || before.outcome().is_some() {
            continue;
        }
        played.push(column);
        if take_back(&before, played, stuck) {
            return true;
        }
        played.pop();
    }
    stuck.insert(position.occupied());
    false
}
