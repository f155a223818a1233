//! Rolling-horizon planner: a first plan for boards whose chase graph is too large to explore.
//!
//! It commits to a part of the best line of a beam search over a window of steps, and searches again from there, with
//! the exact movement of the ghosts. Where a window eats nothing, a hunt leads Pac-Man to the nearest pellet past the
//! ghosts; where that fails too, the line is cut back and continued with other settings. No line may end where Pac-Man is
//! confined: he would survive there, but eat nothing.
//!
//! Ghosts break ties in the order right, down, left, up. So in the open a ghost that is straight below Pac-Man follows
//! each of his steps to the side and stays below: he can only go up, and what lies under the ghost is lost. Lines are
//! therefore rated by the pellets that the ghosts below shut off: Pac-Man clears the lower rows first, lets all ghosts
//! come below him, and sweeps the rest row by row with the ghosts in tow. For the same reason an open board has no
//! solution if ghosts start near its bottom: up to 20x20 the complete chase graph proves it.
//!
//! In a maze the pellets that cannot be eaten with a ghost next to Pac-Man are known from the start: see `tow_map`. An
//! attempt begins with them: see `opening`. It ends after some retreats, as a line that lost a pellet early cannot be
//! mended at its end. Attempts differ in their settings.
//! `cargo bench -p parlor-games --bench pacman` measures boards of 36x36 to 64x64.

mod ghost_pairs;
pub(crate) mod hunt;
mod line;
mod opening;
mod pellet_hunts;
mod rolling_horizon;
mod row_map;
mod settings;
mod tow_map;
pub(crate) mod window_beam;

pub(crate) use rolling_horizon::RollingHorizon;
pub(crate) use tow_map::TowMap;

/// Callback with the number of states expanded since the last call. Returns whether to go on.
pub(crate) type Count<'a> = dyn Fn(u64) -> bool + 'a;
