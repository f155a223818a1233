use std::error::Error;
use std::fmt::{self, Display};

/// Error of reading or writing an opening book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookError {
    /// The bytes are not an opening book, or are one of another version.
    Format,
    /// The number of scores differs from the number of positions in the book.
    WrongCount { positions: usize, scores: usize },
    /// A position was given twice with different scores.
    TwoScores,
}

impl Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Format => f.write_str("not an opening book of this version"),
            BookError::WrongCount { positions, scores } => {
                write!(f, "{scores} scores were given for {positions} positions")
            }
            BookError::TwoScores => f.write_str("a position was given twice with different scores"),
        }
    }
}

impl Error for BookError {}
