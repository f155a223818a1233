//! A guide for beam search: how much trouble the pellets left will be. It overestimates freely.
//!
//! Pellets that lost their neighbours cost a detour each later on, so a state that leaves long unbroken rows of
//! pellets is preferred to one that left crumbs, although both may have as many pellets left.

use std::collections::VecDeque;

use parlor_core::Cost;
use parlor_engines::planning::Guide;

use super::mapped::{Mapped, MappedPacman};
use crate::pacman::maze::{Cell, Maze};
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::Pacman;

/// How much each kind of trouble counts; a pellet counts `PELLET`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// A pellet with no pellet beside it counts three ends, with one beside it one.
    pub(super) ends: Cost,
    /// Groups of connected pellets, less the rings among them.
    pub(super) groups: Cost,
    /// Steps to the nearest pellet.
    pub(super) nearest: Cost,
}

const PELLET: Cost = 4;

/// What a beam may be guided by, in the order in which they proved useful on boards of all sizes.
pub(super) const PORTFOLIO: [Weights; 4] = [
    Weights { ends: 2, groups: 0, nearest: 1 },
    Weights { ends: 0, groups: 4, nearest: 1 },
    Weights { ends: 1, groups: 0, nearest: 1 },
    Weights { ends: 4, groups: 0, nearest: 2 },
];

/// What the guides know of the board.
pub(super) struct PelletMap {
    /// By pellet: the pellets beside it.
    beside: Vec<Vec<u16>>,
    /// By cell: all pellets, nearest first, with their distance.
    by_distance: Vec<Vec<(u16, u16)>>,
}

impl PelletMap {
    pub(super) fn new<const W: usize>(problem: &Pacman<W>) -> PelletMap {
        let maze = &problem.rules.maze;
        let pellet_on = |cell: Cell| problem.pellet_on(cell).map(|pellet| pellet as u16);
        let beside = problem.pellet_cells().iter().map(|&cell| {
            let there = maze.neighbours(cell).into_iter().filter(|&there| there != Cell::NOWHERE);
            there.filter_map(pellet_on).collect()
        });
        let by_distance = (0..maze.cell_count() as u16).map(|cell| {
            let cells = nearest_first(maze, Cell(cell));
            cells.filter_map(|(cell, distance)| Some((pellet_on(cell)?, distance))).collect()
        });
        PelletMap { beside: beside.collect(), by_distance: by_distance.collect() }
    }
}

fn nearest_first(maze: &Maze, from: Cell) -> impl Iterator<Item = (Cell, u16)> + '_ {
    let mut seen = vec![false; maze.cell_count()];
    seen[from.index()] = true;
    let mut queue = VecDeque::from([(from, 0)]);
    std::iter::from_fn(move || {
        let (cell, distance) = queue.pop_front()?;
        for there in maze.neighbours(cell) {
            if there != Cell::NOWHERE && !std::mem::replace(&mut seen[there.index()], true) {
                queue.push_back((there, distance + 1));
            }
        }
        Some((cell, distance))
    })
}

pub(super) struct LooseEnds<'a> {
    pub(super) map: &'a PelletMap,
    pub(super) weights: Weights,
}

/// Loose ends by how many of a pellet's neighbours are left.
const ENDS: [Cost; 5] = [3, 1, 0, 0, 0];

/// Running totals over the pellets left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Totals {
    count: Cost,
    ends: Cost,
    /// Pairs of pellets side by side.
    pairs: Cost,
}

impl LooseEnds<'_> {
    fn left_beside<const W: usize>(&self, pellets: &Pellets<W>, pellet: usize) -> usize {
        self.map.beside[pellet].iter().filter(|&&other| pellets.contains(usize::from(other))).count()
    }

    fn totals<const W: usize>(&self, pellets: &Pellets<W>) -> Totals {
        let mut totals = Totals { count: 0, ends: 0, pairs: 0 };
        for pellet in pellets.iter() {
            let left = self.left_beside(pellets, pellet);
            totals.count += 1;
            totals.ends += ENDS[left];
            totals.pairs += left as Cost;
        }
        // Each pair was counted from both sides.
        totals.pairs /= 2;
        totals
    }

    /// The totals once `pellet` is eaten; `pellets` still has it.
    fn without<const W: usize>(&self, mut totals: Totals, pellets: &Pellets<W>, pellet: usize) -> Totals {
        let beside = self.map.beside[pellet].iter().map(|&other| usize::from(other));
        let mut left = 0;
        for other in beside.filter(|&other| pellets.contains(other)) {
            left += 1;
            let before = self.left_beside(pellets, other);
            totals.ends += ENDS[before - 1] - ENDS[before];
        }
        totals.count -= 1;
        totals.ends -= ENDS[left];
        totals.pairs -= left as Cost;
        totals
    }

    fn trouble<const W: usize>(&self, cell: Cell, pellets: &Pellets<W>, totals: Totals) -> Cost {
        let by_distance = &self.map.by_distance[cell.index()];
        let nearest = by_distance.iter().find(|(pellet, _)| pellets.contains(usize::from(*pellet)));
        let nearest = nearest.map_or(0, |&(_, distance)| Cost::from(distance));
        // Rings could make the number of groups negative.
        let groups = totals.count.saturating_sub(totals.pairs);
        totals.count * PELLET
            + totals.ends * self.weights.ends
            + groups * self.weights.groups
            + nearest * self.weights.nearest
    }
}

impl<const W: usize> Guide<MappedPacman<W>> for LooseEnds<'_> {
    type Carried = Totals;

    fn at_start(&self, _: &MappedPacman<W>, state: &Mapped<W>) -> Totals {
        self.totals(&state.pellets)
    }

    fn carry(&self, problem: &MappedPacman<W>, from: (&Mapped<W>, Totals), to: &Mapped<W>) -> Totals {
        match problem.pellet_under(to.chase) {
            Some(pellet) if from.0.pellets.contains(pellet) => self.without(from.1, &from.0.pellets, pellet),
            _ => from.1,
        }
    }

    fn estimate(&self, problem: &MappedPacman<W>, state: &Mapped<W>, totals: Totals) -> Cost {
        self.trouble(problem.pacman(state.chase), &state.pellets, totals)
    }
}
