//! Beam search on the rules themselves, for boards whose chase graph is too large to explore.
//!
//! It prunes states that Pac-Man cannot survive long enough, and prefers states that keep the ghosts at a distance:
//! without that, all states of a beam that only follows the pellets are trapped sooner or later.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use parlor_core::{Cost, Problem};
use parlor_engines::planning::PlanLimits;
use parlor_engines::planning::node_arena::KeyHasher;

use super::pellet_guide::{GuideWeights, PORTFOLIO, PelletGuide, PelletLayout, PelletTotals};
use super::survival::{Precision, Survival};
use crate::pacman::maze::{Cell, Step};
use crate::pacman::rules::{Pacman, State};

/// Parameters of one beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BeamSettings {
    width: usize,
    pellets: GuideWeights,
    /// Penalty for each step that a ghost is nearer than `distance_cap`, in quarters.
    ghost_weight: Cost,
    distance_cap: Cost,
    precision: Precision,
}

/// Weights and caps of the ghosts' distances, the most successful first.
const GHOST_WEIGHTS: [(Cost, Cost); 7] = [(4, 12), (12, 20), (8, 12), (4, 30), (24, 12), (16, 16), (0, 0)];
const FIRST_WIDTH: usize = 300;
/// Layers without a new minimum of pellets left before a beam is given up.
const PATIENCE: usize = 400;

impl BeamSettings {
    /// Settings of the beam at this index of the portfolio. Each of the weights comes
    /// with both precisions; the width doubles after each pass through all weights.
    pub(crate) fn nth(number: usize) -> BeamSettings {
        let (ghost_weight, distance_cap) = GHOST_WEIGHTS[number / 2 % GHOST_WEIGHTS.len()];
        let precision = if number.is_multiple_of(2) { Precision::High } else { Precision::Low };
        let passes = number / 2 / GHOST_WEIGHTS.len();
        let width = FIRST_WIDTH << passes.min(20);
        BeamSettings { width, pellets: PORTFOLIO[passes % PORTFOLIO.len()], ghost_weight, distance_cap, precision }
    }

    /// Whether a beam of this width fits into the memory, in bytes, with plans of a few thousand steps.
    pub(crate) fn fits<const W: usize>(&self, memory: usize) -> bool {
        const LAYERS: usize = 4_000;
        let by_layer = size_of::<(u32, Step)>() + size_of::<u64>() * 2;
        self.width <= memory / (LAYERS * by_layer + 8 * size_of::<Candidate<W>>())
    }

    /// Estimate for a state: the pellet guide plus the penalty for near ghosts.
    fn estimate<const W: usize>(&self, problem: &Pacman<W>, state: &State<W>, pellets: Cost) -> Cost {
        let chase = &state.chase;
        let missing = chase.ghosts.iter().filter(|&&ghost| ghost != Cell::NOWHERE).map(|&ghost| {
            let distance = Cost::from(problem.rules.maze.manhattan(ghost, chase.pacman));
            self.distance_cap.saturating_sub(distance)
        });
        4 * pellets + missing.sum::<Cost>() * self.ghost_weight
    }
}

struct Candidate<const W: usize> {
    estimate: Cost,
    parent: u32,
    step: Step,
    state: State<W>,
    totals: PelletTotals,
}

/// Beam search with reusable survival times.
pub(crate) struct RulesBeam<'a, const W: usize> {
    problem: &'a Pacman<W>,
    layout: &'a PelletLayout,
    /// Survival times of high and of low precision.
    survival: [Survival; 2],
}

impl<'a, const W: usize> RulesBeam<'a, W> {
    /// `memory` bounds the survival times, in bytes.
    pub(crate) fn new(problem: &'a Pacman<W>, layout: &'a PelletLayout, memory: usize) -> RulesBeam<'a, W> {
        RulesBeam {
            problem,
            layout,
            survival: [Precision::High, Precision::Low].map(|precision| Survival::new(precision, memory / 2)),
        }
    }

    /// A plan, if the beam finds one. `count` is called with the states expanded in each layer; it returns whether to go
    /// on.
    pub(crate) fn run(
        &mut self,
        settings: BeamSettings,
        limits: &PlanLimits,
        count: &dyn Fn(u64) -> bool,
    ) -> Option<Vec<Step>> {
        let guide = PelletGuide { layout: self.layout, weights: settings.pellets };
        let start = self.problem.start();
        let mut layer = vec![(start, guide.totals(&start.pellets))];
        // By layer: parent in the layer before, and step.
        let mut parents: Vec<Vec<(u32, Step)>> = Vec::new();
        let mut visited: HashSet<u64, BuildHasherDefault<KeyHasher>> = HashSet::default();
        visited.insert(start.key());
        let (mut fewest, mut fewest_at) = (start.pellets.len(), 0);
        while parents.len() < fewest_at + PATIENCE {
            if !count(layer.len() as u64) || limits.is_over() {
                return None;
            }
            let mut candidates = Vec::new();
            for (index, (state, totals)) in layer.iter().enumerate() {
                for step in self.problem.actions(state) {
                    let next = self.problem.result(state, step);
                    if self.problem.is_dead_end(&next) || !visited.insert(next.key()) {
                        continue;
                    }
                    if self.problem.is_goal(&next) {
                        let mut plan = path(&parents, index);
                        plan.push(step);
                        return Some(plan);
                    }
                    let totals = guide.totals_after(*totals, &state.pellets, self.problem.pellet_on(next.chase.pacman));
                    let pellets = guide.weighted_sum(next.chase.pacman, &next.pellets, totals);
                    let estimate = settings.estimate(self.problem, &next, pellets);
                    candidates.push(Candidate { estimate, parent: index as u32, step, state: next, totals });
                }
            }
            candidates.sort_unstable_by_key(|candidate| (candidate.estimate, candidate.parent, candidate.step as u8));
            layer.clear();
            let mut kept = Vec::new();
            for candidate in candidates {
                let Candidate { state, parent, step, totals, .. } = candidate;
                let is_full = layer.len() >= settings.width;
                if is_full
                    || !self.survival[settings.precision as usize].survives(
                        &self.problem.rules,
                        &state.chase,
                        state.pellets.len(),
                    )
                {
                    // Another path may lead here in a later layer.
                    visited.remove(&state.key());
                    continue;
                }
                if state.pellets.len() < fewest {
                    (fewest, fewest_at) = (state.pellets.len(), parents.len());
                }
                kept.push((parent, step));
                layer.push((state, totals));
            }
            parents.push(kept);
            if layer.is_empty() {
                break;
            }
        }
        None
    }
}

/// Steps to the state at `index` of the last layer. Layers hold the parent of each state in the layer before, and the step.
pub(crate) fn path(parents: &[Vec<(u32, Step)>], index: usize) -> Vec<Step> {
    let mut path = Vec::with_capacity(parents.len());
    let mut index = index;
    for layer in parents.iter().rev() {
        let (parent, step) = layer[index];
        path.push(step);
        index = parent as usize;
    }
    path.reverse();
    path
}
