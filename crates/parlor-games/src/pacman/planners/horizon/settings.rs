//! Settings of one attempt of the rolling-horizon planner.

use parlor_core::{Cost, SplitMix64};

use crate::pacman::planners::search::pellet_guide::{GuideWeights, PORTFOLIO};

/// Parameters of the window beam. Weights are in quarters of those of the pellet guide, where a pellet counts 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WindowSettings {
    pub(crate) width: usize,
    /// Steps of a window.
    pub(crate) depth: usize,
    pub(crate) pellets: GuideWeights,
    /// Penalty for each step that a ghost is nearer than `distance_cap`.
    pub(crate) ghost_weight: Cost,
    pub(crate) distance_cap: Cost,
    /// Extra weight of a pellet in the lowest row; proportionally less above.
    pub(crate) row_weight: Cost,
    /// Penalty for each pellet that ghosts below Pac-Man shut off.
    pub(crate) shut_off_weight: Cost,
}

/// Weights and caps of the ghosts' distances.
const GHOST_WEIGHTS: [(Cost, Cost); 5] = [(4, 12), (8, 12), (4, 30), (12, 20), (0, 0)];
/// Extra weights of the lowest row, and penalties for pellets shut off: alternately for open boards and for mazes, where
/// walls hold ghosts up.
const ROW_WEIGHTS: [(Cost, Cost); 6] = [(16, 4_000), (0, 0), (16, 64), (4, 0), (32, 4_000), (8, 16)];

impl WindowSettings {
    /// The settings with which an attempt begins.
    pub(crate) fn nth(attempt: usize) -> WindowSettings {
        let mut rng = SplitMix64::new(attempt as u64);
        let mut settings = WindowSettings::random(&mut rng);
        (settings.row_weight, settings.shut_off_weight) = ROW_WEIGHTS[attempt % ROW_WEIGHTS.len()];
        if attempt < ROW_WEIGHTS.len() {
            (settings.width, settings.depth, settings.pellets) = (100, 60, PORTFOLIO[0]);
            (settings.ghost_weight, settings.distance_cap) = GHOST_WEIGHTS[0];
        }
        settings
    }

    /// Random settings: equal ones would lead into the same trap again.
    pub(crate) fn random(rng: &mut SplitMix64) -> WindowSettings {
        let (ghost_weight, distance_cap) = GHOST_WEIGHTS[rng.below(GHOST_WEIGHTS.len())];
        let (row_weight, shut_off_weight) = ROW_WEIGHTS[rng.below(ROW_WEIGHTS.len())];
        WindowSettings {
            width: 50 << rng.below(3),
            depth: 20 + rng.below(80),
            pellets: PORTFOLIO[rng.below(PORTFOLIO.len())],
            ghost_weight,
            distance_cap,
            row_weight,
            shut_off_weight,
        }
    }
}
