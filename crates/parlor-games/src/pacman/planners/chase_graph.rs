//! Every chase that can come up on a board, numbered, with the steps between them.
//!
//! Pellets do not matter to the chase, so this graph is small where the problem is vast: boards of 12x12 have
//! hundreds to thousands of chases but more than 2^40 states.

use std::collections::VecDeque;

use parlor_engines::planning::PlanLimits;
use parlor_engines::planning::nodes::{Met, NodeId, Nodes};

use super::components::components;
use crate::pacman::chase::{Chase, ChaseRules};
use crate::pacman::maze::{Cell, Step};

/// A chase by its number in the graph. The start is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ChaseId(pub(super) u32);

impl ChaseId {
    /// Where Pac-Man fails.
    pub(super) const FAILURE: ChaseId = ChaseId(u32::MAX);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

pub(super) struct ChaseGraph {
    nodes: Nodes<Chase, Step>,
    after: Vec<[ChaseId; 4]>,
    is_whole: bool,
}

impl ChaseGraph {
    /// Explores breadth first, from as many queues as there can be ghosts left, in turn: the chases with few
    /// ghosts, where plans end, are few, and would come last. `limits.nodes` bounds the number of chases; what
    /// was not explored then counts as failure, so that plans remain valid, and the graph is not `is_whole`.
    pub(super) fn explore(rules: &ChaseRules, limits: &PlanLimits) -> ChaseGraph {
        let mut nodes = Nodes::new(limits.memory / 3 * 2);
        let most = limits.nodes.unwrap_or(u64::MAX).min((limits.memory / 3 / 16) as u64) as usize;
        let mut after: Vec<[ChaseId; 4]> = Vec::new();
        let mut queues: [VecDeque<NodeId>; 5] = Default::default();
        let mut is_whole = false;
        if let Ok(Met::New(start)) = nodes.meet(&rules.start(), None) {
            queues[rules.start().ghosts_left()].push_back(start);
            after.push([ChaseId::FAILURE; 4]);
            is_whole = true;
        }
        let mut rounds = 0_u32;
        while queues.iter().any(|queue| !queue.is_empty()) {
            rounds += 1;
            if rounds.is_multiple_of(1 << 12) && limits.is_over() {
                is_whole = false;
                break;
            }
            for count in 0..queues.len() {
                let Some(id) = queues[count].pop_front() else { continue };
                let chase = *nodes.state(id);
                for (letter, step) in Step::ALL.into_iter().enumerate() {
                    let Ok(next) = rules.after(&chase, step) else { continue };
                    let known = if nodes.len() < most {
                        nodes.meet(&next, Some((id, step))).ok()
                    } else {
                        nodes.find(&next).map(Met::Known)
                    };
                    let Some(Met::New(next_id) | Met::Known(next_id)) = known else {
                        is_whole = false;
                        continue;
                    };
                    if let Some(Met::New(_)) = known {
                        queues[next.ghosts_left()].push_back(next_id);
                        after.push([ChaseId::FAILURE; 4]);
                    }
                    after[id.place() as usize][letter] = ChaseId(next_id.place());
                }
            }
        }
        ChaseGraph { nodes, after, is_whole }
    }

    /// Nothing was left unexplored.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    pub(super) fn len(&self) -> usize {
        self.after.len()
    }

    fn chase(&self, id: ChaseId) -> &Chase {
        self.nodes.state(self.nodes.id_at(id.index()))
    }

    pub(super) fn pacman(&self, id: ChaseId) -> Cell {
        self.chase(id).pacman
    }

    /// In the order of `Step::ALL`, `FAILURE` where the step fails.
    pub(super) fn after(&self, id: ChaseId) -> [ChaseId; 4] {
        self.after[id.index()]
    }

    pub(super) fn components(&self) -> (Vec<u32>, u32) {
        components(self.len(), |chase| self.after(chase))
    }
}
