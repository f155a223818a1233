//! Local repair of plans: large neighborhood search over windows of a plan. With a chase graph it ends at the same chase
//! and restarts; on the rules it replays the rest of the plan.

pub(crate) mod plan_repair;
pub(crate) mod replay_repair;
pub(crate) mod replay_window;
pub(crate) mod restarts;
pub(crate) mod shortcuts;
pub(crate) mod walk;
pub(crate) mod window_problem;
