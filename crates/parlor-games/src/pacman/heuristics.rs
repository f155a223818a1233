//! The problem's own estimates of the steps to go, `h` of the classic interface.

use std::collections::HashMap;

use parlor_core::{Cost, Heuristic, Problem};

use super::maze::Step;
use super::rules::{Pacman, State};

/// The pellets left: every step eats at most one. Never overestimates.
#[derive(Clone, Copy, Debug)]
pub struct PelletCount;

impl<const W: usize> Heuristic<Pacman<W>> for PelletCount {
    fn estimate(&self, _: &Pacman<W>, state: &State<W>) -> Cost {
        state.pellets.len()
    }
}

/// The exact distance to go along a plan that was found before, and for states off the plan the pellets left,
/// set back behind every state of the plan. Greedy best-first search on it finds that plan or a shorter one.
#[derive(Clone, Debug)]
pub struct Foresight<const W: usize> {
    to_go: HashMap<State<W>, Cost>,
    longest: Cost,
}

impl<const W: usize> Foresight<W> {
    pub fn new(problem: &Pacman<W>, plan: &[Step]) -> Foresight<W> {
        let mut state = problem.start();
        let longest = plan.len() as Cost;
        let mut to_go = HashMap::from([(state, longest)]);
        for (&step, left) in plan.iter().zip((0..longest).rev()) {
            state = problem.result(&state, step);
            to_go.insert(state, left);
        }
        Foresight { to_go, longest }
    }
}

impl<const W: usize> Heuristic<Pacman<W>> for Foresight<W> {
    fn estimate(&self, _: &Pacman<W>, state: &State<W>) -> Cost {
        self.to_go.get(state).copied().unwrap_or_else(|| self.longest + state.pellets.len())
    }
}
