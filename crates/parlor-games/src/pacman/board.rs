//! Board as input: a validated matrix of tiles.

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Message of the parser, with the location of the error.
    #[error("{0}")]
    Text(String),
    #[error("the board has no rows")]
    NoRows,
    #[error("a board is a list of rows, or a record with such a list as \"board\"")]
    NoMatrix,
    #[error("row {row} is not a list of codes")]
    NotARow { row: usize },
    #[error("row {row} is empty")]
    EmptyRow { row: usize },
    #[error("the board has more than {MAX_SIDE} rows")]
    TooManyRows,
    #[error("row {row} has more than {MAX_SIDE} columns")]
    TooManyColumns { row: usize },
    #[error("row {row} has {has} {}, but row 1 has {wanted}", if *has == 1 { "code" } else { "codes" })]
    UnequalRow { row: usize, has: usize, wanted: usize },
    #[error("row {row}, column {column}: {found} is not a code; allowed are {ALLOWED_CODES}")]
    NotACode { row: usize, column: usize, found: String },
    #[error("row {row}, column {column}: a second Pac-Man; the first is in row {}, column {}", first.0, first.1)]
    SecondPacMan { row: usize, column: usize, first: (usize, usize) },
    #[error("row {row}, column {column}: a second {ghost} ghost; the first is in row {}, column {}", first.0, first.1)]
    SecondGhost { row: usize, column: usize, ghost: Ghost, first: (usize, usize) },
    #[error("no cell holds Pac-Man (66)")]
    NoPacMan,
}

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
