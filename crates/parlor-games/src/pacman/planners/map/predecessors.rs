//! Reverse adjacency of the chase graph.

use super::chase_graph::ChaseId;
use super::graph_problem::GraphProblem;

/// Predecessors of every chase, in compressed sparse rows.
pub(crate) struct Predecessors {
    /// Start of each chase's predecessors in `chases`; one more entry at the end.
    first: Vec<u32>,
    chases: Vec<u32>,
}

impl Predecessors {
    pub(crate) fn new<const W: usize>(problem: &GraphProblem<W>) -> Predecessors {
        let count = problem.chase_count();
        let steps = || {
            (0..count as u32).flat_map(|from| {
                let next = problem.successors(ChaseId(from)).into_iter().filter(|&to| to != ChaseId::FAILURE);
                next.map(move |to| (from, to))
            })
        };
        // Counting sort by destination.
        let mut first = vec![0; count + 1];
        steps().for_each(|(_, to)| first[to.index() + 1] += 1);
        for chase in 0..count {
            first[chase + 1] += first[chase];
        }
        let mut free = first.clone();
        let mut chases = vec![0; first[count] as usize];
        for (from, to) in steps() {
            chases[free[to.index()] as usize] = from;
            free[to.index()] += 1;
        }
        Predecessors { first, chases }
    }

    pub(crate) fn of(&self, chase: usize) -> &[u32] {
        &self.chases[self.first[chase] as usize..self.first[chase + 1] as usize]
    }
}
