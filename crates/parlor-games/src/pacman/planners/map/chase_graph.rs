//! State graph of the chase: every reachable chase, numbered, with its successors.
//!
//! Pellets do not influence the chase, so this graph is small where the problem is large: boards of 12x12 have
//! hundreds to thousands of chases, but more than 2^40 states.

use std::collections::VecDeque;

use parlor_engines::planning::PlanLimits;
use parlor_engines::planning::node_arena::{Inserted, NodeArena, NodeId};

use super::strong_components::strong_components;
use crate::pacman::chase::{Chase, ChaseRules};
use crate::pacman::maze::{Cell, Step};

/// Number of a chase in a graph. The start is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ChaseId(pub(crate) u32);

impl ChaseId {
    /// Successor of a step that fails or is not part of any plan.
    pub(crate) const FAILURE: ChaseId = ChaseId(u32::MAX);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Reachable chases with their successors.
pub(crate) struct ChaseGraph {
    nodes: NodeArena<Chase, Step>,
    successors: Vec<[ChaseId; 4]>,
    is_complete: bool,
}

impl ChaseGraph {
    /// Explores breadth first, with one queue per number of ghosts left, served in turn. The chases with few ghosts,
    /// where plans end, are few, and one queue would reach them last. `limits.nodes` bounds the number of chases.
    /// Unexplored chases count as failure: plans remain valid, and the graph is not `is_complete`. The chases along
    /// `plan` come first, so that an incomplete graph contains the plan and its surroundings.
    pub(crate) fn explore(rules: &ChaseRules, plan: &[Step], limits: &PlanLimits) -> ChaseGraph {
        let mut nodes = NodeArena::new(limits.memory / 3 * 2);
        let max_chases = limits.nodes.unwrap_or(u64::MAX).min((limits.memory / 3 / 16) as u64) as usize;
        let mut successors: Vec<[ChaseId; 4]> = Vec::new();
        let mut queues: [VecDeque<NodeId>; 5] = Default::default();
        let mut is_complete = false;
        if let Ok(Inserted::New(start)) = nodes.insert(&rules.start(), None) {
            queues[rules.start().ghosts_left()].push_back(start);
            successors.push([ChaseId::FAILURE; 4]);
            is_complete = true;
        }
        let mut chase = rules.start();
        for &step in plan {
            let Ok(next) = rules.successor(&chase, step) else { break };
            chase = next;
            if let Ok(Inserted::New(id)) = nodes.insert(&chase, None) {
                queues[chase.ghosts_left()].push_back(id);
                successors.push([ChaseId::FAILURE; 4]);
            }
        }
        let mut rounds = 0_u32;
        while queues.iter().any(|queue| !queue.is_empty()) {
            rounds += 1;
            if rounds.is_multiple_of(1 << 12) && limits.is_over() {
                is_complete = false;
                break;
            }
            for count in 0..queues.len() {
                let Some(id) = queues[count].pop_front() else { continue };
                let chase = *nodes.state(id);
                for (index, step) in Step::ALL.into_iter().enumerate() {
                    let Ok(next) = rules.successor(&chase, step) else { continue };
                    let met = if nodes.len() < max_chases {
                        nodes.insert(&next, Some((id, step))).ok()
                    } else {
                        nodes.find(&next).map(Inserted::Existing)
                    };
                    let Some(Inserted::New(next_id) | Inserted::Existing(next_id)) = met else {
                        is_complete = false;
                        continue;
                    };
                    if let Some(Inserted::New(_)) = met {
                        queues[next.ghosts_left()].push_back(next_id);
                        successors.push([ChaseId::FAILURE; 4]);
                    }
                    successors[id.index() as usize][index] = ChaseId(next_id.index());
                }
            }
        }
        ChaseGraph { nodes, successors, is_complete }
    }

    /// Whether every reachable chase was explored.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    pub(crate) fn len(&self) -> usize {
        self.successors.len()
    }

    pub(crate) fn find(&self, chase: &Chase) -> Option<ChaseId> {
        self.nodes.find(chase).map(|id| ChaseId(id.index()))
    }

    fn chase(&self, id: ChaseId) -> &Chase {
        self.nodes.state(self.nodes.id_at(id.index()))
    }

    pub(crate) fn pacman(&self, id: ChaseId) -> Cell {
        self.chase(id).pacman
    }

    /// Successors in the order of `Step::ALL`; `FAILURE` where the step fails.
    pub(crate) fn successors(&self, id: ChaseId) -> [ChaseId; 4] {
        self.successors[id.index()]
    }

    /// Component of each chase, and the number of components: see `strong_components`.
    pub(crate) fn strong_components(&self) -> (Vec<u32>, u32) {
        strong_components(self.len(), 0..self.len() as u32, |chase| self.successors(chase))
    }
}
