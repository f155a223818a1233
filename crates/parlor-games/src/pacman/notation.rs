//! A step is `R`, `D`, `L` or `U`. A board is read from rows of codes (a line a row, or `/` between rows; lines that
//! begin with `#` are remarks), from JSON, or from nested Python tuples or lists, which are turned into JSON
//! character by character, so that one reader does and its errors point to the right place. It is written as rows
//! with `/` between: `51 99 10/11 99 11/11 11 66`.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde_json::Value;

use super::board::{BadBoard, Board, LONGEST_SIDE};
use super::maze::Step;
use super::tile::Tile;

/// Not one of the four letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadStep;

impl Display for BadStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a step is R, D, L or U")
    }
}

impl Error for BadStep {}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Step {
    type Err = BadStep;

    fn from_str(text: &str) -> Result<Step, BadStep> {
        Step::ALL.into_iter().find(|step| text.chars().eq([step.letter()])).ok_or(BadStep)
    }
}

/// Which codes are accepted.
type Codes = fn(u8) -> Option<Tile>;

/// A board to solve: 88 is refused.
impl FromStr for Board {
    type Err = BadBoard;

    fn from_str(text: &str) -> Result<Board, BadBoard> {
        read(text, Tile::from_code)
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |codes: &Vec<u8>| codes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        f.write_str(&self.codes().iter().map(row).collect::<Vec<_>>().join("/"))
    }
}

/// Any position of a game: Pac-Man may have been eaten.
pub(super) fn read_position(text: &str) -> Result<Board, BadBoard> {
    read(text, Tile::from_any_code)
}

/// A list of boards with their names, each a record with `name` and `board`.
pub fn read_boards(text: &str) -> Result<Vec<(String, Board)>, BadBoard> {
    let Value::Array(records) = parse(text)? else {
        return Err(BadBoard::Text("a list of records with \"name\" and \"board\" is needed".to_owned()));
    };
    let read = |(number, record): (usize, &Value)| {
        let name = record.get("name").and_then(Value::as_str);
        let name = name.map_or_else(|| format!("board {number}"), str::to_owned);
        match from_value(record, Tile::from_code) {
            Ok(board) => Ok((name, board)),
            Err(bad) => Err(BadBoard::Text(format!("{name}: {bad}"))),
        }
    };
    (1..).zip(&records).map(read).collect()
}

fn read(text: &str, codes: Codes) -> Result<Board, BadBoard> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['(', '[', '{']) {
        from_value(&parse(text)?, codes)
    } else {
        from_rows(text, codes)
    }
}

fn parse(text: &str) -> Result<Value, BadBoard> {
    serde_json::from_str(&as_json(text)).map_err(|error| BadBoard::Text(format!("no board: {error}")))
}

/// Python's round brackets become square ones, and a comma before a closing bracket becomes a blank.
fn as_json(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    let (mut in_text, mut is_escaped) = (false, false);
    for (index, letter) in text.char_indices() {
        let ends_list = || text[index + 1..].trim_start().starts_with([')', ']', '}']);
        json.push(match letter {
            '(' if !in_text => '[',
            ')' if !in_text => ']',
            ',' if !in_text && ends_list() => ' ',
            other => other,
        });
        in_text ^= letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && in_text && !is_escaped;
    }
    json
}

/// From a list of rows, or a record that has one under `board`.
fn from_value(value: &Value, codes: Codes) -> Result<Board, BadBoard> {
    let rows = value.get("board").unwrap_or(value).as_array().ok_or(BadBoard::NoMatrix)?;
    if rows.len() > LONGEST_SIDE {
        return Err(BadBoard::TooManyRows);
    }
    let mut matrix = Vec::new();
    for (row, value) in (1..).zip(rows) {
        let values = value.as_array().ok_or(BadBoard::NotARow { row })?;
        let tile = |(column, value): (usize, &Value)| {
            let code = value.as_u64().and_then(|code| u8::try_from(code).ok());
            let not_a_code = || BadBoard::NotACode { row, column, found: shortened(&value.to_string()) };
            code.and_then(codes).ok_or_else(not_a_code)
        };
        matrix.push((1..).zip(values).map(tile).collect::<Result<_, _>>()?);
    }
    Board::new(&matrix)
}

fn from_rows(text: &str, codes: Codes) -> Result<Board, BadBoard> {
    let mut matrix = Vec::new();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    for (row, line) in (1..).zip(lines.flat_map(|line| line.split('/'))) {
        if row > LONGEST_SIDE {
            return Err(BadBoard::TooManyRows);
        }
        let mut tiles = Vec::new();
        for (column, word) in (1..).zip(line.split_whitespace()) {
            if column > LONGEST_SIDE {
                return Err(BadBoard::TooManyColumns { row });
            }
            let not_a_code = || BadBoard::NotACode { row, column, found: shortened(word) };
            tiles.push(word.parse().ok().and_then(codes).ok_or_else(not_a_code)?);
        }
        matrix.push(tiles);
    }
    Board::new(&matrix)
}

/// The word as an error message may show it: on one line, and not too long.
fn shortened(word: &str) -> String {
    let shown: String = word.chars().take(12).flat_map(char::escape_debug).collect();
    let more = if word.chars().count() > 12 { "..." } else { "" };
    format!("\"{shown}{more}\"")
}
