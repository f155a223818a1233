//! [`PublishedPositions`]: how the positions of a game and their values are published.

use std::fmt::{self, Debug};

use crate::{AnyGame, Value};

/// How files of positions are written, and how the scores in them read.
#[derive(Clone)]
pub struct PublishedPositions {
    /// Takes a line apart, without checking it. The line has no blanks around it and is neither empty nor a
    /// comment.
    pub read_line: fn(&str) -> PositionLine,
    /// The value of a position on the scale in which it is published; `None` if not enough is proved.
    pub score: fn(&dyn AnyGame, Value) -> Option<i32>,
}

/// A line of a file of positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionLine {
    pub position: String,
    /// The published score, where the line states one.
    pub score: Option<String>,
    /// What the position is called, where the line says so.
    pub name: Option<String>,
}

impl PositionLine {
    /// A line that holds nothing but a position.
    pub fn of_position(line: &str) -> PositionLine {
        PositionLine { position: line.to_owned(), ..PositionLine::default() }
    }
}

impl Debug for PublishedPositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PublishedPositions").finish_non_exhaustive()
    }
}
