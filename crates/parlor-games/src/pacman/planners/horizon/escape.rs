//! Whether Pac-Man can escape the ghosts from a chase, computed on demand.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use parlor_engines::planning::node_arena::KeyHasher;

use crate::pacman::chase::{Chase, ChaseRules};
use crate::pacman::maze::{Cell, Step};

/// Number of steps that Pac-Man can survive, by chase. A cycle counts as forever, and so does a long path. Depth-first
/// search tries the steps away from the ghosts first, so that it rarely needs more than the path itself.
pub(crate) struct Escape {
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
    /// Successors not tried yet, the most promising last.
    successors: Vec<Chase>,
    /// Most steps by the successors tried.
    most: u16,
}

impl PathNode {
    fn new(rules: &ChaseRules, chase: &Chase) -> PathNode {
        let mut successors: Vec<Chase> =
            Step::ALL.iter().filter_map(|&step| rules.successor(chase, step).ok()).collect();
        // The nearest ghost decides, then all of them.
        successors.sort_by_cached_key(|next| {
            let ghosts = next.ghosts.iter().filter(|&&ghost| ghost != Cell::NOWHERE);
            let distances = ghosts.map(|&ghost| u32::from(rules.maze.manhattan(ghost, next.pacman)));
            distances.fold((u32::MAX, 0), |(nearest, sum), distance| (distance.min(nearest), sum + distance))
        });
        PathNode { chase: *chase, successors, most: 0 }
    }

    fn raise(&mut self, steps: u16) {
        self.most = self.most.max((steps + 1).min(ON_PATH - 1));
    }
}

impl Escape {
    /// `memory` bounds the stored chases, in bytes.
    pub(crate) fn new(memory: usize) -> Escape {
        Escape { steps: HashMap::default(), max_chases: memory / ENTRY_SIZE }
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
            let Some(next) = last.successors.pop() else {
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
