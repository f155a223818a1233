//! Beam search on the rules over a window of steps.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use parlor_core::{Cost, Problem};
use parlor_engines::planning::node_arena::KeyHasher;

use super::Count;
use super::row_map::RowMap;
use super::settings::WindowSettings;
use crate::pacman::maze::{Cell, Step};
use crate::pacman::planners::search::pellet_guide::{PelletGuide, PelletLayout, PelletTotals};
use crate::pacman::planners::survival::Survival;
use crate::pacman::rules::{Pacman, State};

/// Beam over the windows of one problem.
pub(crate) struct WindowBeam<'a, const W: usize> {
    pub(crate) problem: &'a Pacman<W>,
    pub(crate) guide: PelletGuide<'a>,
    pub(crate) rows: &'a RowMap,
    pub(crate) settings: WindowSettings,
}

/// State of a layer, with its incremental features.
#[derive(Clone, Copy)]
struct BeamState<const W: usize> {
    state: State<W>,
    totals: PelletTotals,
    row_total: Cost,
}

struct Candidate<const W: usize> {
    estimate: Cost,
    parent: u32,
    step: Step,
    state: BeamState<W>,
}

impl<'a, const W: usize> WindowBeam<'a, W> {
    pub(crate) fn new(
        problem: &'a Pacman<W>,
        layout: &'a PelletLayout,
        rows: &'a RowMap,
        settings: WindowSettings,
    ) -> WindowBeam<'a, W> {
        WindowBeam { problem, guide: PelletGuide { layout, weights: settings.pellets }, rows, settings }
    }

    /// Path to the goal, or else to the best state at the end of the window, or of the last layer before all are trapped.
    pub(crate) fn run(&self, survival: &mut Survival, from: &State<W>, count: &Count<'_>) -> Vec<Step> {
        let totals = self.guide.totals(&from.pellets);
        let mut layer = vec![BeamState { state: *from, totals, row_total: self.rows.row_total(self.problem, from) }];
        // By layer: parent in the layer before, and step.
        let mut parents: Vec<Vec<(u32, Step)>> = Vec::new();
        let mut visited: HashSet<u64, BuildHasherDefault<KeyHasher>> = HashSet::default();
        visited.insert(from.key());
        while parents.len() < self.settings.depth && count(layer.len() as u64) {
            let mut candidates = Vec::new();
            for (parent, state) in (0..).zip(&layer) {
                for step in self.problem.actions(&state.state) {
                    let next = self.problem.result(&state.state, step);
                    if self.problem.is_dead_end(&next) || !visited.insert(next.key()) {
                        continue;
                    }
                    if self.problem.is_goal(&next) {
                        parents.push(vec![(parent, step)]);
                        return path(&parents, 0);
                    }
                    let state = self.advance(state, next);
                    candidates.push(Candidate { estimate: self.estimate(&state), parent, step, state });
                }
            }
            // Sorts indices: states of large boards are many times larger.
            let mut order: Vec<(Cost, u32, u8, u32)> = (0..)
                .zip(&candidates)
                .map(|(index, candidate)| (candidate.estimate, candidate.parent, candidate.step as u8, index))
                .collect();
            order.sort_unstable();
            let (mut kept, mut next_layer) = (Vec::new(), Vec::new());
            for (.., index) in order {
                let Candidate { state, parent, step, .. } = &candidates[index as usize];
                let BeamState { state: State { chase, pellets, .. }, .. } = state;
                let is_full = next_layer.len() >= self.settings.width;
                if is_full || !survival.survives(&self.problem.rules, chase, pellets.len()) {
                    // Another path may lead here in a later layer.
                    visited.remove(&state.state.key());
                    continue;
                }
                kept.push((*parent, *step));
                next_layer.push(*state);
            }
            if next_layer.is_empty() {
                break;
            }
            parents.push(kept);
            layer = next_layer;
        }
        path(&parents, 0)
    }

    fn advance(&self, from: &BeamState<W>, state: State<W>) -> BeamState<W> {
        let pellet = self.problem.pellet_on(state.chase.pacman);
        let has_eaten = pellet.is_some_and(|pellet| from.state.pellets.contains(pellet));
        let eaten_row = if has_eaten { self.rows.row(state.chase.pacman) } else { 0 };
        let totals = self.guide.totals_after(from.totals, &from.state.pellets, pellet);
        BeamState { state, totals, row_total: from.row_total - eaten_row }
    }

    /// Estimate for a state: the pellet guide, and penalties for near ghosts, low pellets and pellets shut off.
    fn estimate(&self, BeamState { state, totals, row_total }: &BeamState<W>) -> Cost {
        let (settings, chase) = (&self.settings, &state.chase);
        let missing = chase.ghosts.iter().filter(|&&ghost| ghost != Cell::NOWHERE).map(|&ghost| {
            let distance = Cost::from(self.problem.rules.maze.manhattan(ghost, chase.pacman));
            settings.distance_cap.saturating_sub(distance)
        });
        let shut_off = if settings.shut_off_weight > 0 { self.rows.shut_off(state) } else { 0 };
        4 * self.guide.weighted_sum(chase.pacman, &state.pellets, *totals)
            + missing.sum::<Cost>() * settings.ghost_weight
            + row_total * settings.row_weight / self.rows.row_count()
            + shut_off * settings.shut_off_weight
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
