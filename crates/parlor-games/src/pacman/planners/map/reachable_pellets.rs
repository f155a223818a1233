//! Pellets that can be eaten after each chase, and chases that no plan passes through.
//!
//! Both follow from the strongly connected components of the chase graph, with one pass in each direction.

use std::collections::HashMap;

use super::chase_graph::{ChaseGraph, ChaseId};
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::Pacman;

/// Reachable pellets of every chase.
pub(crate) struct ReachablePellets<const W: usize> {
    /// By chase: an index into `sets`.
    set_of: Vec<u32>,
    /// The distinct sets of reachable pellets; there are few.
    sets: Vec<Pellets<W>>,
    /// By chase: whether a plan can pass through it.
    is_live: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

impl<const W: usize> ReachablePellets<W> {
    pub(crate) fn new(problem: &Pacman<W>, graph: &ChaseGraph, all: &Pellets<W>) -> ReachablePellets<W> {
        let (component, count) = graph.strong_components();
        // Steps lead to components of equal or smaller number.
        let mut ascending: Vec<u32> = (0..component.len() as u32).collect();
        ascending.sort_unstable_by_key(|&id| component[id as usize]);
        let mut after = pellets_in_components(problem, graph, &component, count);
        let mut before = after.clone();
        for &id in &ascending {
            propagate(graph, &component, ChaseId(id), Direction::Backward, &mut after);
        }
        for &id in ascending.iter().rev() {
            propagate(graph, &component, ChaseId(id), Direction::Forward, &mut before);
        }
        let (places, sets) = distinct(&after);
        let is_live = component.iter().map(|&component| {
            let mut both = after[component as usize];
            both.unite(&before[component as usize]);
            all.is_subset(&both)
        });
        ReachablePellets {
            is_live: is_live.collect(),
            set_of: component.iter().map(|&component| places[component as usize]).collect(),
            sets,
        }
    }

    /// Whether all pellets can be eaten on a walk through this chase. If not, no plan passes through it.
    pub(crate) fn is_live(&self, chase: ChaseId) -> bool {
        self.is_live[chase.index()]
    }

    /// Index of the set of pellets that can be eaten in this chase or after it.
    pub(crate) fn set_of(&self, chase: ChaseId) -> u32 {
        self.set_of[chase.index()]
    }

    pub(crate) fn into_sets(self) -> Vec<Pellets<W>> {
        self.sets
    }
}

fn pellets_in_components<const W: usize>(
    problem: &Pacman<W>,
    graph: &ChaseGraph,
    component: &[u32],
    count: u32,
) -> Vec<Pellets<W>> {
    let mut pellets = vec![Pellets::NONE; count as usize];
    for (id, &component) in component.iter().enumerate() {
        if let Some(pellet) = problem.pellet_on(graph.pacman(ChaseId(id as u32))) {
            pellets[component as usize].insert(pellet);
        }
    }
    pellets
}

/// Merges the sets of a chase's component and those of its successors, along the steps or against them.
fn propagate<const W: usize>(
    graph: &ChaseGraph,
    component: &[u32],
    id: ChaseId,
    direction: Direction,
    sets: &mut [Pellets<W>],
) {
    let here = component[id.index()] as usize;
    for next in graph.successors(id).into_iter().filter(|&next| next != ChaseId::FAILURE) {
        let there = component[next.index()] as usize;
        let (from, to) = if direction == Direction::Forward { (here, there) } else { (there, here) };
        if from != to {
            let source = sets[from];
            sets[to].unite(&source);
        }
    }
}

/// For each set its index among the distinct sets, and these.
fn distinct<const W: usize>(sets: &[Pellets<W>]) -> (Vec<u32>, Vec<Pellets<W>>) {
    let mut index_of = HashMap::new();
    let mut distinct = Vec::new();
    let indices = sets.iter().map(|&set| {
        *index_of.entry(set).or_insert_with(|| {
            distinct.push(set);
            distinct.len() as u32 - 1
        })
    });
    let indices = indices.collect();
    (indices, distinct)
}
