//! Searches of the `best` planner: a portfolio of beam searches in rounds, and complete searches of relaxed problems.

pub(crate) mod anytime;
pub(crate) mod condensation;
pub(crate) mod nearest_pellet;
pub(crate) mod pellet_guide;
pub(crate) mod round_state;
pub(crate) mod schedule;
pub(crate) mod worker_round;
