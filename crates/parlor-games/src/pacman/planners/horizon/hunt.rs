//! Hunt: best-first search over chases for the nearest pellet that Pac-Man can eat and survive.
//!
//! Pellets do not influence movement, so the pellets left only decide where the search ends. Chases are small, and the
//! search reaches pellets on the other side of the board, past the ghosts.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::hash::BuildHasherDefault;

use parlor_core::Problem;
use parlor_engines::planning::node_arena::KeyHasher;

use super::Count;
use super::escape::Escape;
use crate::pacman::chase::Chase;
use crate::pacman::maze::{Cell, Step};
use crate::pacman::rules::{Pacman, State};

/// Parameters of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HuntSettings {
    /// Weight of the distance to the nearest pellet, next to the steps taken.
    pub(crate) weight: u32,
    pub(crate) max_chases: usize,
}

/// Chase reached by the search.
struct Node {
    chase: Chase,
    parent: u32,
    step: Step,
    depth: u32,
}

const UNREACHED: u16 = u16::MAX;
/// Expansions between two calls of `count`.
const COUNT_INTERVAL: u64 = 1 << 10;

/// Path from a state to the nearest pellet that Pac-Man survives and that leaves no dead end.
pub(crate) fn hunt<const W: usize>(
    problem: &Pacman<W>,
    escape: &mut Escape,
    from: &State<W>,
    settings: HuntSettings,
    count: &Count<'_>,
) -> Option<Vec<Step>> {
    let (rules, distances) = (&problem.rules, pellet_distances(problem, from));
    let mut nodes = vec![Node { chase: from.chase, parent: 0, step: Step::Right, depth: 0 }];
    let mut visited: HashSet<Chase, BuildHasherDefault<KeyHasher>> = HashSet::default();
    visited.insert(from.chase);
    let mut open = BinaryHeap::from([(Reverse(0), Reverse(0), Reverse(0_u32))]);
    let mut expanded = 0;
    while let Some((_, _, Reverse(index))) = open.pop() {
        expanded += 1;
        if expanded % COUNT_INTERVAL == 0 && !count(COUNT_INTERVAL) || nodes.len() >= settings.max_chases {
            break;
        }
        let Node { chase, depth, .. } = nodes[index as usize];
        for step in Step::ALL {
            let Ok(next) = rules.successor(&chase, step) else { continue };
            let distance = distances[next.pacman.index()];
            if distance == UNREACHED || !visited.insert(next) {
                continue;
            }
            nodes.push(Node { chase: next, parent: index, step, depth: depth + 1 });
            let next_index = nodes.len() as u32 - 1;
            if distance == 0 && escape.survives(rules, &next, from.pellets.len()) {
                let path = path_to(&nodes, next_index);
                let end = path.iter().fold(*from, |state, &step| problem.result(&state, step));
                if !problem.is_dead_end(&end) {
                    count(expanded % COUNT_INTERVAL);
                    return Some(path);
                }
            }
            let estimate = depth + 1 + settings.weight * u32::from(distance);
            open.push((Reverse(estimate), Reverse(distance), Reverse(next_index)));
        }
    }
    count(expanded % COUNT_INTERVAL);
    None
}

/// By cell: the distance to the nearest pellet left. Poison may disappear and counts as open.
fn pellet_distances<const W: usize>(problem: &Pacman<W>, state: &State<W>) -> Vec<u16> {
    let maze = &problem.rules.maze;
    let mut distances = vec![UNREACHED; maze.cell_count()];
    let mut queue: VecDeque<Cell> = state.pellets.iter().map(|pellet| problem.pellet_cells()[pellet]).collect();
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
    distances
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
