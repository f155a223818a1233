//! Heuristics on maze distances: the farthest pellet and the minimum spanning tree. Both ignore ghosts and poison, which
//! can only lengthen a path, so they are admissible.

use std::collections::VecDeque;

use parlor_core::problem::UNREACHABLE;
use parlor_core::{Cost, Heuristic};

use crate::pacman::maze::{Cell, Maze};
use crate::pacman::rules::{Pacman, State};

/// Lengths of shortest paths in the maze from every pellet to every cell.
#[derive(Clone, Debug)]
pub struct MazeDistances {
    cell_count: usize,
    /// By pellet, then by cell; `FAR` where there is no path.
    distances: Vec<u16>,
}

const FAR: u16 = u16::MAX;

impl MazeDistances {
    pub fn new<const W: usize>(problem: &Pacman<W>) -> MazeDistances {
        let maze = &problem.rules.maze;
        let distances = problem.pellet_cells().iter().flat_map(|&cell| distances_from(maze, cell)).collect();
        MazeDistances { cell_count: maze.cell_count(), distances }
    }

    /// Length of a shortest path between a pellet and a cell; `None` if there is none.
    pub fn between(&self, pellet: usize, cell: Cell) -> Option<Cost> {
        let distance = self.distances[pellet * self.cell_count + cell.index()];
        (distance != FAR).then_some(Cost::from(distance))
    }
}

/// Breadth-first search.
fn distances_from(maze: &Maze, from: Cell) -> Vec<u16> {
    let mut distances = vec![FAR; maze.cell_count()];
    distances[from.index()] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        for there in maze.neighbors(cell) {
            if there != Cell::NOWHERE && distances[there.index()] == FAR {
                distances[there.index()] = distances[cell.index()] + 1;
                queue.push_back(there);
            }
        }
    }
    distances
}

/// Distance from Pac-Man to the farthest pellet left. Admissible.
#[derive(Clone, Debug)]
pub struct FarthestPellet(pub MazeDistances);

impl<const W: usize> Heuristic<Pacman<W>> for FarthestPellet {
    fn estimate(&self, _: &Pacman<W>, state: &State<W>) -> Cost {
        let distances = state.pellets.iter().map(|pellet| self.0.between(pellet, state.chase.pacman));
        distances.map(|distance| distance.unwrap_or(UNREACHABLE)).max().unwrap_or(0)
    }
}

/// Weight of a minimum spanning tree of Pac-Man's cell and the pellets left. Admissible: the path of a plan connects
/// them all. At least the number of pellets left.
#[derive(Clone, Debug)]
pub struct SpanningTree(pub MazeDistances);

impl<const W: usize> Heuristic<Pacman<W>> for SpanningTree {
    /// Prim's algorithm on the complete graph.
    fn estimate(&self, problem: &Pacman<W>, state: &State<W>) -> Cost {
        let mut outside: Vec<(usize, Cost)> = Vec::with_capacity(state.pellets.len() as usize);
        for pellet in state.pellets.iter() {
            let Some(distance) = self.0.between(pellet, state.chase.pacman) else { return UNREACHABLE };
            outside.push((pellet, distance));
        }
        let mut weight = 0;
        while let Some(nearest) = (0..outside.len()).min_by_key(|&index| outside[index].1) {
            let (pellet, distance) = outside.swap_remove(nearest);
            weight += distance;
            let cell = problem.pellet_cells()[pellet];
            for (other, least) in &mut outside {
                *least = self.0.between(*other, cell).map_or(*least, |distance| distance.min(*least));
            }
        }
        weight
    }
}
