//! Beam guide: an inadmissible estimate of the cost of the pellets left.
//!
//! An isolated pellet costs a detour later. So a state with long unbroken rows of pellets is better than one with as
//! many scattered pellets.

use std::collections::VecDeque;
use std::sync::OnceLock;

use parlor_core::Cost;
use parlor_engines::planning::IncrementalHeuristic;

use crate::pacman::maze::{Cell, Maze};
use crate::pacman::pellets::Pellets;
use crate::pacman::planners::map::graph_problem::{GraphProblem, GraphState};
use crate::pacman::rules::Pacman;

/// Weights of the features of the estimate; a pellet has weight `PELLET`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuideWeights {
    /// Loose ends: a pellet without adjacent pellets counts three, with one adjacent pellet it counts one.
    pub(crate) ends: Cost,
    /// Connected groups of pellets, less the cycles in them.
    pub(crate) groups: Cost,
    /// Distance to the nearest pellet.
    pub(crate) nearest: Cost,
}

const PELLET: Cost = 4;
const NO_PELLET: u16 = u16::MAX;

/// Weights for the beams, in order of their success on boards of all sizes.
pub(crate) const PORTFOLIO: [GuideWeights; 4] = [
    GuideWeights { ends: 2, groups: 0, nearest: 1 },
    GuideWeights { ends: 0, groups: 4, nearest: 1 },
    GuideWeights { ends: 1, groups: 0, nearest: 1 },
    GuideWeights { ends: 4, groups: 0, nearest: 2 },
];

/// Adjacency and distances of the pellets of a board.
pub(crate) struct PelletLayout {
    /// By pellet: the adjacent pellets.
    adjacent: Vec<Vec<u16>>,
    maze: Maze,
    /// By cell: its pellet; `NO_PELLET` for none.
    pellet_on: Vec<u16>,
    /// By cell: all pellets with their distances, nearest first. Computed when first needed.
    by_distance: Vec<OnceLock<Vec<(u16, u16)>>>,
}

impl PelletLayout {
    pub(crate) fn new<const W: usize>(problem: &Pacman<W>) -> PelletLayout {
        let maze = problem.rules.maze.clone();
        let pellet_on = |cell: Cell| problem.pellet_on(cell).map(|pellet| pellet as u16);
        let adjacent = problem.pellet_cells().iter().map(|&cell| {
            let there = maze.neighbors(cell).into_iter().filter(|&there| there != Cell::NOWHERE);
            there.filter_map(pellet_on).collect()
        });
        let cells = (0..maze.cell_count() as u16).map(Cell);
        PelletLayout {
            adjacent: adjacent.collect(),
            pellet_on: cells.clone().map(|cell| pellet_on(cell).unwrap_or(NO_PELLET)).collect(),
            by_distance: cells.map(|_| OnceLock::new()).collect(),
            maze,
        }
    }

    /// All pellets with their distances from this cell, nearest first.
    fn by_distance(&self, cell: Cell) -> &[(u16, u16)] {
        self.by_distance[cell.index()].get_or_init(|| {
            let cells = nearest_first(&self.maze, cell);
            let pellets = cells.map(|(cell, distance)| (self.pellet_on[cell.index()], distance));
            pellets.filter(|&(pellet, _)| pellet != NO_PELLET).collect()
        })
    }
}

/// Cells with their distances in order of breadth-first search.
fn nearest_first(maze: &Maze, from: Cell) -> impl Iterator<Item = (Cell, u16)> + '_ {
    let mut visited = vec![false; maze.cell_count()];
    visited[from.index()] = true;
    let mut queue = VecDeque::from([(from, 0)]);
    std::iter::from_fn(move || {
        let (cell, distance) = queue.pop_front()?;
        for there in maze.neighbors(cell) {
            if there != Cell::NOWHERE && !std::mem::replace(&mut visited[there.index()], true) {
                queue.push_back((there, distance + 1));
            }
        }
        Some((cell, distance))
    })
}

/// Heuristic with one choice of weights.
pub(crate) struct PelletGuide<'a> {
    pub(crate) layout: &'a PelletLayout,
    pub(crate) weights: GuideWeights,
}

/// Loose ends of a pellet by the number of adjacent pellets left.
const ENDS: [Cost; 5] = [3, 1, 0, 0, 0];

/// Features of the pellets left, updated incrementally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PelletTotals {
    count: Cost,
    ends: Cost,
    /// Pairs of adjacent pellets.
    pairs: Cost,
}

impl PelletGuide<'_> {
    fn adjacent_left<const W: usize>(&self, pellets: &Pellets<W>, pellet: usize) -> usize {
        self.layout.adjacent[pellet].iter().filter(|&&other| pellets.contains(usize::from(other))).count()
    }

    pub(crate) fn totals<const W: usize>(&self, pellets: &Pellets<W>) -> PelletTotals {
        let mut totals = PelletTotals { count: 0, ends: 0, pairs: 0 };
        for pellet in pellets.iter() {
            let left = self.adjacent_left(pellets, pellet);
            totals.count += 1;
            totals.ends += ENDS[left];
            totals.pairs += left as Cost;
        }
        // Each pair was counted twice.
        totals.pairs /= 2;
        totals
    }

    /// The totals after Pac-Man enters a cell with this pellet, if any, which may be eaten already.
    pub(crate) fn totals_after<const W: usize>(
        &self,
        totals: PelletTotals,
        pellets: &Pellets<W>,
        entered: Option<usize>,
    ) -> PelletTotals {
        match entered {
            Some(pellet) if pellets.contains(pellet) => self.totals_without(totals, pellets, pellet),
            _ => totals,
        }
    }

    /// The totals after `pellet` is eaten; `pellets` still contains it.
    fn totals_without<const W: usize>(
        &self,
        mut totals: PelletTotals,
        pellets: &Pellets<W>,
        pellet: usize,
    ) -> PelletTotals {
        let adjacent = self.layout.adjacent[pellet].iter().map(|&other| usize::from(other));
        let mut left = 0;
        for other in adjacent.filter(|&other| pellets.contains(other)) {
            left += 1;
            let before = self.adjacent_left(pellets, other);
            totals.ends += ENDS[before - 1] - ENDS[before];
        }
        totals.count -= 1;
        totals.ends -= ENDS[left];
        totals.pairs -= left as Cost;
        totals
    }

    /// Estimate for Pac-Man on this cell.
    pub(crate) fn weighted_sum<const W: usize>(&self, cell: Cell, pellets: &Pellets<W>, totals: PelletTotals) -> Cost {
        let by_distance = self.layout.by_distance(cell);
        let nearest = by_distance.iter().find(|(pellet, _)| pellets.contains(usize::from(*pellet)));
        let nearest = nearest.map_or(0, |&(_, distance)| Cost::from(distance));
        // Cycles could make the number of groups negative.
        let groups = totals.count.saturating_sub(totals.pairs);
        totals.count * PELLET
            + totals.ends * self.weights.ends
            + groups * self.weights.groups
            + nearest * self.weights.nearest
    }
}

impl<const W: usize> IncrementalHeuristic<GraphProblem<W>> for PelletGuide<'_> {
    type Accumulator = PelletTotals;

    fn initial(&self, _: &GraphProblem<W>, state: &GraphState<W>) -> PelletTotals {
        self.totals(&state.pellets)
    }

    fn update(
        &self,
        problem: &GraphProblem<W>,
        from: (&GraphState<W>, PelletTotals),
        to: &GraphState<W>,
    ) -> PelletTotals {
        self.totals_after(from.1, &from.0.pellets, problem.pellet_under(to.chase))
    }

    fn estimate(&self, problem: &GraphProblem<W>, state: &GraphState<W>, totals: PelletTotals) -> Cost {
        self.weighted_sum(problem.pacman(state.chase), &state.pellets, totals)
    }
}
