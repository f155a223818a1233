//! Openings: lines that eat the guarded pellets before a ghost has come next to Pac-Man.
//!
//! A beam search over chases and the guarded pellets left. It drops every chase in which a ghost by itself keeps Pac-Man
//! from the rest of them, and keeps few chases for each of his cells: what decides is where the ghosts are.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use parlor_core::{Cost, SplitMix64};
use parlor_engines::planning::node_arena::KeyHasher;

use super::Count;
use super::hunt::TargetDistances;
use super::tow_map::{GuardedSet, TowMap, all_guarded};
use super::window_beam::path;
use crate::pacman::chase::{Chase, ChaseRules};
use crate::pacman::maze::{Cell, Step};

/// Parameters of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpeningSettings {
    width: usize,
    /// Chases kept for each cell of Pac-Man with the same pellets left.
    chases_per_cell: usize,
    pellet_weight: Cost,
    /// Weight of the distance to the nearest guarded pellet.
    distance_weight: Cost,
    /// Penalty for each step that a ghost is nearer than `distance_cap`.
    ghost_weight: Cost,
    distance_cap: Cost,
    pub(super) max_states: usize,
}

/// Distances from ghosts that openings try to keep.
const DISTANCE_CAPS: [Cost; 4] = [8, 12, 20, 30];
/// Attempts with beams of one width, and the number of widths.
const ATTEMPTS_PER_WIDTH: usize = 4;
const WIDTHS: usize = 4;
/// Maximum number of steps of an opening.
const MAX_STEPS: usize = 600;
/// Maximum number of complete openings that are not accepted.
const MAX_REFUSED: usize = 200;

/// Whether the attempt of this number is given up when its opening leaves guarded pellets. One of each width is not, as
/// ghosts that are in the way of the one in tow make exceptions.
pub(super) fn has_to_be_complete(attempt: usize) -> bool {
    attempt % ATTEMPTS_PER_WIDTH + 1 < ATTEMPTS_PER_WIDTH
}

impl OpeningSettings {
    /// Random settings for the attempt of this number, with wider beams for later ones.
    pub(super) fn random(attempt: usize, max_states: usize, rng: &mut SplitMix64) -> OpeningSettings {
        OpeningSettings {
            width: 500 << (attempt / ATTEMPTS_PER_WIDTH).min(WIDTHS - 1),
            chases_per_cell: 1 << rng.below(4),
            pellet_weight: 4 << rng.below(4),
            distance_weight: rng.below(4) as Cost,
            ghost_weight: rng.below(4) as Cost,
            distance_cap: DISTANCE_CAPS[rng.below(DISTANCE_CAPS.len())],
            max_states,
        }
    }
}

/// Search for openings of one problem.
pub(super) struct OpeningBeam<'a> {
    rules: &'a ChaseRules,
    tow_map: &'a TowMap,
    /// By cell: the guarded pellets with their distances, nearest first.
    by_distance: Vec<Vec<(u32, usize)>>,
    settings: OpeningSettings,
}

/// A chase with the guarded pellets left.
type OpeningState = (Chase, GuardedSet);

fn key((chase, left): &OpeningState) -> u64 {
    let mut hasher = KeyHasher::default();
    chase.hash(&mut hasher);
    left.words().iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}

struct Candidate {
    estimate: Cost,
    parent: u32,
    step: Step,
    state: OpeningState,
}

impl<'a> OpeningBeam<'a> {
    pub(super) fn new(rules: &'a ChaseRules, tow_map: &'a TowMap, settings: OpeningSettings) -> OpeningBeam<'a> {
        let to = |&cell: &Cell| TargetDistances::new(&rules.maze, std::iter::once(cell));
        let distances: Vec<TargetDistances> = tow_map.guarded.iter().map(to).collect();
        let by_distance = (0..rules.maze.cell_count() as u16).map(|cell| {
            let mut pellets: Vec<_> = distances.iter().map(|to| to.from(Cell(cell))).zip(0..).collect();
            pellets.sort_unstable();
            pellets
        });
        OpeningBeam { rules, tow_map, by_distance: by_distance.collect(), settings }
    }

    /// Path that eats all guarded pellets and is accepted, or else one that eats as many as possible.
    pub(super) fn run(&self, count: &Count<'_>, accept: &mut dyn FnMut(&[Step]) -> bool) -> Vec<Step> {
        let all = all_guarded(self.tow_map.guarded.len());
        let mut layer = vec![(self.rules.start(), all)];
        // By layer: parent in the layer before, and step.
        let mut parents: Vec<Vec<(u32, Step)>> = Vec::new();
        let mut visited: HashSet<u64, BuildHasherDefault<KeyHasher>> = HashSet::default();
        let (mut best, mut fewest_left, mut refused) = (Vec::new(), all.len(), 0);
        while parents.len() < MAX_STEPS && visited.len() < self.settings.max_states && count(layer.len() as u64) {
            let candidates = self.candidates(&layer, &mut visited);
            for &Candidate { parent, step, state: (_, left), .. } in &candidates {
                if left.is_empty() || left.len() < fewest_left {
                    parents.push(vec![(parent, step)]);
                    let path = path(&parents, 0);
                    parents.pop();
                    if !left.is_empty() {
                        (best, fewest_left) = (path, left.len());
                    } else if accept(&path) {
                        return path;
                    } else {
                        refused += 1;
                    }
                }
            }
            let kept = self.keep(candidates);
            if kept.is_empty() || refused > MAX_REFUSED {
                break;
            }
            layer.clear();
            parents.push(kept.iter().map(|candidate| (candidate.parent, candidate.step)).collect());
            layer.extend(kept.into_iter().map(|candidate| candidate.state));
        }
        best
    }

    /// The new successors of a layer, the best first.
    fn candidates(
        &self,
        layer: &[OpeningState],
        visited: &mut HashSet<u64, BuildHasherDefault<KeyHasher>>,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (parent, (chase, left)) in (0..).zip(layer) {
            for step in Step::ALL {
                let Ok(chase) = self.rules.successor(chase, step) else { continue };
                let state = (chase, self.tow_map.left_after(*left, chase.pacman));
                if self.tow_map.can_eat(&self.rules.maze, &chase, &state.1) && visited.insert(key(&state)) {
                    candidates.push(Candidate { estimate: self.estimate(&state), parent, step, state });
                }
            }
        }
        candidates.sort_by_key(|candidate| candidate.estimate);
        candidates
    }

    /// The next layer.
    fn keep(&self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let mut counts: HashMap<u64, usize, BuildHasherDefault<KeyHasher>> = HashMap::default();
        let is_kept = |candidate: &Candidate| {
            let (chase, left) = candidate.state;
            let alike = Chase { pacman: chase.pacman, ghosts: [Cell::NOWHERE; 4], ..chase };
            let count = counts.entry(key(&(alike, left))).or_insert(0);
            *count += 1;
            *count <= self.settings.chases_per_cell && !left.is_empty()
        };
        candidates.into_iter().filter(is_kept).take(self.settings.width).collect()
    }

    fn estimate(&self, (chase, left): &OpeningState) -> Cost {
        let settings = &self.settings;
        let nearest = self.by_distance[chase.pacman.index()].iter().find(|(_, pellet)| left.contains(*pellet));
        let missing = chase.ghosts.iter().filter(|&&ghost| ghost != Cell::NOWHERE).map(|&ghost| {
            let distance = Cost::from(self.rules.maze.manhattan(ghost, chase.pacman));
            settings.distance_cap.saturating_sub(distance)
        });
        left.len() * settings.pellet_weight
            + nearest.map_or(0, |&(distance, _)| distance) * settings.distance_weight
            + missing.sum::<Cost>() * settings.ghost_weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pacman::rules::Pacman;

    /// Opening on a ring with a guarded alcove of two cells, with a ghost on the cell that the code replaces.
    fn opening(row: &str, with_ghost: &str) -> Vec<Step> {
        let board = "99 99 99 11 11 99 99 99/66 11 11 11 11 11 11 11/11 99 99 99 99 99 99 11/10 11 11 11 11 11 11 11";
        let board = board.replacen(row, with_ghost, 1).parse().expect("a board");
        let problem = Pacman::<1>::new(&board).expect("few pellets");
        let settings = OpeningSettings::random(0, 10_000, &mut SplitMix64::new(0));
        OpeningBeam::new(&problem.rules, &TowMap::new(&problem), settings).run(&|_| true, &mut |_| true)
    }

    #[test]
    fn an_opening_eats_all_guarded_pellets_of_an_alcove() {
        assert_eq!(opening("10 11 11 11 11 11 11 11", "10 11 11 11 11 11 11 51").len(), 5);
    }

    #[test]
    fn an_opening_avoids_an_alcove_with_a_ghost_in_tow() {
        assert_eq!(opening("66 11", "66 51"), []);
    }
}
