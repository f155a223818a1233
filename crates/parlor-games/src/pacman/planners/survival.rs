//! Survival time of chases, computed on demand without a complete chase graph.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use parlor_engines::planning::node_arena::KeyHasher;

use crate::pacman::chase::{Chase, ChaseRules};
use crate::pacman::maze::{Cell, Step};

/// Number of steps that Pac-Man can survive, by chase. A cycle counts as forever, and so does a long path. Depth-first
/// search tries the steps away from the ghosts first, so that it rarely needs more than the path itself.
pub(crate) struct Survival {
    steps: HashMap<Chase, u16, BuildHasherDefault<KeyHasher>>,
    max_chases: usize,
}

const FOREVER: u16 = u16::MAX;
/// Mark of the chases on the path of the depth-first search.
const ON_PATH: u16 = u16::MAX - 1;
/// Approximate memory of one entry in bytes.
const ENTRY_SIZE: usize = 64;
/// A path with this many steps to go counts as forever.
const LONG: usize = 120;
/// Maximum number of steps tried by one query. Beyond it Pac-Man is taken to survive.
const MAX_TRIED: usize = 3_000;

/// Chase on the path of the search.
struct PathNode {
    chase: Chase,
    /// Successors in ascending order of their promise; the first `untried` of them are not tried yet.
    successors: [Chase; 4],
    untried: usize,
    /// Most steps by the successors tried.
    most: u16,
}

impl PathNode {
    fn new(rules: &ChaseRules, chase: &Chase) -> PathNode {
        let mut ranked = [((0, 0), *chase); 4];
        let mut untried = 0;
        for next in Step::ALL.into_iter().filter_map(|step| rules.successor(chase, step).ok()) {
            ranked[untried] = (ghost_distances(rules, &next), next);
            untried += 1;
        }
        ranked[..untried].sort_unstable_by_key(|&(distances, _)| distances);
        PathNode { chase: *chase, successors: ranked.map(|(_, next)| next), untried, most: 0 }
    }

    fn next(&mut self) -> Option<Chase> {
        self.untried = self.untried.checked_sub(1)?;
        Some(self.successors[self.untried])
    }

    fn raise(&mut self, steps: u16) {
        self.most = self.most.max((steps + 1).min(ON_PATH - 1));
    }
}

/// Distance of the nearest ghost, and the sum over all ghosts.
fn ghost_distances(rules: &ChaseRules, chase: &Chase) -> (u16, u16) {
    let ghosts = chase.ghosts.iter().filter(|&&ghost| ghost != Cell::NOWHERE);
    let distances = ghosts.map(|&ghost| rules.maze.manhattan(ghost, chase.pacman));
    distances.fold((u16::MAX, 0), |(nearest, sum), distance| (distance.min(nearest), sum + distance))
}

impl Survival {
    /// `memory` bounds the stored chases, in bytes.
    pub(crate) fn new(memory: usize) -> Survival {
        Survival { steps: HashMap::default(), max_chases: memory / ENTRY_SIZE }
    }

    /// Whether Pac-Man can survive this number of steps, as far as the search shows.
    pub(crate) fn survives(&mut self, rules: &ChaseRules, chase: &Chase, steps: u32) -> bool {
        let most = self.steps_of(rules, chase);
        most == FOREVER || u32::from(most) >= steps
    }

    fn steps_of(&mut self, rules: &ChaseRules, chase: &Chase) -> u16 {
        if let Some(&steps) = self.steps.get(chase) {
            return steps;
        }
        if self.steps.len() >= self.max_chases {
            self.steps.clear();
        }
        let mut path = vec![PathNode::new(rules, chase)];
        self.steps.insert(*chase, ON_PATH);
        for _ in 0..MAX_TRIED {
            if path.len() > 2 * LONG {
                break;
            }
            let Some(last) = path.last_mut() else { break };
            let Some(next) = last.next() else {
                let (here, most) = (last.chase, last.most);
                self.steps.insert(here, most);
                path.pop();
                match path.last_mut() {
                    Some(before) => before.raise(most),
                    None => return most,
                }
                continue;
            };
            match self.steps.get(&next) {
                Some(&(FOREVER | ON_PATH)) => {
                    self.steps.extend(path.into_iter().map(|node| (node.chase, FOREVER)));
                    return FOREVER;
                }
                Some(&steps) => last.raise(steps),
                None => {
                    self.steps.insert(next, ON_PATH);
                    path.push(PathNode::new(rules, &next));
                }
            }
        }
        // The end of the path may lead into a trap.
        let safe = path.len().saturating_sub(LONG);
        for node in path.drain(safe..) {
            self.steps.remove(&node.chase);
        }
        self.steps.extend(path.into_iter().map(|node| (node.chase, FOREVER)));
        FOREVER
    }
}
