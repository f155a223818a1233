//! Lagrangian bound as a heuristic of the original problem, for the public list of heuristics.

use std::fmt;

use parlor_core::{Cost, Heuristic, Limits};
use parlor_engines::planning::{PlanLimits, PlanReport};

use super::lagrangian::LagrangianBound;
use crate::pacman::planners::map::chase_graph::{ChaseGraph, ChaseId};
use crate::pacman::planners::map::graph_problem::{GraphProblem, GraphState};
use crate::pacman::planners::search::anytime::AnytimeSearch;
use crate::pacman::planners::search::pellet_guide::PelletLayout;
use crate::pacman::rules::{Pacman, State};

/// Rounds of subgradient optimization.
const ROUNDS: u32 = 100;
/// Chases explored at most.
const MAX_CHASES: u64 = 500_000;
/// Maximum width of the beams whose plan gives the horizon.
const MAX_WIDTH: usize = 300;

/// Maximum of the Lagrangian bound and the number of pellets left. Only the latter where the chase graph is too large.
pub struct LagrangianHeuristic<const W: usize> {
    lagrangian: Option<Lagrangian<W>>,
}

struct Lagrangian<const W: usize> {
    graph: ChaseGraph,
    /// Chase of the problem by chase of the graph.
    class: Vec<ChaseId>,
    problem: GraphProblem<W>,
    bound: LagrangianBound<W>,
}

impl<const W: usize> LagrangianHeuristic<W> {
    /// Computes the bound within the limits and about so many bytes of memory.
    pub fn new(problem: &Pacman<W>, limits: &Limits, memory: usize) -> LagrangianHeuristic<W> {
        LagrangianHeuristic::with_work(problem, &PlanLimits::new(limits, memory)).0
    }

    /// The bound, and the work of its computation: relaxed steps, and states expanded for a plan that gives the horizon.
    pub(crate) fn with_work(problem: &Pacman<W>, limits: &PlanLimits) -> (LagrangianHeuristic<W>, u64) {
        let limits = limits.share(1, 2);
        let none = LagrangianHeuristic { lagrangian: None };
        let graph_limits = limits.with_nodes(Some(MAX_CHASES)).with_memory(limits.memory / 3);
        let graph = ChaseGraph::explore(&problem.rules, &[], &graph_limits);
        if !graph.is_complete() {
            return (none, 0);
        }
        let Some((graph_problem, class)) = GraphProblem::with_classes(problem, &graph, &limits) else {
            return (none, 0);
        };
        let layout = PelletLayout::new(problem);
        let search = AnytimeSearch::new(&graph_problem, layout, &limits, &limits, &|_| (), PlanReport::default());
        let (found, _) = search.run(1, MAX_WIDTH);
        let Some(plan) = found.plan else { return (none, found.expanded) };
        let horizon = plan.len() as Cost;
        if LagrangianBound::size(&graph_problem, horizon) > limits.memory / 4 {
            return (none, found.expanded);
        }
        let work = found.expanded + u64::from(ROUNDS + 1) * u64::from(horizon) * 4 * graph_problem.chase_count() as u64;
        let bound = LagrangianBound::new(&graph_problem, horizon, ROUNDS, &limits);
        (LagrangianHeuristic { lagrangian: Some(Lagrangian { graph, class, problem: graph_problem, bound }) }, work)
    }
}

impl<const W: usize> fmt::Debug for LagrangianHeuristic<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LagrangianHeuristic").field("is_computed", &self.lagrangian.is_some()).finish_non_exhaustive()
    }
}

impl<const W: usize> Heuristic<Pacman<W>> for LagrangianHeuristic<W> {
    fn estimate(&self, _: &Pacman<W>, state: &State<W>) -> Cost {
        let pellets = state.pellets.len();
        let Some(lagrangian) = &self.lagrangian else { return pellets };
        let id = lagrangian.graph.find(&state.chase);
        let chase = id.map_or(ChaseId::FAILURE, |id| lagrangian.class[id.index()]);
        // No plan passes through chases without a class.
        if chase == ChaseId::FAILURE {
            return if pellets == 0 { 0 } else { parlor_core::problem::UNREACHABLE };
        }
        let state = GraphState { chase, pellets: state.pellets };
        lagrangian.bound.estimate(&lagrangian.problem, &state).max(pellets)
    }
}
