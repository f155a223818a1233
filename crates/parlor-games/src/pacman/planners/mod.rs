//! Planners: from a board to a plan.
//!
//! - [`map`]: the graph of the chases, which pellets do not influence, and the planning problem over it.
//! - [`search`]: the `best` planner. It starts with a nearest-pellet tour on boards without ghosts, runs beams of growing
//!   width, and tests feasibility on the condensed graph.
//! - [`horizon`]: the rolling-horizon planner, for a first plan on boards whose chase graph is too large.
//! - [`bound`]: the Lagrangian lower bound that proves plans optimal.
//! - [`repair`]: large neighborhood search that shortens plans.
//! - [`heuristic_search`]: best-first search with a heuristic of the public list.
//! - [`anytime_plan`]: these in turn on one board; [`first_plan`]: workers that look for its first plan.
//! - [`algorithms`]: `gbfs`, `astar` and `best` in terms of these; [`solver`]: their public interface.

mod algorithms;
mod anytime_plan;
mod bound;
mod first_plan;
mod heuristic_search;
mod horizon;
mod map;
mod repair;
mod search;
mod solver;
mod survival;

pub use bound::lagrangian_heuristic::LagrangianHeuristic;
pub use heuristic_search::{BestFirst, HeuristicOutput, HeuristicSearch};
pub(super) use solver::entries;
pub use solver::{Algorithm, ParseAlgorithmError, Solution, Solver, SolverOutput};

use parlor_core::Cost;

use super::maze::Step;

/// Best plan and bound so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverProgress {
    pub plan: Option<Vec<Step>>,
    /// No plan is shorter than this.
    pub lower_bound: Cost,
    /// Proved: there is no shorter plan; without a plan, there is none.
    pub is_proved: bool,
    pub expanded: u64,
    /// Fewest pellets left by an attempt at a first plan, where attempts were made without success.
    pub fewest_left: Option<Cost>,
}

/// Progress callback: called with each better plan, and from time to time without one.
type Report<'a> = dyn Fn(SolverProgress) + Sync + 'a;
