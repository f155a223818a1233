//! Single-agent search: textbook planners, generic over any [`Problem`](parlor_core::Problem), and a beam search for
//! planners that know more of their problem.

pub mod beam;
pub mod best_first;
pub mod breadth_first;
pub mod limits;
pub mod nodes;

pub use beam::{BeamSearch, Guide, beam};
pub use best_first::{a_star, greedy_best_first};
pub use breadth_first::{BreadthFirst, breadth_first};
pub use limits::{Ending, MEMORY_MIB, PlanLimits, Progress, Search};
