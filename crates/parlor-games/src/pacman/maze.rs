//! The part of a board that never changes: cells, walls and the four directions.

use super::board::Board;
use super::tile::Tile;

/// A cell by its number, row by row from the top left. `NOWHERE` is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    pub const NOWHERE: Cell = Cell(u16::MAX);

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What Pac-Man does: go one cell. Into a wall or off the board he stays, which is how he waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Right,
    Down,
    Left,
    Up,
}

impl Step {
    /// In the order that breaks ties, the ghosts' too.
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

/// Where each step leads from each cell, and how far cells lie apart.
#[derive(Clone, Debug)]
pub struct Maze {
    neighbours: Vec<[Cell; 4]>,
    /// Row and column of every cell.
    places: Vec<(u16, u16)>,
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
        let neighbours = cells.clone().map(|(row, column)| {
            // Row or column -1 wraps to a number off any board.
            [
                open(row, column + 1),
                open(row + 1, column),
                open(row, column.wrapping_sub(1)),
                open(row.wrapping_sub(1), column),
            ]
        });
        Maze {
            neighbours: neighbours.collect(),
            places: cells.map(|(row, column)| (row as u16, column as u16)).collect(),
        }
    }

    pub fn cell_count(&self) -> usize {
        self.neighbours.len()
    }

    /// In the order of `Step::ALL`; `NOWHERE` where a wall or the edge is.
    pub fn neighbours(&self, cell: Cell) -> [Cell; 4] {
        self.neighbours[cell.index()]
    }

    /// Where Pac-Man stands after the step.
    pub fn after(&self, cell: Cell, step: Step) -> Cell {
        let there = self.neighbours[cell.index()][step as usize];
        if there == Cell::NOWHERE { cell } else { there }
    }

    pub fn manhattan(&self, a: Cell, b: Cell) -> u16 {
        let ((row_a, column_a), (row_b, column_b)) = (self.places[a.index()], self.places[b.index()]);
        row_a.abs_diff(row_b) + column_a.abs_diff(column_b)
    }
}
