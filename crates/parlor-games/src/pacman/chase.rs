//! Chase: the part of a state that decides all movement, namely Pac-Man, the ghosts and the poison.
//!
//! Pellets never influence movement, so the state space of chases is small, and planners explore it separately from
//! the sets of pellets left.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use super::board::Board;
use super::maze::{Cell, Maze, Step};
use super::tile::Tile;

/// Positions of Pac-Man and the ghosts, and the poison that is gone. Equal chases have equal futures, whatever
/// pellets are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chase {
    pub pacman: Cell,
    /// Ghosts in the order in which they move; `NOWHERE` for a ghost that is not on the board.
    pub ghosts: [Cell; 4],
    /// Poison that is gone, in ascending order. A ghost removes at most one, so four entries suffice; a set of the
    /// poison left would have no such bound.
    pub cleared: [Cell; 4],
}

/// Hashes three words instead of nine short ones.
impl Hash for Chase {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let pack = |cells: &[Cell; 4]| cells.iter().fold(0, |word, cell| word << 16 | u64::from(cell.0));
        hasher.write_u64(u64::from(self.pacman.0));
        hasher.write_u64(pack(&self.ghosts));
        hasher.write_u64(pack(&self.cleared));
    }
}

impl Chase {
    pub fn ghosts_left(&self) -> usize {
        self.ghosts.iter().filter(|&&ghost| ghost != Cell::NOWHERE).count()
    }

    fn clear_poison(&mut self, poison: Cell) {
        // `NOWHERE` sorts last.
        self.cleared[3] = poison;
        self.cleared.sort_unstable();
    }
}

/// Movement rules on one board.
#[derive(Clone, Debug)]
pub struct ChaseRules {
    pub maze: Maze,
    poison: Vec<bool>,
    start: Chase,
}

impl ChaseRules {
    pub fn new(board: &Board) -> ChaseRules {
        let mut start = Chase { pacman: Cell(0), ghosts: [Cell::NOWHERE; 4], cleared: [Cell::NOWHERE; 4] };
        for (index, &tile) in board.tiles().iter().enumerate() {
            let cell = Cell(index as u16);
            match tile {
                Tile::PacMan | Tile::Eaten => start.pacman = cell,
                Tile::Ghost { ghost, .. } => start.ghosts[ghost as usize] = cell,
                _ => (),
            }
        }
        let poison = board.tiles().iter().map(|tile| matches!(tile, Tile::Poison { .. })).collect();
        ChaseRules { maze: Maze::new(board), poison, start }
    }

    pub fn start(&self) -> Chase {
        self.start
    }

    pub fn is_poison(&self, chase: &Chase, cell: Cell) -> bool {
        self.poison[cell.index()] && !chase.cleared.contains(&cell)
    }

    /// Successor after Pac-Man's step and the ghosts' moves. If Pac-Man does not survive, the error holds the chase at
    /// that moment, without the ghost that he met.
    pub fn successor(&self, chase: &Chase, step: Step) -> Result<Chase, Chase> {
        let mut next = *chase;
        next.pacman = self.maze.destination(chase.pacman, step);
        if self.is_poison(chase, next.pacman) {
            return Err(next);
        }
        if let Some(met) = chase.ghosts.iter().position(|&ghost| ghost == next.pacman) {
            next.ghosts[met] = Cell::NOWHERE;
            return Err(next);
        }
        for mover in 0..4 {
            let from = next.ghosts[mover];
            if from == Cell::NOWHERE {
                continue;
            }
            let to = self.ghost_destination(from, &next);
            next.ghosts[mover] = to;
            if to == next.pacman {
                next.ghosts[mover] = Cell::NOWHERE;
                return Err(next);
            }
            if self.is_poison(&next, to) {
                next.ghosts[mover] = Cell::NOWHERE;
                next.clear_poison(to);
            }
        }
        Ok(next)
    }

    /// Destination of a ghost: the free neighbor nearest to Pac-Man, the first of equals; its own cell if none is
    /// free.
    fn ghost_destination(&self, from: Cell, chase: &Chase) -> Cell {
        let mut nearest = u16::MAX;
        let mut to = from;
        for there in self.maze.neighbors(from) {
            if there == Cell::NOWHERE || chase.ghosts.contains(&there) {
                continue;
            }
            let distance = self.maze.manhattan(there, chase.pacman);
            if distance < nearest {
                nearest = distance;
                to = there;
            }
        }
        to
    }

    /// For every cell, the minimum number of poisons on a path from Pac-Man to it, the cell itself included (0-1
    /// breadth-first search). `u8::MAX` for unreachable cells.
    pub fn min_poisons_crossed(&self, chase: &Chase) -> Vec<u8> {
        let mut crossed = vec![u8::MAX; self.maze.cell_count()];
        let mut frontier = VecDeque::from([(chase.pacman, 0)]);
        while let Some((cell, count)) = frontier.pop_front() {
            if crossed[cell.index()] <= count {
                continue;
            }
            crossed[cell.index()] = count;
            for there in self.maze.neighbors(cell) {
                if there == Cell::NOWHERE {
                    continue;
                }
                if self.is_poison(chase, there) {
                    frontier.push_back((there, count.saturating_add(1)));
                } else {
                    frontier.push_front((there, count));
                }
            }
        }
        crossed
    }
}
