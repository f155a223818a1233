//! Openings: lines that eat guarded pellets before the ghosts have come close.
//!
//! A ghost next to Pac-Man stays next to him: it can always follow to the cell that he left. In the open it then takes the
//! place below him, as ghosts break ties in the order right, down, left, up, and an alcove that is open below is a trap.
//! Such pellets have to be eaten early. Which they are is learned: attempts leave them.

use parlor_core::SplitMix64;

use super::Count;
use super::hunt::{HuntSettings, hunt, missing_distance};
use super::line::Line;
use super::pellet_hunts::HUNT;
use super::rolling_horizon::RollingHorizon;
use crate::pacman::maze::Step;
use crate::pacman::rules::State;

/// Maximum number of openings of which an attempt takes the best.
const OPENINGS: usize = 60;
/// Denominators of the parts of the guarded pellets that are hunted in turn.
const PARTS: [usize; 4] = [2, 4, 1, 2];
/// Distances from the nearest ghost that hunts try to keep.
const DISTANCE_CAPS: [u32; 4] = [8, 12, 20, 30];

impl<const W: usize> RollingHorizon<'_, W> {
    /// Line that eats guarded pellets in a random order, as many as possible.
    pub(super) fn opening(&mut self, rng: &mut SplitMix64, count: &Count<'_>) -> Line<W> {
        let mut best = Line::new(self.problem);
        for _ in 0..OPENINGS {
            if self.guarded_left(&best.end) == 0 || !count(0) {
                break;
            }
            let distance_cap = DISTANCE_CAPS[rng.below(DISTANCE_CAPS.len())];
            let settings = HuntSettings { ghost_weight: 1 + rng.below(4) as u32, distance_cap, ..HUNT };
            let mut line = Line::new(self.problem);
            while let Some(path) = self.hunt_guarded(&line.end, settings, rng, count) {
                line.extend(self.problem, path);
            }
            if self.guarded_left(&line.end) < self.guarded_left(&best.end) {
                best = line;
            }
        }
        best
    }

    fn guarded_left(&self, state: &State<W>) -> usize {
        self.guarded.iter().filter(|&pellet| state.pellets.contains(pellet)).count()
    }

    /// Path to a guarded pellet after which no ghost is next to Pac-Man.
    fn hunt_guarded(
        &mut self,
        from: &State<W>,
        settings: HuntSettings,
        rng: &mut SplitMix64,
        count: &Count<'_>,
    ) -> Option<Vec<Step>> {
        let (rules, guarded) = (&self.problem.rules, self.guarded);
        let settings = HuntSettings { max_chases: settings.max_chases.min(self.max_chases), ..settings };
        PARTS.into_iter().find_map(|part| {
            let targets = self.pellet_distances(from, |pellet| guarded.contains(*pellet) && rng.below(part) == 0);
            hunt(rules, &from.chase, &targets, settings, count, &mut |path| {
                let end = self.end(from, path);
                missing_distance(rules, &end.chase, 2) == 0 && self.can_go_on(&end, count)
            })
        })
    }
}
