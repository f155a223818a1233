//! Line of an attempt: the steps so far, and the states along them.

use parlor_core::{Problem, SplitMix64};

use crate::pacman::maze::Step;
use crate::pacman::rules::{Pacman, State};

/// Steps from the start, each with the state before it, and the state at the end.
#[derive(Clone)]
pub(super) struct Line<const W: usize> {
    steps: Vec<(State<W>, Step)>,
    pub(super) end: State<W>,
}

/// Minimum number of steps of a retreat.
const MIN_RETREAT: usize = 8;

impl<const W: usize> Line<W> {
    pub(super) fn new(problem: &Pacman<W>) -> Line<W> {
        Line { steps: Vec::new(), end: problem.start() }
    }

    pub(super) fn extend(&mut self, problem: &Pacman<W>, path: Vec<Step>) {
        for step in path {
            let next = problem.result(&self.end, step);
            self.steps.push((std::mem::replace(&mut self.end, next), step));
        }
    }

    /// The line without its last steps. Short retreats are as likely as long ones.
    pub(super) fn retreat(&self, rng: &mut SplitMix64) -> Line<W> {
        let scales = (self.steps.len() / MIN_RETREAT).max(1).ilog2() as usize;
        let longest = MIN_RETREAT << (1 + rng.below(scales + 1));
        let left = self.steps.len().saturating_sub(MIN_RETREAT + rng.below(longest));
        let end = self.steps.get(left).map_or(self.end, |&(state, _)| state);
        Line { steps: self.steps[..left].to_vec(), end }
    }

    pub(super) fn into_steps(self) -> Vec<Step> {
        self.steps.into_iter().map(|(_, step)| step).collect()
    }
}
