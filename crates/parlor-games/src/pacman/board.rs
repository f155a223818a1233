//! Board as input: a validated matrix of tiles.

use std::fmt::{self, Display};

use super::tile::{ALLOWED_CODES, Ghost, Tile};

/// Maximum number of rows and of columns.
pub const MAX_SIDE: usize = 64;

/// Matrix of tiles with exactly one Pac-Man, at most one ghost of each color, and rows of equal length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: usize,
    tiles: Vec<Tile>,
}

/// Reason why a text or matrix is not a valid board. Rows and columns count from 1, at the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// Message of the parser, with the location of the error.
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

impl Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Text(message) => f.write_str(message),
            BoardError::NoRows => write!(f, "the board has no rows"),
            BoardError::NoMatrix => write!(f, "a board is a list of rows, or a record with such a list as \"board\""),
            BoardError::NotARow { row } => write!(f, "row {row} is not a list of codes"),
            BoardError::EmptyRow { row } => write!(f, "row {row} is empty"),
            BoardError::TooManyRows => write!(f, "the board has more than {MAX_SIDE} rows"),
            BoardError::TooManyColumns { row } => write!(f, "row {row} has more than {MAX_SIDE} columns"),
            BoardError::UnequalRow { row, has, wanted } => {
                let codes = if *has == 1 { "code" } else { "codes" };
                write!(f, "row {row} has {has} {codes}, but row 1 has {wanted}")
            }
            BoardError::NotACode { row, column, found } => {
                write!(f, "row {row}, column {column}: {found} is not a code; allowed are {ALLOWED_CODES}")
            }
            BoardError::SecondPacMan { row, column, first: (above, left) } => {
                write!(f, "row {row}, column {column}: a second Pac-Man; the first is in row {above}, column {left}")
            }
            BoardError::SecondGhost { row, column, ghost, first: (above, left) } => {
                write!(f, "row {row}, column {column}: a second {ghost} ghost; ")?;
                write!(f, "the first is in row {above}, column {left}")
            }
            BoardError::NoPacMan => write!(f, "no cell holds Pac-Man (66)"),
        }
    }
}

impl std::error::Error for BoardError {}

impl Board {
    pub fn new(rows: &[Vec<Tile>]) -> Result<Board, BoardError> {
        let columns = rows.first().ok_or(BoardError::NoRows)?.len();
        if rows.len() > MAX_SIDE {
            return Err(BoardError::TooManyRows);
        }
        let mut pacman = None;
        let mut ghosts = [None; 4];
        for (row, tiles) in (1..).zip(rows) {
            if tiles.is_empty() {
                return Err(BoardError::EmptyRow { row });
            }
            if tiles.len() > MAX_SIDE {
                return Err(BoardError::TooManyColumns { row });
            }
            if tiles.len() != columns {
                return Err(BoardError::UnequalRow { row, has: tiles.len(), wanted: columns });
            }
            for (column, &tile) in (1..).zip(tiles) {
                if matches!(tile, Tile::PacMan | Tile::Eaten)
                    && let Some(first) = pacman.replace((row, column))
                {
                    return Err(BoardError::SecondPacMan { row, column, first });
                }
                if let Tile::Ghost { ghost, .. } = tile
                    && let Some(first) = ghosts[ghost as usize].replace((row, column))
                {
                    return Err(BoardError::SecondGhost { row, column, ghost, first });
                }
            }
        }
        pacman.ok_or(BoardError::NoPacMan)?;
        Ok(Board { columns, tiles: rows.concat() })
    }

    /// A board of the same size with other tiles.
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

    /// All tiles, row by row from the top left.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    pub fn pellets(&self) -> usize {
        self.tiles.iter().filter(|tile| tile.has_pellet()).count()
    }

    /// The matrix of two-digit codes.
    pub fn codes(&self) -> Vec<Vec<u8>> {
        self.tiles.chunks(self.columns).map(|row| row.iter().map(|tile| tile.code()).collect()).collect()
    }
}
