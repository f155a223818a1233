//! From a board to a plan. The search happens on a map of the chases ([`mapped`]), which pellets do not influence;
//! `best` begins with a sweep of boards without ghosts ([`sweep`]), sends beams of growing width over the map
//! ([`anytime`]), guided by the loose ends that eating leaves ([`loose_ends`]), mends what they find stretch by stretch
//! ([`mending`]), starts anew when that leads nowhere ([`lineage`]), and proves it by a Lagrangian bound
//! ([`prize_bound`]).

mod anytime;
mod chase_graph;
mod components;
mod detours;
mod jobs;
mod lineage;
mod loose_ends;
mod mapped;
mod mending;
mod merging;
mod methods;
mod outlook;
mod prize_bound;
mod round;
mod solver;
mod stages;
mod sweep;
mod turn;
mod walks;
mod window;

pub(super) use solver::entries;
pub use solver::{Algorithm, Answer, NoSuchAlgorithm, Solution, Solver};

use parlor_core::Cost;

use super::maze::Step;

/// What is known so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub plan: Option<Vec<Step>>,
    /// No plan is shorter than this.
    pub at_least: Cost,
    /// There is no shorter plan; without a plan, there is none.
    pub is_proved: bool,
    pub expanded: u64,
}

/// Hears of what was found, and now and then that nothing was.
type Tell<'a> = dyn Fn(Findings) + Sync + 'a;
