//! Admissible lower bounds on the length of a plan.

pub(crate) mod lagrangian;
pub(crate) mod lagrangian_heuristic;
pub(crate) mod relaxed_walks;
pub(crate) mod subgradient;

use parlor_core::{Cost, Heuristic};

use super::map::graph_problem::{GraphProblem, GraphState};
use lagrangian::LagrangianBound;

/// Maximum of two admissible bounds: the Lagrangian bound, once it was computed, and one step for every pellet.
pub(crate) struct LowerBound<const W: usize>(pub(crate) Option<LagrangianBound<W>>);

impl<const W: usize> Heuristic<GraphProblem<W>> for LowerBound<W> {
    fn estimate(&self, problem: &GraphProblem<W>, state: &GraphState<W>) -> Cost {
        let lagrangian = self.0.as_ref().map_or(0, |bound| bound.estimate(problem, state));
        lagrangian.max(state.pellets.len())
    }
}
