//! Static part of a board: cells, walls and the four directions.

use super::board::Board;
use super::tile::Tile;

/// Index of a cell, row by row from the top left. `NOWHERE` stands for no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    pub const NOWHERE: Cell = Cell(u16::MAX);

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Pac-Man's action: a move of one cell. A step into a wall or off the board leaves him in place: this is how he
/// waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Right,
    Down,
    Left,
    Up,
}

impl Step {
    /// All steps in the order that breaks ties, also for the ghosts.
    pub const ALL: [Step; 4] = [Step::Right, Step::Down, Step::Left, Step::Up];

    pub fn letter(self) -> char {
        match self {
            Step::Right => 'R',
            Step::Down => 'D',
            Step::Left => 'L',
            Step::Up => 'U',
        }
    }
}

/// Adjacency of the cells, and distances between them.
#[derive(Clone, Debug)]
pub struct Maze {
    neighbors: Vec<[Cell; 4]>,
    /// Row and column of every cell.
    coordinates: Vec<(u16, u16)>,
}

impl Maze {
    pub fn new(board: &Board) -> Maze {
        let (rows, columns) = (board.rows(), board.columns());
        let tiles = board.tiles();
        let open = |row: usize, column: usize| {
            if row >= rows || column >= columns || tiles[row * columns + column] == Tile::Wall {
                return Cell::NOWHERE;
            }
            Cell((row * columns + column) as u16)
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let neighbors = cells.clone().map(|(row, column)| {
            // Row or column -1 wraps to a number off any board.
            [
                open(row, column + 1),
                open(row + 1, column),
                open(row, column.wrapping_sub(1)),
                open(row.wrapping_sub(1), column),
            ]
        });
        Maze {
            neighbors: neighbors.collect(),
            coordinates: cells.map(|(row, column)| (row as u16, column as u16)).collect(),
        }
    }

    pub fn cell_count(&self) -> usize {
        self.neighbors.len()
    }

    /// Neighbors in the order of `Step::ALL`; `NOWHERE` for a wall or the edge.
    pub fn neighbors(&self, cell: Cell) -> [Cell; 4] {
        self.neighbors[cell.index()]
    }

    /// Cell of Pac-Man after a step from `cell`.
    pub fn destination(&self, cell: Cell, step: Step) -> Cell {
        let there = self.neighbors[cell.index()][step as usize];
        if there == Cell::NOWHERE { cell } else { there }
    }

    pub fn manhattan(&self, a: Cell, b: Cell) -> u16 {
        let ((row_a, column_a), (row_b, column_b)) = (self.coordinates[a.index()], self.coordinates[b.index()]);
        row_a.abs_diff(row_b) + column_a.abs_diff(column_b)
    }
}
