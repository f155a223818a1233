//! Beam search for another way through a window of a plan: to the same cell, over the pellets that only the window eats.
//! The ghosts may end elsewhere: a way counts if Pac-Man survives the rest of the plan after it.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use parlor_core::{Cost, SplitMix64};
use parlor_engines::planning::node_arena::KeyHasher;

use super::walk::Walk;
use crate::bits::Bits;
use crate::pacman::chase::Chase;
use crate::pacman::maze::{Cell, Step};
use crate::pacman::planners::horizon::hunt::TargetDistances;
use crate::pacman::planners::horizon::window_beam::path;
use crate::pacman::rules::Pacman;

/// Window of a plan as a search problem. The pellets needed are the bits of one word.
pub(crate) struct ReplayWindow<'a, const W: usize> {
    problem: &'a Pacman<W>,
    walk: &'a Walk,
    window: Range<usize>,
    needed: Vec<Cell>,
    /// By pellet needed: those adjacent to it.
    adjacent: Vec<u64>,
    /// Distances to the last cell; `None` where the plan ends with the window.
    to_end: Option<TargetDistances>,
    weights: Weights,
}

/// Weights of the estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Weights {
    /// Weight of loose ends: a pellet without adjacent pellets counts three, with one adjacent pellet it counts one.
    ends: Cost,
    nearest: Cost,
    /// Seed of the tie-breaks.
    seed: u64,
}

/// Weight of a pellet.
const PELLET: Cost = 4;

impl<'a, const W: usize> ReplayWindow<'a, W> {
    /// The cells of the pellets needed are in ascending order. `None` if there are too many.
    pub(crate) fn new(
        problem: &'a Pacman<W>,
        walk: &'a Walk,
        window: Range<usize>,
        needed: Vec<Cell>,
        rng: &mut SplitMix64,
    ) -> Option<ReplayWindow<'a, W>> {
        let maze = &problem.rules.maze;
        if needed.len() > 64 {
            return None;
        }
        let bit = |cell: &Cell| needed.binary_search(cell).map_or(0, |index| 1_u64 << index);
        let adjacent = |cell: &Cell| maze.neighbors(*cell).iter().map(bit).fold(0, |bits, bit| bits | bit);
        let adjacent = needed.iter().map(adjacent).collect();
        let end = (window.end < walk.len()).then(|| walk.chases[window.end].pacman);
        let to_end = end.map(|end| TargetDistances::new(maze, std::iter::once(end)));
        let weights = Weights { ends: rng.below(3) as Cost, nearest: 1 + rng.below(2) as Cost, seed: rng.next_u64() };
        Some(ReplayWindow { problem, walk, window, needed, adjacent, to_end, weights })
    }

    /// Steps other than those of the plan, at most `longest` of them, and the states expanded.
    pub(crate) fn run(&self, longest: usize, width: usize) -> (Option<Vec<Step>>, u64) {
        let all = if self.needed.len() == 64 { u64::MAX } else { (1 << self.needed.len()) - 1 };
        let mut layer = vec![(self.walk.chases[self.window.start], all)];
        let mut parents: Vec<Vec<(u32, Step)>> = Vec::new();
        let mut visited: HashSet<(Chase, u64), BuildHasherDefault<KeyHasher>> = HashSet::default();
        let mut expanded = 0;
        while parents.len() < longest && !layer.is_empty() {
            let steps_left = longest - parents.len() - 1;
            let mut candidates = Vec::new();
            for (parent, (chase, left)) in (0..).zip(&layer) {
                expanded += 1;
                for step in Step::ALL {
                    let Ok(next) = self.problem.rules.successor(chase, step) else { continue };
                    let left = self.left_after(*left, next.pacman);
                    if self.least_steps(&next, left) > steps_left || !visited.insert((next, left)) {
                        continue;
                    }
                    candidates.push((self.estimate(&next, left), parent, step as u8, step, next, left));
                }
            }
            candidates.sort_unstable_by_key(|&(estimate, parent, order, ..)| (estimate, parent, order));
            let mut kept = Vec::new();
            layer.clear();
            for (_, parent, _, step, chase, left) in candidates {
                let is_end = left == 0 && self.least_steps(&chase, left) == 0;
                if is_end && self.walk.can_continue(self.problem, &chase, self.window.end) {
                    parents.push(vec![(parent, step)]);
                    let segment = path(&parents, 0);
                    parents.pop();
                    if segment != self.walk.steps[self.window.clone()] {
                        return (Some(segment), expanded);
                    }
                }
                if layer.len() < width {
                    kept.push((parent, step));
                    layer.push((chase, left));
                }
            }
            parents.push(kept);
        }
        (None, expanded)
    }

    fn left_after(&self, left: u64, cell: Cell) -> u64 {
        self.needed.binary_search(&cell).map_or(left, |index| left & !(1 << index))
    }

    /// Lower bound on the steps to the end of the window.
    fn least_steps(&self, chase: &Chase, left: u64) -> usize {
        let to_end = self.to_end.as_ref().map_or(0, |to_end| to_end.from(chase.pacman));
        (to_end as usize).max(left.count_ones() as usize)
    }

    fn estimate(&self, chase: &Chase, left: u64) -> Cost {
        let (mut ends, mut nearest) = (0, u16::MAX);
        for index in Bits(left).map(|index| index as usize) {
            ends += [3, 1, 0, 0, 0][(self.adjacent[index] & left).count_ones() as usize];
            nearest = nearest.min(self.problem.rules.maze.manhattan(chase.pacman, self.needed[index]));
        }
        let to_end = self.to_end.as_ref().map_or(0, |to_end| to_end.from(chase.pacman));
        let nearest = if left == 0 { 0 } else { Cost::from(nearest) };
        let mixed = (u64::from(chase.pacman.0) ^ left ^ self.weights.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let pellets = left.count_ones() * PELLET + ends * self.weights.ends + nearest * self.weights.nearest;
        (pellets + to_end) * 4 + (mixed >> 62) as Cost
    }
}
