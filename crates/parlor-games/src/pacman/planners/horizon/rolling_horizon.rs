//! Attempts of the rolling-horizon planner.

use std::cell::Cell;

use parlor_core::{Problem, SplitMix64};

use super::Count;
use super::line::Line;
use super::opening::{OpeningBeam, OpeningSettings, has_to_be_complete};
use super::row_map::RowMap;
use super::settings::WindowSettings;
use super::tow_map::TowMap;
use super::window_beam::WindowBeam;
use crate::pacman::maze::Step;
use crate::pacman::planners::search::pellet_guide::PelletLayout;
use crate::pacman::planners::survival::Survival;
use crate::pacman::rules::{Pacman, State};

/// Planner with the data that attempts share.
pub(crate) struct RollingHorizon<'a, const W: usize> {
    pub(super) problem: &'a Pacman<W>,
    layout: &'a PelletLayout,
    pub(super) rows: RowMap,
    pub(super) survival: Survival,
    /// Maximum number of chases of a hunt in memory.
    pub(super) max_chases: usize,
    tow_map: &'a TowMap,
}

/// Approximate memory of a chase of a hunt in bytes.
const HUNT_NODE_SIZE: usize = 128;
/// States expanded by retreats before an attempt is given up, at least.
const PATIENCE: u64 = 200_000;
/// States of an opening in the memory of a chase of a hunt.
const OPENING_STATES: usize = 6;
/// Meals of a window between two tests whether Pac-Man is free after them.
const MEALS_BETWEEN_TESTS: usize = 6;

impl<'a, const W: usize> RollingHorizon<'a, W> {
    /// `memory` bounds the stored chases, in bytes.
    pub(crate) fn new(
        problem: &'a Pacman<W>,
        layout: &'a PelletLayout,
        tow_map: &'a TowMap,
        memory: usize,
    ) -> RollingHorizon<'a, W> {
        RollingHorizon {
            problem,
            layout,
            rows: RowMap::new(problem),
            survival: Survival::new(memory / 2),
            max_chases: memory / 2 / HUNT_NODE_SIZE,
            tow_map,
        }
    }

    /// Makes the attempt of this number, which `count` may end. It is given up when its opening has to be complete and is
    /// not, or when retreats from its best line took more than a quarter of the states that the line itself took.
    pub(crate) fn run(&mut self, attempt: usize, count: &Count<'_>) -> Option<Vec<Step>> {
        let mut rng = SplitMix64::new(attempt as u64);
        let mut settings = WindowSettings::nth(attempt);
        let mut line = self.opening(attempt, &mut rng, count);
        if has_to_be_complete(attempt) && self.has_guarded(&line.end) {
            return None;
        }
        // The line with the fewest pellets left, and the states expanded until then.
        let (mut best, mut best_at) = (line.clone(), 0);
        let expanded = Cell::new(0);
        let count = &|states| {
            expanded.set(expanded.get() + states);
            count(states)
        };
        while count(0) && !self.problem.is_goal(&line.end) {
            let path = self.window(&line.end, settings, count);
            if let Some(path) = path.or_else(|| self.hunt_pellet(&line.end, &mut rng, count)) {
                line.extend(self.problem, path);
                continue;
            }
            if line.end.pellets.len() < best.end.pellets.len() {
                (best, best_at) = (line.clone(), expanded.get());
            }
            if expanded.get() - best_at > PATIENCE.max(best_at / 4) {
                break;
            }
            line = best.retreat(&mut rng);
            settings = WindowSettings::random(&mut rng);
        }
        self.problem.is_goal(&line.end).then(|| line.into_steps())
    }

    /// Line that eats the guarded pellets, or some of them.
    fn opening(&mut self, attempt: usize, rng: &mut SplitMix64, count: &Count<'_>) -> Line<W> {
        let mut line = Line::new(self.problem);
        if self.has_guarded(&line.end) {
            let settings = OpeningSettings::random(attempt, self.max_chases * OPENING_STATES, rng);
            let beam = OpeningBeam::new(&self.problem.rules, self.tow_map, settings);
            let path = beam.run(count, &mut |path| {
                let end = self.end(&line.end, path);
                self.can_go_on(&end, count)
            });
            line.extend(self.problem, path);
        }
        line
    }

    fn has_guarded(&self, state: &State<W>) -> bool {
        let mut guarded = self.tow_map.guarded.iter().filter_map(|&cell| self.problem.pellet_on(cell));
        guarded.any(|pellet| state.pellets.contains(pellet))
    }

    /// Best line of a window up to the last pellet in its first half, or else to the first pellet after that, but not to a
    /// place where Pac-Man is confined. `None` if it eats nothing.
    fn window(&mut self, from: &State<W>, settings: WindowSettings, count: &Count<'_>) -> Option<Vec<Step>> {
        let beam = WindowBeam::new(self.problem, self.layout, &self.rows, settings);
        let mut path = beam.run(&mut self.survival, from, count);
        let mut state = *from;
        let mut meals = Vec::new();
        for (length, &step) in (1..).zip(&path) {
            let next = self.problem.result(&state, step);
            if next.pellets.len() < state.pellets.len() {
                meals.push(length);
            }
            state = next;
        }
        if self.problem.is_goal(&state) {
            return Some(path);
        }
        let early = meals.partition_point(|&length| length <= path.len() / 2).max(1);
        for &length in meals.get(..early)?.iter().rev().step_by(MEALS_BETWEEN_TESTS) {
            path.truncate(length);
            let end = self.end(from, &path);
            if self.is_free(&end, count) {
                return Some(path);
            }
        }
        None
    }
}
