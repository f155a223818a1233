//! [`Scene`]: the appearance of a position as plain data, which every front end draws without knowing the game.

use std::fmt::{self, Display, Write};

use crate::{Game, Message, Outcome, Player};

/// A game that can describe its positions as scenes.
pub trait Depict: Game {
    /// `last` is the move that led to this position.
    fn scene(&self, last: Option<Self::Move>) -> Scene;
}

/// Appearance of a position. Row 0 is the top. Front ends animate by comparing the pieces of two scenes by id.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    pub columns: u8,
    pub rows: u8,
    pub pieces: Vec<Piece>,
    pub choices: Vec<Choice>,
    /// Side to move; `None` when the game is over. [`AnyGame::scene`](crate::AnyGame::scene) sets it and the outcome,
    /// so that a game need not.
    pub turn: Option<Player>,
    /// Result by the rules; `None` while the game goes on.
    pub outcome: Option<Outcome>,
    pub marks: Vec<(Cell, Mark)>,
    pub axes: Axes,
    pub sides: [Side; 2],
    /// One sentence for the player: whose turn it is and what to do, or the result.
    pub caption: Message,
    /// Lines to strike through, each from its first to its last cell: the winning rows.
    pub strikes: Vec<[Cell; 2]>,
}

/// Square of the board, counted from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    pub column: u8,
    pub row: u8,
}

/// A piece on the board. The same id in two scenes is the same piece: it moved, turned over or stayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    pub id: u32,
    pub cell: Cell,
    pub shape: Shape,
    pub tint: Tint,
    /// Shown for the piece in plain text.
    pub letter: char,
    /// Direction that the piece looks in, where it has one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub facing: Option<Facing>,
}

impl Piece {
    /// A piece that looks in no direction.
    pub fn new(id: u32, cell: Cell, shape: Shape, tint: Tint, letter: char) -> Piece {
        Piece { id, cell, shape, tint, letter, facing: None }
    }

    #[must_use]
    pub fn facing(self, facing: Option<Facing>) -> Piece {
        Piece { facing, ..self }
    }
}

/// What a piece looks like, wherever it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceKind {
    pub shape: Shape,
    pub tint: Tint,
    pub letter: char,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub facing: Option<Facing>,
}

impl PieceKind {
    /// Kind of a piece that looks in no direction.
    pub const fn new(shape: Shape, tint: Tint, letter: char) -> PieceKind {
        PieceKind { shape, tint, letter, facing: None }
    }

    #[must_use]
    pub const fn facing(self, facing: Facing) -> PieceKind {
        PieceKind { facing: Some(facing), ..self }
    }

    /// A piece of this kind at a cell.
    pub fn at(self, id: u32, cell: Cell) -> Piece {
        let PieceKind { shape, tint, letter, facing } = self;
        Piece { id, cell, shape, tint, letter, facing }
    }
}

/// Direction that a piece looks in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Facing {
    Left,
    Right,
    Up,
    Down,
}

/// Shape of a piece, by name. A front end draws the names it knows, and any other shape as the piece's letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shape(pub &'static str);

impl Shape {
    pub const DISC: Shape = Shape("disc");
    pub const CROSS: Shape = Shape("cross");
    pub const RING: Shape = Shape("ring");
    pub const KNIGHT: Shape = Shape("knight");
    /// A cell that can no longer be entered.
    pub const SCORCHED: Shape = Shape("scorched");
    pub const WALL: Shape = Shape("wall");
    pub const PELLET: Shape = Shape("pellet");
    pub const POISON: Shape = Shape("poison");
    pub const GHOST: Shape = Shape("ghost");
    /// Pac-Man.
    pub const EATER: Shape = Shape("eater");
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Mark {
    LastMove,
    /// The cell that the last moved piece came from.
    Origin,
    Winning,
    /// The cell where a player or the agent was lost.
    Fatal,
    /// A cell that the loser could have entered, had it been free.
    Blocked,
}

/// A legal move as a front end offers it. The player picks one cell of each step in turn; a move without steps,
/// such as a pass, is a button. If several choices share the cells picked so far, the front end asks for the next
/// step or, after the last step, for a label.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The move, to be sent back by the front end.
    pub notation: String,
    /// Text for players and screen readers.
    pub label: Message,
    pub steps: Vec<Vec<Cell>>,
    pub key: Option<Key>,
    /// The cells that this move would change, for a preview.
    pub changes: Vec<Cell>,
    /// Whether the choice may be made ahead of its turn, such as a step in a maze.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub can_queue: bool,
}

impl Choice {
    /// A choice without steps: a button.
    pub fn new(notation: impl Into<String>, label: Message) -> Choice {
        let (steps, changes) = (Vec::new(), Vec::new());
        Choice { notation: notation.into(), label, steps, key: None, changes, can_queue: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Key {
    Left,
    Right,
    Up,
    Down,
    Letter(char),
}

/// Labels of the columns from the left, and of the rows from the top.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Axes {
    pub columns: Vec<String>,
    pub rows: Vec<String>,
}

/// One side of the game, also where a front end shows no board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Side {
    pub name: Message,
    /// The piece that the side plays with, shown beside its name and where it would move.
    pub piece: Option<PieceKind>,
    /// Discs, pellets or whatever the game counts, if it does.
    pub count: Option<u32>,
}

impl Scene {
    /// The topmost piece at a cell: the last one listed there.
    pub fn piece_at(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.iter().rev().find(|piece| piece.cell == cell)
    }

    pub fn has_mark(&self, cell: Cell, mark: Mark) -> bool {
        self.marks.contains(&(cell, mark))
    }
}

/// The scene as plain text: pieces by their letters, `.` an empty cell, `+` an empty cell that can be picked first,
/// `[ ]` around the last move, `( )` around a winning cell, `< >` around a fatal one.
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
            None => side.name.to_string(),
        });
        writeln!(f, "{}", sides.collect::<Vec<_>>().join(" - "))?;
        writeln!(f, "{}", self.caption)
    }
}
