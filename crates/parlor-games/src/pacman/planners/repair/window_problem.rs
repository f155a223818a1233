//! Window of a plan as a subproblem: from its first chase to its last chase, eating the pellets that the rest of the
//! plan does not eat.

use parlor_core::problem::UNREACHABLE;
use parlor_core::{Cost, Heuristic, Problem};
use parlor_engines::planning::IncrementalHeuristic;

use crate::pacman::maze::Step;
use crate::pacman::planners::map::chase_graph::ChaseId;
use crate::pacman::planners::map::graph_problem::{GraphProblem, GraphState};
use crate::pacman::planners::search::pellet_guide::{PelletGuide, PelletTotals};

/// Subproblem of one window.
pub(crate) struct WindowProblem<'a, const W: usize> {
    pub(crate) problem: &'a GraphProblem<W>,
    pub(crate) start: GraphState<W>,
    /// By chase: the steps to the last chase of the window. `None` if the plan ends with the window, and any final chase
    /// is acceptable.
    pub(crate) to_end: Option<&'a [u16]>,
}

/// Distance of a chase that is too far from the window's end.
pub(crate) const TOO_FAR: u16 = u16::MAX;

impl<const W: usize> WindowProblem<'_, W> {
    fn to_end(&self, chase: ChaseId) -> u16 {
        self.to_end.map_or(0, |to_end| to_end.get(chase.index()).copied().unwrap_or(TOO_FAR))
    }
}

impl<const W: usize> Problem for WindowProblem<'_, W> {
    type State = GraphState<W>;
    type Action = Step;

    fn start(&self) -> GraphState<W> {
        self.start
    }

    fn actions(&self, state: &GraphState<W>) -> impl Iterator<Item = Step> {
        self.problem.actions(state)
    }

    fn result(&self, state: &GraphState<W>, step: Step) -> GraphState<W> {
        self.problem.result(state, step)
    }

    fn is_goal(&self, state: &GraphState<W>) -> bool {
        state.pellets.is_empty() && self.to_end(state.chase) == 0
    }

    fn is_dead_end(&self, state: &GraphState<W>) -> bool {
        self.to_end(state.chase) == TOO_FAR || self.problem.is_dead_end(state)
    }
}

/// Maximum of the steps to the window's end and the pellets left. Admissible.
pub(crate) struct WindowBound;

impl<const W: usize> Heuristic<WindowProblem<'_, W>> for WindowBound {
    fn estimate(&self, window: &WindowProblem<'_, W>, state: &GraphState<W>) -> Cost {
        match window.to_end(state.chase) {
            TOO_FAR => UNREACHABLE,
            steps => Cost::from(steps).max(state.pellets.len()),
        }
    }
}

/// Beam guide for a window: the pellet guide plus the distance to the window's end, with random tie-breaks.
pub(crate) struct WindowGuide<'a> {
    pub(crate) pellets: PelletGuide<'a>,
    /// Seed of the tie-breaks.
    pub(crate) seed: u32,
}

impl<const W: usize> IncrementalHeuristic<WindowProblem<'_, W>> for WindowGuide<'_> {
    type Accumulator = PelletTotals;

    fn initial(&self, window: &WindowProblem<'_, W>, state: &GraphState<W>) -> PelletTotals {
        self.pellets.initial(window.problem, state)
    }

    fn update(
        &self,
        window: &WindowProblem<'_, W>,
        from: (&GraphState<W>, PelletTotals),
        to: &GraphState<W>,
    ) -> PelletTotals {
        self.pellets.update(window.problem, from, to)
    }

    fn estimate(&self, window: &WindowProblem<'_, W>, state: &GraphState<W>, totals: PelletTotals) -> Cost {
        let pellets = self.pellets.estimate(window.problem, state, totals);
        let steps = Cost::from(window.to_end(state.chase));
        let tie_break = (state.chase.0 ^ self.seed).wrapping_mul(0x9e37_79b9) >> 30;
        (pellets + steps) * 4 + tie_break
    }
}
