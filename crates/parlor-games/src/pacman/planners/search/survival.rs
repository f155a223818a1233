//! Survival time of chases, computed on demand without a complete chase graph.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use parlor_engines::planning::node_arena::KeyHasher;

use crate::pacman::chase::{Chase, ChaseRules};
use crate::pacman::maze::Step;

/// Number of steps that Pac-Man can survive, by chase. A chase that leads to a cycle survives forever. Depth-first search
/// visits every chase at most once over all queries.
pub(crate) struct Survival {
    steps: HashMap<Chase, u16, BuildHasherDefault<KeyHasher>>,
    max_chases: usize,
    precision: Precision,
}

/// Treatment of queries that reach the limit of visited chases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    /// A higher limit, and no entry beyond it: slow on large boards.
    High,
    /// A lower limit; the first half of the path is taken to survive forever, as it leads far.
    Low,
}

const FOREVER: u16 = u16::MAX;
/// Mark of the chases on the path of the depth-first search.
const ON_PATH: u16 = u16::MAX - 1;
/// Approximate memory of one entry in bytes.
const ENTRY_SIZE: usize = 96;

impl Survival {
    pub(crate) fn new(precision: Precision, memory: usize) -> Survival {
        Survival { steps: HashMap::default(), max_chases: memory / ENTRY_SIZE, precision }
    }

    /// Whether Pac-Man can survive this number of steps. True where the query limit leaves it open.
    pub(crate) fn survives(&mut self, rules: &ChaseRules, chase: &Chase, steps: u32) -> bool {
        self.steps_of(rules, chase).is_none_or(|most| most == FOREVER || u32::from(most) >= steps)
    }

    /// Maximum number of steps, or `FOREVER`; `None` where a limit leaves it open.
    fn steps_of(&mut self, rules: &ChaseRules, chase: &Chase) -> Option<u16> {
        if let Some(&steps) = self.steps.get(chase) {
            return Some(steps);
        }
        if self.steps.len() >= self.max_chases {
            return None;
        }
        // Entries: chase, next step to try, most steps by the successors tried so far.
        let mut path = vec![(*chase, 0, 0_u16)];
        self.steps.insert(*chase, ON_PATH);
        let max_visited = if self.precision == Precision::High { 20_000 } else { 5_000 };
        for _ in 0..max_visited {
            let (here, next_step, most) = path.last_mut()?;
            let Some(&step) = Step::ALL.get(*next_step) else {
                let (here, most) = (*here, *most);
                self.steps.insert(here, most);
                path.pop();
                match path.last_mut() {
                    Some((_, _, longest)) => *longest = (*longest).max((most + 1).min(ON_PATH - 1)),
                    None => return Some(most),
                }
                continue;
            };
            *next_step += 1;
            let Ok(next) = rules.successor(here, step) else { continue };
            match self.steps.get(&next) {
                // A cycle, or a chase that leads to one.
                Some(&(FOREVER | ON_PATH)) => {
                    for (chase, ..) in path {
                        self.steps.insert(chase, FOREVER);
                    }
                    return Some(FOREVER);
                }
                Some(&steps) => *most = (*most).max((steps + 1).min(ON_PATH - 1)),
                None => {
                    self.steps.insert(next, ON_PATH);
                    path.push((next, 0, 0));
                }
            }
        }
        let half = if self.precision == Precision::High { 0 } else { path.len().div_ceil(2) };
        for (index, (chase, ..)) in path.into_iter().enumerate() {
            if index < half {
                self.steps.insert(chase, FOREVER);
            } else {
                self.steps.remove(&chase);
            }
        }
        None
    }
}
