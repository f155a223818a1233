//! Which chases are as good as the same: Pac-Man on the same cell, and every step leads to chases that are as
//! good as the same (bisimulation, by partition refinement). A ghost shut in a corner, or two that changed
//! places, often make no difference.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use parlor_engines::planning::PlanLimits;
use parlor_engines::planning::nodes::KeyHasher;

use super::chase_graph::{ChaseGraph, ChaseId};
use super::outlook::Outlook;

/// Above this many chases refinement takes longer than it saves.
const MOST: usize = 400_000;

/// For each chase the number of its class, the start's being 0, and the number of classes. Chases that no plan
/// passes through belong to none: `FAILURE`.
pub(super) fn merge<const W: usize>(
    graph: &ChaseGraph,
    outlook: &Outlook<W>,
    limits: &PlanLimits,
) -> (Vec<ChaseId>, usize) {
    let ids = || (0..graph.len() as u32).map(ChaseId);
    let mut apart = 0;
    let singles: Vec<ChaseId> = ids()
        .map(|id| {
            if !outlook.is_live(id) {
                return ChaseId::FAILURE;
            }
            apart += 1;
            ChaseId(apart - 1)
        })
        .collect();
    if graph.len() > MOST {
        return (singles, apart as usize);
    }
    let mut class: Vec<ChaseId> = ids()
        .map(|id| if outlook.is_live(id) { ChaseId(u32::from(graph.pacman(id).0)) } else { ChaseId::FAILURE })
        .collect();
    let mut count = 0;
    loop {
        let mut known: HashMap<[u32; 5], u32, BuildHasherDefault<KeyHasher>> = HashMap::default();
        let refined = ids().map(|id| {
            if class[id.index()] == ChaseId::FAILURE {
                return ChaseId::FAILURE;
            }
            let [right, down, left, up] =
                graph.after(id).map(|next| class.get(next.index()).map_or(u32::MAX, |class| class.0));
            let fresh = known.len() as u32;
            ChaseId(*known.entry([class[id.index()].0, right, down, left, up]).or_insert(fresh))
        });
        class = refined.collect();
        // A partition that no longer grows no longer changes. One that is not finished is no bisimulation.
        if known.len() == count {
            return (class, count);
        }
        if limits.is_over() {
            return (singles, apart as usize);
        }
        count = known.len();
    }
}
