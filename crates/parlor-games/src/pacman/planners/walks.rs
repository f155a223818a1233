//! Relaxed walks over the chase graph, and how much they win: what the prize bound is computed from.

use super::chase_graph::ChaseId;
use super::mapped::MappedPacman;

/// The steps between chases, each once, whatever letters lead there.
pub(super) struct Walks {
    /// Where each chase's steps begin in `steps`; one more entry at the end.
    first: Vec<u32>,
    pub(super) steps: Vec<RelaxedStep>,
}

#[derive(Clone, Copy)]
pub(super) struct RelaxedStep {
    pub(super) to: u32,
    /// What is entered; `NO_PRIZE` for a bump or a bare cell.
    pub(super) prize: u16,
    pub(super) from_cell: u16,
    pub(super) to_cell: u16,
}

const NO_PRIZE: u16 = u16::MAX;

impl Walks {
    pub(super) fn new<const W: usize>(problem: &MappedPacman<W>) -> Walks {
        let mut walks = Walks { first: Vec::new(), steps: Vec::new() };
        for id in 0..problem.chase_count() as u32 {
            walks.first.push(walks.steps.len() as u32);
            let from_cell = problem.pacman(ChaseId(id));
            let mut after = problem.after(ChaseId(id));
            after.sort_unstable();
            let mut last = ChaseId::FAILURE;
            for to in after {
                if to == ChaseId::FAILURE || to == last {
                    continue;
                }
                last = to;
                let to_cell = problem.pacman(to);
                let prize = problem.pellet_under(to).filter(|_| to_cell != from_cell);
                walks.steps.push(RelaxedStep {
                    to: to.0,
                    prize: prize.map_or(NO_PRIZE, |pellet| pellet as u16),
                    from_cell: from_cell.0,
                    to_cell: to_cell.0,
                });
            }
        }
        walks.first.push(walks.steps.len() as u32);
        walks
    }

    pub(super) fn of(&self, chase: usize) -> std::ops::Range<usize> {
        self.first[chase] as usize..self.first[chase + 1] as usize
    }
}

/// What walks that begin with a certain step win, as they grow longer.
pub(super) struct Winnings<'a> {
    walks: &'a Walks,
    /// By step: its own prize under the worths at hand.
    prize: Vec<u32>,
    /// By step: the most that a walk of the present length wins that begins with it.
    pub(super) most: Vec<u32>,
    /// By step: which step of the chase it leads to continues best.
    pub(super) onward: Vec<u8>,
}

impl Winnings<'_> {
    /// Walks of one step.
    pub(super) fn new<'a>(walks: &'a Walks, worth: &[u32]) -> Winnings<'a> {
        let worth_of = |step: &RelaxedStep| worth.get(usize::from(step.prize)).copied().unwrap_or(0);
        let prize: Vec<u32> = walks.steps.iter().map(worth_of).collect();
        Winnings { walks, most: prize.clone(), onward: vec![0; prize.len()], prize }
    }

    /// Walks of one step more.
    pub(super) fn lengthen(&mut self) {
        let mut longer = vec![0; self.most.len()];
        for (index, step) in self.walks.steps.iter().enumerate() {
            let mut best = 0;
            for (choice, next) in self.walks.of(step.to as usize).enumerate() {
                let returns = self.walks.steps[next].to_cell == step.from_cell;
                let won = self.most[next] - if returns { self.prize[next] } else { 0 };
                if won > best {
                    best = won;
                    self.onward[index] = choice as u8;
                }
            }
            longer[index] = best + self.prize[index];
        }
        self.most = longer;
    }

    /// The most that a walk of the present length from this chase wins.
    pub(super) fn from(&self, chase: usize) -> u32 {
        self.walks.of(chase).map(|step| self.most[step]).max().unwrap_or(0)
    }
}
