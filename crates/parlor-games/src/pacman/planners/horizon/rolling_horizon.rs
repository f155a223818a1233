//! Attempts of the rolling-horizon planner.

use parlor_core::{Problem, SplitMix64};

use super::Count;
use super::escape::Escape;
use super::hunt::{HuntSettings, hunt};
use super::row_map::RowMap;
use super::settings::WindowSettings;
use super::window_beam::WindowBeam;
use crate::pacman::maze::Step;
use crate::pacman::planners::search::pellet_guide::PelletLayout;
use crate::pacman::rules::{Pacman, State};

/// Planner with the data that attempts share.
pub(crate) struct RollingHorizon<'a, const W: usize> {
    problem: &'a Pacman<W>,
    layout: &'a PelletLayout,
    rows: RowMap,
    escape: Escape,
    max_chases: usize,
}

/// Steps so far, and the states before the first one and after each.
#[derive(Clone)]
struct Line<const W: usize> {
    steps: Vec<Step>,
    states: Vec<State<W>>,
}

/// Hunts tried in turn: weight and maximum number of chases.
const HUNTS: [(u32, usize); 3] = [(2, 20_000), (5, 100_000), (1, 400_000)];
/// Approximate memory of a chase of a hunt in bytes.
const HUNT_NODE_SIZE: usize = 128;
/// Retreats from a line before an attempt is given up.
const MAX_RETREATS: u32 = 12;
/// Minimum number of steps of a retreat.
const MIN_RETREAT: usize = 8;

impl<'a, const W: usize> RollingHorizon<'a, W> {
    /// `memory` bounds the stored chases, in bytes.
    pub(crate) fn new(problem: &'a Pacman<W>, layout: &'a PelletLayout, memory: usize) -> RollingHorizon<'a, W> {
        RollingHorizon {
            problem,
            layout,
            rows: RowMap::new(problem),
            escape: Escape::new(memory / 2),
            max_chases: memory / 2 / HUNT_NODE_SIZE,
        }
    }

    /// A plan, if the attempt of this number finds one. `count` may end it.
    pub(crate) fn run(&mut self, attempt: usize, count: &Count<'_>) -> Option<Vec<Step>> {
        let mut rng = SplitMix64::new(attempt as u64);
        let mut settings = WindowSettings::nth(attempt);
        let mut line = Line { steps: Vec::new(), states: vec![self.problem.start()] };
        // The line with the fewest pellets left.
        let mut best = line.clone();
        let mut retreats = 0;
        while count(0) {
            let here = *line.states.last()?;
            if self.problem.is_goal(&here) {
                return Some(line.steps);
            }
            let path = self.window(&here, settings, count).or_else(|| self.hunt(&here, count));
            let path = path.filter(|path| !self.is_lost(&here, path));
            if let Some(path) = path {
                for step in path {
                    line.states.push(self.problem.result(line.states.last()?, step));
                    line.steps.push(step);
                }
                continue;
            }
            if here.pellets.len() < best.states.last()?.pellets.len() {
                (best, retreats) = (line, 0);
            }
            if retreats == MAX_RETREATS {
                return None;
            }
            retreats += 1;
            line = best.retreat(&mut rng);
            settings = WindowSettings::random(&mut rng);
        }
        None
    }

    /// Best line of a window up to the last pellet in its first half, or else to the first pellet after that; `None` if
    /// it eats nothing.
    fn window(&mut self, from: &State<W>, settings: WindowSettings, count: &Count<'_>) -> Option<Vec<Step>> {
        let beam = WindowBeam::new(self.problem, self.layout, &self.rows, settings);
        let mut path = beam.run(&mut self.escape, from, count);
        let mut state = *from;
        let mut meals = Vec::new();
        for (length, &step) in (1..).zip(&path) {
            let next = self.problem.result(&state, step);
            if next.pellets.len() < state.pellets.len() {
                meals.push(length);
            }
            state = next;
        }
        if !self.problem.is_goal(&state) {
            let early = meals.iter().rev().find(|&&length| length <= path.len() / 2);
            path.truncate(*early.or(meals.first())?);
        }
        Some(path)
    }

    /// Whether a path shuts pellets off for good.
    fn is_lost(&self, from: &State<W>, path: &[Step]) -> bool {
        let end = || path.iter().fold(*from, |state, &step| self.problem.result(&state, step));
        self.rows.is_open && self.rows.shut_off(&end()) > 0
    }

    fn hunt(&mut self, from: &State<W>, count: &Count<'_>) -> Option<Vec<Step>> {
        HUNTS.into_iter().find_map(|(weight, max_chases)| {
            let settings = HuntSettings { weight, max_chases: max_chases.min(self.max_chases) };
            hunt(self.problem, &mut self.escape, from, settings, count)
        })
    }
}

impl<const W: usize> Line<W> {
    /// The line without its last steps. Short retreats are as likely as long ones.
    fn retreat(&self, rng: &mut SplitMix64) -> Line<W> {
        let scales = (self.steps.len() / MIN_RETREAT).max(1).ilog2() as usize;
        let longest = MIN_RETREAT << (1 + rng.below(scales + 1));
        let left = self.steps.len().saturating_sub(MIN_RETREAT + rng.below(longest));
        Line { steps: self.steps[..left].to_vec(), states: self.states[..=left].to_vec() }
    }
}
