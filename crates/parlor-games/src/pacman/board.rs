//! A board as it is written down: a matrix of tiles.

use std::fmt::{self, Display};

use super::tile::{ALLOWED_CODES, Ghost, Tile};

/// A board has at most this many rows and columns.
pub const LONGEST_SIDE: usize = 64;

/// Exactly one Pac-Man, at most one ghost of each colour, rows of equal length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: usize,
    tiles: Vec<Tile>,
}

/// Why something is no board. Rows and columns count from 1, the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadBoard {
    /// Neither JSON nor a nested tuple; says what is wrong and where.
    Text(String),
    NoRows,
    NoMatrix,
    NotARow {
        row: usize,
    },
    EmptyRow {
        row: usize,
    },
    TooManyRows,
    TooManyColumns {
        row: usize,
    },
    UnequalRow {
        row: usize,
        has: usize,
        wanted: usize,
    },
    NotACode {
        row: usize,
        column: usize,
        found: String,
    },
    SecondPacMan {
        row: usize,
        column: usize,
        first: (usize, usize),
    },
    SecondGhost {
        row: usize,
        column: usize,
        ghost: Ghost,
        first: (usize, usize),
    },
    NoPacMan,
}

impl Display for BadBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadBoard::Text(what) => f.write_str(what),
            BadBoard::NoRows => write!(f, "the board has no rows"),
            BadBoard::NoMatrix => write!(f, "a board is a list of rows, or a record with such a list as \"board\""),
            BadBoard::NotARow { row } => write!(f, "row {row} is not a list of codes"),
            BadBoard::EmptyRow { row } => write!(f, "row {row} is empty"),
            BadBoard::TooManyRows => write!(f, "the board has more than {LONGEST_SIDE} rows"),
            BadBoard::TooManyColumns { row } => write!(f, "row {row} has more than {LONGEST_SIDE} columns"),
            BadBoard::UnequalRow { row, has, wanted } => {
                let codes = if *has == 1 { "code" } else { "codes" };
                write!(f, "row {row} has {has} {codes}, but row 1 has {wanted}")
            }
            BadBoard::NotACode { row, column, found } => {
                write!(f, "row {row}, column {column}: {found} is not a code; allowed are {ALLOWED_CODES}")
            }
            BadBoard::SecondPacMan { row, column, first: (above, left) } => {
                write!(f, "row {row}, column {column}: a second Pac-Man; the first is in row {above}, column {left}")
            }
            BadBoard::SecondGhost { row, column, ghost, first: (above, left) } => {
                write!(f, "row {row}, column {column}: a second {ghost} ghost; ")?;
                write!(f, "the first is in row {above}, column {left}")
            }
            BadBoard::NoPacMan => write!(f, "no cell holds Pac-Man (66)"),
        }
    }
}

impl std::error::Error for BadBoard {}

impl Board {
    pub fn new(rows: &[Vec<Tile>]) -> Result<Board, BadBoard> {
        let columns = rows.first().ok_or(BadBoard::NoRows)?.len();
        if rows.len() > LONGEST_SIDE {
            return Err(BadBoard::TooManyRows);
        }
        let mut pacman = None;
        let mut ghosts = [None; 4];
        for (row, tiles) in (1..).zip(rows) {
            if tiles.is_empty() {
                return Err(BadBoard::EmptyRow { row });
            }
            if tiles.len() > LONGEST_SIDE {
                return Err(BadBoard::TooManyColumns { row });
            }
            if tiles.len() != columns {
                return Err(BadBoard::UnequalRow { row, has: tiles.len(), wanted: columns });
            }
            for (column, &tile) in (1..).zip(tiles) {
                if matches!(tile, Tile::PacMan | Tile::Eaten)
                    && let Some(first) = pacman.replace((row, column))
                {
                    return Err(BadBoard::SecondPacMan { row, column, first });
                }
                if let Tile::Ghost { ghost, .. } = tile
                    && let Some(first) = ghosts[ghost as usize].replace((row, column))
                {
                    return Err(BadBoard::SecondGhost { row, column, ghost, first });
                }
            }
        }
        pacman.ok_or(BadBoard::NoPacMan)?;
        Ok(Board { columns, tiles: rows.concat() })
    }

    /// The same board with other tiles, as many.
    pub(super) fn with_tiles(&self, tiles: Vec<Tile>) -> Board {
        debug_assert_eq!(tiles.len(), self.tiles.len());
        Board { columns: self.columns, tiles }
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn rows(&self) -> usize {
        self.tiles.len() / self.columns
    }

    /// Row by row, from the top left.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    pub fn pellets(&self) -> usize {
        self.tiles.iter().filter(|tile| tile.has_pellet()).count()
    }

    /// The matrix of codes.
    pub fn codes(&self) -> Vec<Vec<u8>> {
        self.tiles.chunks(self.columns).map(|row| row.iter().map(|tile| tile.code()).collect()).collect()
    }
}
