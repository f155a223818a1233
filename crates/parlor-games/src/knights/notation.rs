//! A move is the row and the column it goes to, from 1, and the way where that matters: `3 2 two-one`. A
//! position is its rows from the top with `/` between them, `X` and `O` the knights, `*` closed, `-` free,
//! then a space and the side to move.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Game, Player, PositionError};

use super::rules::{Knights, Move, Way};
use crate::square::Square;

/// Not the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadMove;

impl Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is a row and a column from 1, and perhaps two-one or one-two")
    }
}

impl Error for BadMove {}

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
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Move, BadMove> {
        let mut words = text.split_ascii_whitespace();
        let mut number = || match words.next().map(str::as_bytes) {
            Some([digit @ b'1'..=b'8']) => Ok(digit - b'1'),
            _ => Err(BadMove),
        };
        let to = Square::at(number()?, number()?).ok_or(BadMove)?;
        let way = match words.next() {
            None => None,
            Some("two-one") => Some(Way::TwoOne),
            Some("one-two") => Some(Way::OneTwo),
            Some(_) => return Err(BadMove),
        };
        if words.next().is_some() { Err(BadMove) } else { Ok(Move { to, way }) }
    }
}

impl Knights {
    /// `X`, `O`, `*` or `-`, as every picture of the board shows it. Row and column from 0, inside the board.
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

    /// Reads a position under these rules.
    pub fn read(&self, text: &str) -> Result<Knights, PositionError> {
        let size = self.rules().size();
        let mut closed = 0;
        let mut knights = [None; 2];
        let mut letters = text.chars().enumerate();
        for row in 0..size {
            for column in 0..size {
                let square = Square::at(row, column).map_or(0, Square::bit);
                match letters.next() {
                    Some((_, '-')) => {}
                    Some((_, '*')) => closed |= square,
                    Some((at, letter @ ('X' | 'O'))) => {
                        let knight = &mut knights[usize::from(letter == 'O')];
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
            "X" => Player::First,
            "O" => Player::Second,
            other => return Err(PositionError::new(format!("\"{other}\" is not the side to move, X or O"))),
        };
        match knights {
            [Some(first), Some(second)] => Ok(Knights::with(self.rules(), closed, [first, second], turn)),
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
