//! Plan-based heuristic: the distance to the goal along a known plan.

use std::collections::HashMap;

use parlor_core::{Cost, Heuristic, Problem};

use crate::pacman::maze::Step;
use crate::pacman::rules::{Pacman, State};

/// Exact distance to the goal along a known plan. States off the plan get the pellets left plus the length of the
/// plan, so that they come after every state of the plan. Greedy best-first search with it finds that plan or a
/// shorter one.
#[derive(Clone, Debug)]
pub struct PlanHeuristic<const W: usize> {
    to_go: HashMap<State<W>, Cost>,
    longest: Cost,
}

impl<const W: usize> PlanHeuristic<W> {
    pub fn new(problem: &Pacman<W>, plan: &[Step]) -> PlanHeuristic<W> {
        let mut state = problem.start();
        let longest = plan.len() as Cost;
        let mut to_go = HashMap::from([(state, longest)]);
        for (&step, left) in plan.iter().zip((0..longest).rev()) {
            state = problem.result(&state, step);
            to_go.insert(state, left);
        }
        PlanHeuristic { to_go, longest }
    }
}

impl<const W: usize> Heuristic<Pacman<W>> for PlanHeuristic<W> {
    fn estimate(&self, _: &Pacman<W>, state: &State<W>) -> Cost {
        self.to_go.get(state).copied().unwrap_or_else(|| self.longest + state.pellets.len())
    }
}
