//! Bisimulation of the chase graph, by partition refinement.
//!
//! Two chases are equivalent if Pac-Man is on the same cell and every step leads to equivalent chases. A ghost that is
//! shut in a corner, or two ghosts that changed places, often make no difference.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use parlor_engines::planning::PlanLimits;
use parlor_engines::planning::node_arena::KeyHasher;

use super::chase_graph::{ChaseGraph, ChaseId};
use super::reachable_pellets::ReachablePellets;

/// Above this many chases refinement takes longer than it saves.
const MAX_CHASES: usize = 400_000;

/// Class of each chase, that of the start being 0, and the number of classes. Chases that no plan passes through have
/// no class: `FAILURE`.
pub(crate) fn equivalence_classes<const W: usize>(
    graph: &ChaseGraph,
    reachable: &ReachablePellets<W>,
    limits: &PlanLimits,
) -> (Vec<ChaseId>, usize) {
    let ids = || (0..graph.len() as u32).map(ChaseId);
    let mut live = 0;
    let singletons: Vec<ChaseId> = ids()
        .map(|id| {
            if !reachable.is_live(id) {
                return ChaseId::FAILURE;
            }
            live += 1;
            ChaseId(live - 1)
        })
        .collect();
    if graph.len() > MAX_CHASES {
        return (singletons, live as usize);
    }
    let mut class: Vec<ChaseId> = ids()
        .map(|id| if reachable.is_live(id) { ChaseId(u32::from(graph.pacman(id).0)) } else { ChaseId::FAILURE })
        .collect();
    let mut count = 0;
    loop {
        let mut signatures: HashMap<[u32; 5], u32, BuildHasherDefault<KeyHasher>> = HashMap::default();
        let refined = ids().map(|id| {
            if class[id.index()] == ChaseId::FAILURE {
                return ChaseId::FAILURE;
            }
            let [right, down, left, up] =
                graph.successors(id).map(|next| class.get(next.index()).map_or(u32::MAX, |class| class.0));
            let fresh = signatures.len() as u32;
            ChaseId(*signatures.entry([class[id.index()].0, right, down, left, up]).or_insert(fresh))
        });
        class = refined.collect();
        // A partition that no longer grows is stable. An unfinished one is not a bisimulation.
        if signatures.len() == count {
            return (class, count);
        }
        if limits.is_over() {
            return (singletons, live as usize);
        }
        count = signatures.len();
    }
}
