//! Rows of the pellets, and the pellets that ghosts below Pac-Man shut off.

use parlor_core::Cost;

use crate::pacman::board::Board;
use crate::pacman::maze::Cell;
use crate::pacman::rules::{Pacman, State};
use crate::pacman::tile::Tile;

/// Rows of one board.
pub(crate) struct RowMap {
    columns: usize,
    /// By row: its first pellet, or the next one after it.
    first_pellet: Vec<usize>,
    /// Whether the board is a hall with hardly any walls inside, where pellets shut off are lost.
    pub(crate) is_open: bool,
}

/// Maximum share of walls inside a hall, in percent.
const MAX_WALLS: usize = 2;

/// Whether hardly any walls lie inside the rectangle around the open cells.
fn is_hall(board: &Board) -> bool {
    let columns = board.columns();
    let open = || board.tiles().iter().zip(0..).filter(|(tile, _)| **tile != Tile::Wall).map(|(_, cell)| cell);
    let extent = |of: &dyn Fn(usize) -> usize| match (open().map(of).min(), open().map(of).max()) {
        (Some(least), Some(most)) => most - least + 1,
        _ => 0,
    };
    let area = extent(&|cell| cell / columns) * extent(&|cell| cell % columns);
    (area - open().count()) * 100 <= area * MAX_WALLS
}

impl RowMap {
    pub(crate) fn new<const W: usize>(problem: &Pacman<W>) -> RowMap {
        let (rows, columns) = (problem.board().rows(), problem.board().columns());
        let cells = problem.pellet_cells();
        let first_in = |row: usize| cells.partition_point(|cell| cell.index() < row * columns);
        RowMap { columns, first_pellet: (0..=rows).map(first_in).collect(), is_open: is_hall(problem.board()) }
    }

    pub(crate) fn row_count(&self) -> Cost {
        self.first_pellet.len() as Cost - 1
    }

    pub(crate) fn row(&self, cell: Cell) -> Cost {
        (cell.index() / self.columns) as Cost
    }

    /// Sum of the rows of all pellets left.
    pub(crate) fn row_total<const W: usize>(&self, problem: &Pacman<W>, state: &State<W>) -> Cost {
        state.pellets.iter().map(|pellet| self.row(problem.pellet_cells()[pellet])).sum()
    }

    /// Number of pellets in rows that Pac-Man could not reach in the open: a ghost below him spends its steps on coming
    /// straight below him first, and then each step down takes two of the steps between them.
    pub(crate) fn shut_off<const W: usize>(&self, state: &State<W>) -> Cost {
        let (row, column) = (self.row(state.chase.pacman), state.chase.pacman.index() % self.columns);
        let lowest_row = |ghost: Cell| {
            let (below, aside) = (self.row(ghost).checked_sub(row)?, (ghost.index() % self.columns).abs_diff(column));
            let lead = below.checked_sub(aside as Cost + 1)?;
            Some(row + aside as Cost + lead / 2)
        };
        let ghosts = state.chase.ghosts.iter().filter(|&&ghost| ghost != Cell::NOWHERE);
        let lowest = ghosts.filter_map(|&ghost| lowest_row(ghost)).min();
        let first = lowest.and_then(|lowest| self.first_pellet.get(lowest as usize + 1));
        first.map_or(0, |&first| state.pellets.count_from(first))
    }
}
