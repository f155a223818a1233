//! The chase: Pac-Man, the ghosts and the poison, without the pellets.
//!
//! Pellets never influence who goes where, so the chase is a small problem of its own: planners explore it
//! apart from the question of which pellets are left.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use super::board::Board;
use super::maze::{Cell, Maze, Step};
use super::tile::Tile;

/// Who stands where. Two equal chases go on equally, whatever pellets are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chase {
    pub pacman: Cell,
    /// In the order in which they move; `NOWHERE` for one that is not on the board.
    pub ghosts: [Cell; 4],
    /// Poison that is gone, in ascending order. A ghost takes at most one with it, so four places suffice, and
    /// a set of the poison left, which has no such limit, is not needed.
    pub cleared: [Cell; 4],
}

/// Three words instead of nine short writes.
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

    fn clear(&mut self, poison: Cell) {
        // `NOWHERE` sorts last.
        self.cleared[3] = poison;
        self.cleared.sort_unstable();
    }
}

/// The laws of motion on one board.
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

    /// Pac-Man's step and the ghosts' answer. If Pac-Man does not survive it, the chase at that moment, without the
    /// ghost that he met.
    pub fn after(&self, chase: &Chase, step: Step) -> Result<Chase, Chase> {
        let mut next = *chase;
        next.pacman = self.maze.after(chase.pacman, step);
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
            let to = self.ghost_goes(from, &next);
            next.ghosts[mover] = to;
            if to == next.pacman {
                next.ghosts[mover] = Cell::NOWHERE;
                return Err(next);
            }
            if self.is_poison(&next, to) {
                next.ghosts[mover] = Cell::NOWHERE;
                next.clear(to);
            }
        }
        Ok(next)
    }

    /// The free neighbour nearest to Pac-Man, the first of equals; its own cell if none is free.
    fn ghost_goes(&self, from: Cell, chase: &Chase) -> Cell {
        let mut nearest = u16::MAX;
        let mut to = from;
        for there in self.maze.neighbours(from) {
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

    /// For every cell, how many poisons Pac-Man must have had cleared to stand on it, at least: paths count
    /// the poison they cross (0-1 breadth-first search). `u8::MAX` where no path leads.
    pub fn poisons_in_the_way(&self, chase: &Chase) -> Vec<u8> {
        let mut crossed = vec![u8::MAX; self.maze.cell_count()];
        let mut frontier = VecDeque::from([(chase.pacman, 0)]);
        while let Some((cell, count)) = frontier.pop_front() {
            if crossed[cell.index()] <= count {
                continue;
            }
            crossed[cell.index()] = count;
            for there in self.maze.neighbours(cell) {
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
