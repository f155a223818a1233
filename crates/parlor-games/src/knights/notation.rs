//! Notation of moves and positions. A move is the row and the column of its destination, from 1, and the way if that
//! matters: `3 2 two-one`. A position is its rows from the top, separated by `/` (`X` and `O` knights, `*` closed,
//! `-` free), then a space and the side to move.

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Game, Player, PositionError};

use super::rules::{Knights, Move, Way};
use crate::board_text::check_size;
use crate::square::Square;

/// The text is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a move is a row and a column from 1, optionally followed by two-one or one-two")]
pub struct ParseMoveError;

impl Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::TwoOne => "two-one",
            Way::OneTwo => "one-two",
        })
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.to.row() + 1, self.to.column() + 1)?;
        self.way.map_or(Ok(()), |way| write!(f, " {way}"))
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let mut words = text.split_ascii_whitespace();
        let mut number = || match words.next().map(str::as_bytes) {
            Some([digit @ b'1'..=b'8']) => Ok(digit - b'1'),
            _ => Err(ParseMoveError),
        };
        let to = Square::at(number()?, number()?).ok_or(ParseMoveError)?;
        let way = match words.next() {
            None => None,
            Some("two-one") => Some(Way::TwoOne),
            Some("one-two") => Some(Way::OneTwo),
            Some(_) => return Err(ParseMoveError),
        };
        if words.next().is_some() { Err(ParseMoveError) } else { Ok(Move { to, way }) }
    }
}

impl Knights {
    /// The letter of a cell: `X`, `O`, `*` or `-`. Row and column count from 0 and must be inside the board.
    pub fn letter_at(&self, row: u8, column: u8) -> char {
        let square = Square::at(row, column);
        if square == Some(self.knight(Player::First)) {
            'X'
        } else if square == Some(self.knight(Player::Second)) {
            'O'
        } else if square.is_some_and(|square| self.closed() & square.bit() == 0) {
            '-'
        } else {
            '*'
        }
    }

    /// Parses a position with the same rules.
    pub fn parse_position(&self, text: &str) -> Result<Knights, PositionError> {
        let size = self.rules().size();
        check_size(text.split(' ').next().unwrap_or_default(), size.into())?;
        let mut closed = 0;
        let mut knights = [None; 2];
        let mut letters = text.chars().enumerate();
        for row in 0..size {
            for column in 0..size {
                let square = Square::at(row, column).map_or(0, Square::bit);
                match letters.next() {
                    Some((_, '-')) => {}
                    Some((_, '*')) => closed |= square,
                    Some((at, letter @ ('X' | 'O' | 'x' | 'o'))) => {
                        let knight = &mut knights[usize::from(letter.eq_ignore_ascii_case(&'O'))];
                        if knight.is_some() {
                            return Err(PositionError::at(at, format!("a second {letter}")));
                        }
                        *knight = Square::at(row, column);
                    }
                    Some((at, letter)) => {
                        return Err(PositionError::at(at, format!("\"{letter}\" is not X, O, * or -")));
                    }
                    None => return Err(PositionError::new(format!("the text ends after {row} whole rows of {size}"))),
                }
            }
            let (expected, wanted) = if row + 1 < size { ('/', "\"/\"") } else { (' ', "a space") };
            match letters.next() {
                Some((_, letter)) if letter == expected => {}
                Some((at, letter)) => {
                    return Err(PositionError::at(at, format!("\"{letter}\" where {wanted} ends a row of {size}")));
                }
                None => return Err(PositionError::new("the text ends before the side to move, X or O")),
            }
        }
        let rest: String = letters.map(|(_, letter)| letter).collect();
        let turn = match rest.as_str() {
            "X" | "x" => Player::First,
            "O" | "o" => Player::Second,
            other => return Err(PositionError::new(format!("\"{other}\" is not the side to move, X or O"))),
        };
        match knights {
            [Some(first), Some(second)] => Ok(Knights::from_parts(self.rules(), closed, [first, second], turn)),
            [None, _] => Err(PositionError::new("there is no X on the board")),
            [_, None] => Err(PositionError::new("there is no O on the board")),
        }
    }
}

impl Display for Knights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules().size();
        let rows: Vec<String> =
            (0..size).map(|row| (0..size).map(|column| self.letter_at(row, column)).collect()).collect();
        let turn = match self.turn() {
            Player::First => 'X',
            Player::Second => 'O',
        };
        write!(f, "{} {turn}", rows.join("/"))
    }
}

/// The rows of a written position, from the top.
pub(super) fn board_rows(position: &str) -> impl Iterator<Item = &str> {
    position.split(' ').next().unwrap_or_default().split('/')
}

/// Row and column of a knight in a written position, from 0.
pub(super) fn find_knight(position: &str, player: Player) -> Option<(u8, u8)> {
    let letter = match player {
        Player::First => 'X',
        Player::Second => 'O',
    };
    let mut rows = board_rows(position).zip(0..);
    rows.find_map(|(text, row)| Some((row, text.find(letter)? as u8)))
}
