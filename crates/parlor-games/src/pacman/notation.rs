//! Text notation of steps and boards.
//!
//! A step is `R`, `D`, `L` or `U`. A board is read from rows of codes (one row per line, or rows separated by `/`; lines
//! that begin with `#` are comments), from JSON, or from nested Python tuples or lists. Python text is converted to
//! JSON character by character, so that one parser serves both and its errors give the right location. Boards are
//! written as rows separated by `/`: `51 99 10/11 99 11/11 11 66`.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde_json::Value;

use super::board::{Board, BoardError, MAX_SIDE};
use super::maze::Step;
use super::tile::Tile;

/// Error for a step that is not one of the four letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a step is R, D, L or U")]
pub struct ParseStepError;

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Step {
    type Err = ParseStepError;

    fn from_str(text: &str) -> Result<Step, ParseStepError> {
        Step::ALL.into_iter().find(|step| text.chars().eq([step.letter()])).ok_or(ParseStepError)
    }
}

/// Decoder: maps an accepted code to its tile.
type Decode = fn(u8) -> Option<Tile>;

/// Parses a board to solve: code 88 is rejected.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        read(text, Tile::from_code)
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |codes: &Vec<u8>| codes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        f.write_str(&self.codes().iter().map(row).collect::<Vec<_>>().join("/"))
    }
}

/// Parses a position of a game, in which Pac-Man may have been eaten.
pub(super) fn read_position(text: &str) -> Result<Board, BoardError> {
    read(text, Tile::from_any_code)
}

/// Parses a JSON list of boards, each a record with `name` and `board`.
pub fn read_boards(text: &str) -> Result<Vec<(String, Board)>, BoardError> {
    let Value::Array(records) = parse(text)? else {
        return Err(BoardError::Text("a list of records with \"name\" and \"board\" is needed".to_owned()));
    };
    let read = |(number, record): (usize, &Value)| {
        let name = record.get("name").and_then(Value::as_str);
        let name = name.map_or_else(|| format!("board {number}"), str::to_owned);
        match from_value(record, Tile::from_code) {
            Ok(board) => Ok((name, board)),
            Err(error) => Err(BoardError::Text(format!("{name}: {error}"))),
        }
    };
    (1..).zip(&records).map(read).collect()
}

fn read(text: &str, decode: Decode) -> Result<Board, BoardError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['(', '[', '{']) {
        from_value(&parse(text)?, decode)
    } else {
        from_rows(text, decode)
    }
}

fn parse(text: &str) -> Result<Value, BoardError> {
    serde_json::from_str(&to_json(text)).map_err(|error| BoardError::Text(format!("no board: {error}")))
}

/// Converts Python to JSON: parentheses become brackets, and a comma before a closing bracket becomes a space.
fn to_json(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    let (mut in_string, mut is_escaped) = (false, false);
    for (index, letter) in text.char_indices() {
        let ends_list = || text[index + 1..].trim_start().starts_with([')', ']', '}']);
        json.push(match letter {
            '(' if !in_string => '[',
            ')' if !in_string => ']',
            ',' if !in_string && ends_list() => ' ',
            other => other,
        });
        in_string ^= letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && in_string && !is_escaped;
    }
    json
}

/// Reads a list of rows, or a record with such a list under `board`.
fn from_value(value: &Value, decode: Decode) -> Result<Board, BoardError> {
    let rows = value.get("board").unwrap_or(value).as_array().ok_or(BoardError::NoMatrix)?;
    if rows.len() > MAX_SIDE {
        return Err(BoardError::TooManyRows);
    }
    let mut matrix = Vec::new();
    for (row, value) in (1..).zip(rows) {
        let values = value.as_array().ok_or(BoardError::NotARow { row })?;
        let tile = |(column, value): (usize, &Value)| {
            let code = value.as_u64().and_then(|code| u8::try_from(code).ok());
            let not_a_code = || BoardError::NotACode { row, column, found: quoted(&value.to_string()) };
            code.and_then(decode).ok_or_else(not_a_code)
        };
        matrix.push((1..).zip(values).map(tile).collect::<Result<_, _>>()?);
    }
    Board::new(&matrix)
}

fn from_rows(text: &str, decode: Decode) -> Result<Board, BoardError> {
    let mut matrix = Vec::new();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    for (row, line) in (1..).zip(lines.flat_map(|line| line.split('/'))) {
        if row > MAX_SIDE {
            return Err(BoardError::TooManyRows);
        }
        let mut tiles = Vec::new();
        for (column, word) in (1..).zip(line.split_whitespace()) {
            if column > MAX_SIDE {
                return Err(BoardError::TooManyColumns { row });
            }
            let not_a_code = || BoardError::NotACode { row, column, found: quoted(word) };
            tiles.push(word.parse().ok().and_then(decode).ok_or_else(not_a_code)?);
        }
        matrix.push(tiles);
    }
    Board::new(&matrix)
}

/// Quotes a word for an error message: escaped, and at most 12 characters.
fn quoted(word: &str) -> String {
    let shown: String = word.chars().take(12).flat_map(char::escape_debug).collect();
    let more = if word.chars().count() > 12 { "..." } else { "" };
    format!("\"{shown}{more}\"")
}
