//! How a position looks, as plain data: every front end draws it, no front end knows the game.

use std::fmt::{self, Display, Write};

use crate::Game;

/// A game that can describe how it looks. `last` is the move that led here.
pub trait Depict: Game {
    fn scene(&self, last: Option<Self::Move>) -> Scene;
}

/// Row 0 is the top. Front ends animate by comparing two scenes, piece by piece, by id.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scene {
    pub columns: u8,
    pub rows: u8,
    pub pieces: Vec<Piece>,
    pub choices: Vec<Choice>,
    pub marks: Vec<(Cell, Mark)>,
    pub axes: Axes,
    pub sides: [Side; 2],
    /// One sentence: whose turn it is and what to do, or how it ended.
    pub caption: String,
    /// New pieces come in from above.
    pub pieces_fall: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    pub column: u8,
    pub row: u8,
}

/// The same id in two scenes is the same piece: it has moved, turned over, or stayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    pub id: u32,
    pub cell: Cell,
    pub shape: Shape,
    pub tint: Tint,
    /// Stands for the piece where there is only text.
    pub letter: char,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Shape {
    Disc,
    Cross,
    Ring,
    Knight,
    /// A cell that is closed for ever.
    Scorched,
    Wall,
    Pellet,
    Poison,
    Ghost,
    /// The one who eats.
    Eater,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Tint {
    First,
    Second,
    Dark,
    Light,
    Neutral,
    Red,
    Green,
    Yellow,
    Blue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Mark {
    LastMove,
    /// Where the piece that moved last came from.
    Origin,
    Winning,
    /// Where somebody met their end.
    Fatal,
}

/// A legal move as a front end offers it: picked by one cell out of each of its steps; without steps it is a
/// button (a pass). Of choices that share their first cells the front end asks for the next step, or,
/// when there are no more steps to tell them apart, by label.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice {
    /// What is sent back.
    pub notation: String,
    /// For people and screen readers.
    pub label: String,
    pub steps: Vec<Vec<Cell>>,
    pub key: Option<Key>,
    /// The cells that this move would change: what hovering previews.
    pub changes: Vec<Cell>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Key {
    Left,
    Right,
    Up,
    Down,
    Letter(char),
}

/// What is written along the edges, from the left and from the top.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Axes {
    pub columns: Vec<String>,
    pub rows: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Side {
    pub name: String,
    /// Discs, pellets: whatever this game counts, where it counts.
    pub count: Option<u32>,
}

impl Scene {
    /// The piece drawn on top at a cell: the last one listed there.
    pub fn piece_at(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.iter().rev().find(|piece| piece.cell == cell)
    }

    pub fn has_mark(&self, cell: Cell, mark: Mark) -> bool {
        self.marks.contains(&(cell, mark))
    }
}

/// The scene as a picture in plain text: pieces by their letters, `.` an empty cell, `+` an empty cell that
/// can be chosen first, `[ ]` around the last move, `( )` around a winning cell, `< >` around a fatal one.
impl Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = self.axes.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        for row in 0..self.rows {
            let mut line = format!("{:>margin$} ", self.axes.rows.get(usize::from(row)).map_or("", String::as_str));
            for column in 0..self.columns {
                let cell = Cell { column, row };
                let open = || self.choices.iter().any(|c| c.steps.first().is_some_and(|s| s.contains(&cell)));
                let letter = match self.piece_at(cell) {
                    Some(piece) => piece.letter,
                    None if open() => '+',
                    None => '.',
                };
                let [left, right] = if self.has_mark(cell, Mark::Fatal) {
                    ['<', '>']
                } else if self.has_mark(cell, Mark::Winning) {
                    ['(', ')']
                } else if self.has_mark(cell, Mark::LastMove) {
                    ['[', ']']
                } else {
                    [' ', ' ']
                };
                line.extend([left, letter, right]);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        if !self.axes.columns.is_empty() {
            let mut line = " ".repeat(margin + 1);
            for label in &self.axes.columns {
                write!(line, "{label:^3}")?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        for choice in self.choices.iter().filter(|choice| choice.steps.is_empty()) {
            writeln!(f, "button: {}", choice.label)?;
        }
        let sides = self.sides.iter().filter(|side| !side.name.is_empty()).map(|side| match side.count {
            Some(count) => format!("{} {count}", side.name),
            None => side.name.clone(),
        });
        writeln!(f, "{}", sides.collect::<Vec<_>>().join(" - "))?;
        writeln!(f, "{}", self.caption)
    }
}
