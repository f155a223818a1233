//! Hunts for pellets where a window eats nothing.

use parlor_core::{Problem, SplitMix64};

use super::Count;
use super::hunt::{HuntSettings, TargetDistances, hunt};
use super::rolling_horizon::RollingHorizon;
use crate::pacman::maze::Step;
use crate::pacman::rules::State;

/// Hunt for pellets and waypoints.
const HUNT: HuntSettings = HuntSettings { weight: 3, max_chases: 20_000, max_refused: 20 };
/// Denominators of the parts of the pellets that are hunted in turn.
const PARTS: [usize; 3] = [2, 4, 8];
/// Waypoints of a detour.
const MAX_WAYPOINTS: usize = 12;
/// Hunt for a cell that is far away, and its distance.
const FREEDOM_HUNT: HuntSettings = HuntSettings { max_chases: 3_000, max_refused: usize::MAX, ..HUNT };
const FAR: u32 = 20;

impl<const W: usize> RollingHorizon<'_, W> {
    /// Path to a pellet: to the nearest, or else to one of a random part of them, or else by way of random cells, which
    /// lures ghosts away.
    pub(super) fn hunt_pellet(
        &mut self,
        from: &State<W>,
        rng: &mut SplitMix64,
        count: &Count<'_>,
    ) -> Option<Vec<Step>> {
        let all = self.pellet_distances(from, |_| true);
        let path = self.path_to(from, &all, count);
        // What is shut off in a hall stays shut off.
        if path.is_some() || self.rows.is_open {
            return path;
        }
        let path = PARTS.into_iter().find_map(|part| {
            let some = self.pellet_distances(from, |_| rng.below(part) == 0);
            self.path_to(from, &some, count)
        });
        path.or_else(|| self.detour(from, &all, rng, count))
    }

    fn detour(
        &mut self,
        from: &State<W>,
        pellets: &TargetDistances,
        rng: &mut SplitMix64,
        count: &Count<'_>,
    ) -> Option<Vec<Step>> {
        let cells = self.problem.pellet_cells();
        let (mut path, mut state) = (Vec::new(), *from);
        for _ in 0..MAX_WAYPOINTS {
            let waypoint = std::iter::once(cells[rng.below(cells.len())]);
            let waypoint = TargetDistances::new(&self.problem.rules.maze, waypoint);
            let Some(way) = self.path_to(&state, &waypoint, count) else { continue };
            state = self.end(&state, &way);
            path.extend(way);
            if state.pellets.len() < from.pellets.len() {
                return Some(path);
            }
            if let Some(rest) = self.path_to(&state, pellets, count) {
                path.extend(rest);
                return Some(path);
            }
        }
        None
    }

    fn pellet_distances(&self, state: &State<W>, is_target: impl FnMut(&usize) -> bool) -> TargetDistances {
        let pellets = state.pellets.iter().filter(is_target).map(|pellet| self.problem.pellet_cells()[pellet]);
        TargetDistances::new(&self.problem.rules.maze, pellets)
    }

    /// Path to the nearest target from which Pac-Man can go on.
    fn path_to(&mut self, from: &State<W>, targets: &TargetDistances, count: &Count<'_>) -> Option<Vec<Step>> {
        let settings = HuntSettings { max_chases: HUNT.max_chases.min(self.max_chases), ..HUNT };
        hunt(&self.problem.rules, &from.chase, targets, settings, count, &mut |path| {
            let end = self.end(from, path);
            self.can_go_on(&end, count)
        })
    }

    pub(super) fn end(&self, from: &State<W>, path: &[Step]) -> State<W> {
        path.iter().fold(*from, |state, &step| self.problem.result(&state, step))
    }

    /// Whether Pac-Man survives here, is free, and no pellet is behind too much poison.
    pub(super) fn can_go_on(&mut self, state: &State<W>, count: &Count<'_>) -> bool {
        !self.problem.is_dead_end(state)
            && self.survival.survives(&self.problem.rules, &state.chase, state.pellets.len())
            && self.is_free(state, count)
    }

    /// Whether Pac-Man is not confined: in a hall, whether no pellets are shut off for good; in a maze, whether he can get
    /// away from here.
    pub(super) fn is_free(&mut self, state: &State<W>, count: &Count<'_>) -> bool {
        if self.problem.is_goal(state) {
            return true;
        }
        if self.rows.is_open {
            return self.rows.shut_off(state) == 0;
        }
        let (rules, survival) = (&self.problem.rules, &mut self.survival);
        let far = TargetDistances::away_from(&rules.maze, state.chase.pacman, FAR);
        let settings = HuntSettings { max_chases: FREEDOM_HUNT.max_chases.min(self.max_chases), ..FREEDOM_HUNT };
        let path = hunt(rules, &state.chase, &far, settings, count, &mut |path| {
            let end = path.iter().try_fold(state.chase, |chase, &step| rules.successor(&chase, step));
            end.is_ok_and(|end| survival.survives(rules, &end, state.pellets.len()))
        });
        path.is_some()
    }
}
