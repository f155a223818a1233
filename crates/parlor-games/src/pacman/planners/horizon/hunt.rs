//! Hunt: best-first search over chases for a path to the nearest acceptable target.
//!
//! Pellets do not influence movement, so the pellets left only decide where the search ends. Chases are small, and the
//! search reaches targets on the other side of the board, past the ghosts.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::hash::BuildHasherDefault;

use parlor_engines::planning::node_arena::KeyHasher;

use super::Count;
use crate::pacman::chase::{Chase, ChaseRules};
use crate::pacman::maze::{Cell, Maze, Step};

/// Parameters of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HuntSettings {
    /// Weight of the distance to the nearest target, next to the steps taken.
    pub(crate) weight: u32,
    pub(crate) max_chases: usize,
    /// Maximum number of targets that are reached but not accepted.
    pub(crate) max_refused: usize,
}

/// By cell: the distance to the nearest target. Poison may disappear and counts as open.
pub(crate) struct TargetDistances(Vec<u32>);

const UNREACHED: u32 = u32::MAX;

impl TargetDistances {
    pub(crate) fn new(maze: &Maze, targets: impl Iterator<Item = Cell>) -> TargetDistances {
        let mut distances = vec![UNREACHED; maze.cell_count()];
        let mut queue: VecDeque<Cell> = targets.collect();
        for cell in &queue {
            distances[cell.index()] = 0;
        }
        while let Some(cell) = queue.pop_front() {
            for there in maze.neighbors(cell) {
                if there != Cell::NOWHERE && distances[there.index()] == UNREACHED {
                    distances[there.index()] = distances[cell.index()] + 1;
                    queue.push_back(there);
                }
            }
        }
        TargetDistances(distances)
    }

    /// Distances to the nearest cell that is this far from `center`, or as far as cells are.
    pub(crate) fn away_from(maze: &Maze, center: Cell, radius: u32) -> TargetDistances {
        let mut distances = TargetDistances::new(maze, std::iter::once(center));
        let reached = distances.0.iter().copied().filter(|&distance| distance != UNREACHED);
        let radius = radius.min(reached.max().unwrap_or(0));
        for distance in distances.0.iter_mut().filter(|distance| **distance != UNREACHED) {
            *distance = radius.saturating_sub(*distance);
        }
        distances
    }

    /// Distance of a cell; `u32::MAX` if no target can be reached from there.
    pub(crate) fn from(&self, cell: Cell) -> u32 {
        self.0[cell.index()]
    }
}

/// Chase reached by the search.
struct Node {
    chase: Chase,
    parent: u32,
    step: Step,
    depth: u32,
}

/// Expansions between two calls of `count`.
const COUNT_INTERVAL: u64 = 1 << 10;

/// Path to the nearest target that is accepted, given the path to it.
pub(crate) fn hunt(
    rules: &ChaseRules,
    from: &Chase,
    targets: &TargetDistances,
    settings: HuntSettings,
    count: &Count<'_>,
    accept: &mut dyn FnMut(&[Step]) -> bool,
) -> Option<Vec<Step>> {
    let mut nodes = vec![Node { chase: *from, parent: 0, step: Step::Right, depth: 0 }];
    let mut visited: HashSet<Chase, BuildHasherDefault<KeyHasher>> = HashSet::default();
    visited.insert(*from);
    let mut open = BinaryHeap::from([(Reverse(0), Reverse(0), Reverse(0_u32))]);
    let (mut expanded, mut refused) = (0, 0);
    while let Some((_, _, Reverse(index))) = open.pop() {
        expanded += 1;
        let is_over = nodes.len() >= settings.max_chases || refused > settings.max_refused;
        if is_over || expanded % COUNT_INTERVAL == 0 && !count(COUNT_INTERVAL) {
            break;
        }
        let Node { chase, depth, .. } = nodes[index as usize];
        for step in Step::ALL {
            let Ok(next) = rules.successor(&chase, step) else { continue };
            let distance = targets.from(next.pacman);
            if distance == UNREACHED || !visited.insert(next) {
                continue;
            }
            nodes.push(Node { chase: next, parent: index, step, depth: depth + 1 });
            let next_index = nodes.len() as u32 - 1;
            if distance == 0 {
                let path = path_to(&nodes, next_index);
                if accept(&path) {
                    count(expanded % COUNT_INTERVAL);
                    return Some(path);
                }
                refused += 1;
            }
            let estimate = depth + 1 + settings.weight * distance;
            open.push((Reverse(estimate), Reverse(distance), Reverse(next_index)));
        }
    }
    count(expanded % COUNT_INTERVAL);
    None
}

fn path_to(nodes: &[Node], index: u32) -> Vec<Step> {
    let mut path = Vec::new();
    let mut index = index as usize;
    while index > 0 {
        path.push(nodes[index].step);
        index = nodes[index].parent as usize;
    }
    path.reverse();
    path
}
