//! What each chase can lead to: the pellets eaten before, and those still to be eaten after it.
//!
//! Both follow from the strongly connected components of the chase graph, one pass each way.

use super::chase_graph::{ChaseGraph, ChaseId};
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::Pacman;

pub(super) struct Outlook<const W: usize> {
    /// By chase: an index into `sets`.
    prospect: Vec<u32>,
    /// The different prospects; there are few.
    sets: Vec<Pellets<W>>,
    /// By chase: whether a plan can pass through it.
    is_live: Vec<bool>,
}

impl<const W: usize> Outlook<W> {
    pub(super) fn new(problem: &Pacman<W>, graph: &ChaseGraph, all: &Pellets<W>) -> Outlook<W> {
        let (component, count) = graph.components();
        // Steps lead to components of equal or smaller number.
        let mut ascending: Vec<u32> = (0..component.len() as u32).collect();
        ascending.sort_unstable_by_key(|&id| component[id as usize]);
        let mut after: Vec<Pellets<W>> = vec![Pellets::NONE; count as usize];
        for &id in &ascending {
            if let Some(pellet) = problem.pellet_on(graph.pacman(ChaseId(id))) {
                after[component[id as usize] as usize].insert(pellet);
            }
        }
        let mut before = after.clone();
        let pass = |id: u32, gathers: &mut Vec<Pellets<W>>, forwards: bool| {
            let here = component[id as usize] as usize;
            for next in graph.after(ChaseId(id)).into_iter().filter(|&next| next != ChaseId::FAILURE) {
                let there = component[next.index()] as usize;
                let (from, to) = if forwards { (here, there) } else { (there, here) };
                if from != to {
                    let gathered = gathers[from];
                    gathers[to].unite(&gathered);
                }
            }
        };
        for &id in &ascending {
            pass(id, &mut after, false);
        }
        for &id in ascending.iter().rev() {
            pass(id, &mut before, true);
        }
        let mut known = std::collections::HashMap::new();
        let mut sets = Vec::new();
        let places: Vec<u32> = after
            .iter()
            .map(|&set| {
                *known.entry(set).or_insert_with(|| {
                    sets.push(set);
                    sets.len() as u32 - 1
                })
            })
            .collect();
        let is_live = component.iter().map(|&component| {
            let mut both = after[component as usize];
            both.unite(&before[component as usize]);
            all.is_subset(&both)
        });
        Outlook {
            is_live: is_live.collect(),
            prospect: component.iter().map(|&component| places[component as usize]).collect(),
            sets,
        }
    }

    pub(super) fn is_live(&self, chase: ChaseId) -> bool {
        self.is_live[chase.index()]
    }

    /// The number of the set of pellets that can be eaten in this chase or after it.
    pub(super) fn prospect(&self, chase: ChaseId) -> u32 {
        self.prospect[chase.index()]
    }

    pub(super) fn into_sets(self) -> Vec<Pellets<W>> {
        self.sets
    }
}
