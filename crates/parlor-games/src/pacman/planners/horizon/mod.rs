//! Rolling-horizon planner: a first plan for boards whose chase graph is too large to explore.
//!
//! It commits to a part of the best line of a beam search over a window of steps, and searches again from there, with
//! the exact movement of the ghosts. Where a window eats nothing, a hunt leads Pac-Man to the nearest pellet past the
//! ghosts; where that fails too, the line is cut back and continued with other settings.
//!
//! Ghosts break ties in the order right, down, left, up. So in the open a ghost that is straight below Pac-Man follows
//! each of his steps to the side and stays below: he can only go up, and what lies under the ghost is lost. Lines are
//! therefore rated by the pellets that the ghosts below shut off: Pac-Man clears the lower rows first, lets all ghosts
//! come below him, and sweeps the rest row by row with the ghosts in tow.

mod escape;
mod hunt;
mod rolling_horizon;
mod row_map;
mod settings;
mod window_beam;

pub(crate) use rolling_horizon::RollingHorizon;

/// Callback with the number of states expanded since the last call. Returns whether to go on.
pub(crate) type Count<'a> = dyn Fn(u64) -> bool + 'a;
