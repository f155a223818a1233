//! Reason why a board has no plan.

use std::fmt::{self, Display};

use super::board::Board;
use super::chase::ChaseRules;
use super::maze::Cell;

/// Reason why a board has no plan. Rows and columns count from 1, at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlanReason {
    /// Walls separate these pellets from Pac-Man; one of them lies in this row and column.
    WalledOff { pellets: usize, row: usize, column: usize },
    /// Pellets lie under or behind more poison than the ghosts can clear.
    Poisoned,
    /// All pellets can be reached, but a ghost catches Pac-Man, or cuts him off from a pellet, on every route.
    Ghosts,
}

impl NoPlanReason {
    /// Reason for a board that a planner proved to have no plan. It does not prove that there is none.
    pub fn of(board: &Board) -> NoPlanReason {
        let rules = ChaseRules::new(board);
        let start = rules.start();
        let crossed = rules.min_poisons_crossed(&start);
        let ghosts = start.ghosts_left();
        let pellets: Vec<usize> = (0..board.tiles().len()).filter(|&cell| board.tiles()[cell].has_pellet()).collect();
        let mut walled_off = pellets.iter().filter(|&&cell| crossed[cell] == u8::MAX);
        if let Some(first) = walled_off.next() {
            let (row, column) = (first / board.columns() + 1, first % board.columns() + 1);
            return NoPlanReason::WalledOff { pellets: 1 + walled_off.count(), row, column };
        }
        let is_under_poison = |cell: &&usize| rules.is_poison(&start, Cell(**cell as u16));
        let is_poisoned = pellets.iter().any(|&cell| usize::from(crossed[cell]) > ghosts)
            || pellets.iter().filter(is_under_poison).count() > ghosts;
        if is_poisoned { NoPlanReason::Poisoned } else { NoPlanReason::Ghosts }
    }
}

impl Display for NoPlanReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPlanReason::WalledOff { pellets: 1, row, column } => {
                write!(f, "the pellet in row {row}, column {column} is walled off")
            }
            NoPlanReason::WalledOff { pellets, row, column } => {
                write!(f, "{pellets} pellets are walled off, one of them in row {row}, column {column}")
            }
            NoPlanReason::Poisoned => write!(f, "there is more poison around the pellets than the ghosts can clear"),
            NoPlanReason::Ghosts => write!(f, "every route meets a ghost before the last pellet"),
        }
    }
}
