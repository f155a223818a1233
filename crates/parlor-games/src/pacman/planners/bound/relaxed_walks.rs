//! Relaxed walks over the chase graph, and the prizes that they collect: the dynamic program of the Lagrangian bound.

use crate::pacman::planners::map::chase_graph::ChaseId;
use crate::pacman::planners::map::graph_problem::GraphProblem;

/// Distinct steps between chases, in compressed sparse rows. Steps of different letters to one chase are merged.
pub(crate) struct RelaxedWalks {
    /// Start of each chase's steps in `steps`; one more entry at the end.
    first: Vec<u32>,
    pub(crate) steps: Vec<RelaxedStep>,
}

#[derive(Clone, Copy)]
pub(crate) struct RelaxedStep {
    pub(crate) to: u32,
    /// Pellet on the cell entered; `NO_PELLET` for a bump or an empty cell.
    pub(crate) pellet: u16,
    pub(crate) from_cell: u16,
    pub(crate) to_cell: u16,
}

const NO_PELLET: u16 = u16::MAX;

impl RelaxedWalks {
    pub(crate) fn new<const W: usize>(problem: &GraphProblem<W>) -> RelaxedWalks {
        let mut walks = RelaxedWalks { first: Vec::new(), steps: Vec::new() };
        for id in 0..problem.chase_count() as u32 {
            walks.first.push(walks.steps.len() as u32);
            let from_cell = problem.pacman(ChaseId(id));
            let mut successors = problem.successors(ChaseId(id));
            successors.sort_unstable();
            let mut last = ChaseId::FAILURE;
            for to in successors {
                if to == ChaseId::FAILURE || to == last {
                    continue;
                }
                last = to;
                let to_cell = problem.pacman(to);
                let pellet = problem.pellet_under(to).filter(|_| to_cell != from_cell);
                walks.steps.push(RelaxedStep {
                    to: to.0,
                    pellet: pellet.map_or(NO_PELLET, |pellet| pellet as u16),
                    from_cell: from_cell.0,
                    to_cell: to_cell.0,
                });
            }
        }
        walks.first.push(walks.steps.len() as u32);
        walks
    }

    /// Indices of the steps from this chase.
    pub(crate) fn steps_from(&self, chase: usize) -> std::ops::Range<usize> {
        self.first[chase] as usize..self.first[chase + 1] as usize
    }
}

/// Maximum prize of the walks that begin with each step, computed for longer and longer walks.
pub(crate) struct WalkPrizes<'a> {
    walks: &'a RelaxedWalks,
    /// By step: the prize of the pellet entered.
    step_prize: Vec<u32>,
    /// By step: the maximum prize of a walk of the current length that begins with it.
    pub(crate) most: Vec<u32>,
    /// By step: which step of its destination continues the best walk.
    pub(crate) best_next: Vec<u8>,
}

impl WalkPrizes<'_> {
    /// Walks of one step. `prizes` by pellet.
    pub(crate) fn new<'a>(walks: &'a RelaxedWalks, prizes: &[u32]) -> WalkPrizes<'a> {
        let prize_of = |step: &RelaxedStep| prizes.get(usize::from(step.pellet)).copied().unwrap_or(0);
        let step_prize: Vec<u32> = walks.steps.iter().map(prize_of).collect();
        WalkPrizes { walks, most: step_prize.clone(), best_next: vec![0; step_prize.len()], step_prize }
    }

    /// Extends the walks by one step. A step back to the cell just left collects nothing (2-cycle elimination).
    pub(crate) fn lengthen(&mut self) {
        let mut longer = vec![0; self.most.len()];
        for (index, step) in self.walks.steps.iter().enumerate() {
            let mut best = 0;
            for (choice, next) in self.walks.steps_from(step.to as usize).enumerate() {
                let returns = self.walks.steps[next].to_cell == step.from_cell;
                let collected = self.most[next] - if returns { self.step_prize[next] } else { 0 };
                if collected > best {
                    best = collected;
                    self.best_next[index] = choice as u8;
                }
            }
            longer[index] = best + self.step_prize[index];
        }
        self.most = longer;
    }

    /// Maximum prize of a walk of the current length from this chase.
    pub(crate) fn most_from(&self, chase: usize) -> u32 {
        self.walks.steps_from(chase).map(|step| self.most[step]).max().unwrap_or(0)
    }
}
