//! Planners: from a problem to a plan.
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
pub use heuristic_search::{BestFirst, HeuristicSearch, HeuristicWork};
pub(super) use solver::entries;
pub use solver::{Algorithm, ParseAlgorithmError, Solver};

use parlor_engines::planning::PlanReport;

use super::maze::Step;

/// Progress callback: called with each better plan, and from time to time without one.
type OnReport<'a> = dyn Fn(PlanReport<Step>) + Sync + 'a;
