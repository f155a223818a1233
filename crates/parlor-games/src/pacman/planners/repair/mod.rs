//! Local repair of plans: large neighborhood search over windows of a plan, with restarts.

pub(crate) mod plan_repair;
pub(crate) mod restarts;
pub(crate) mod shortcuts;
pub(crate) mod window_problem;
