//! The Pac-Man problem over an explored chase graph: a state is the number of a chase and the pellets left.
//!
//! Several times cheaper to expand than the rules themselves, and the graph shows which states are dead: those
//! with a pellet that no later chase eats.

use std::hash::{Hash, Hasher};

use parlor_core::Problem;
use parlor_engines::planning::PlanLimits;

use super::chase_graph::{ChaseGraph, ChaseId};
use super::merging::merge;
use super::outlook::Outlook;
use crate::pacman::maze::{Cell, Step};
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::Pacman;

/// `chase` numbers the chases of a `MappedPacman`, not those of the graph it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mapped<const W: usize> {
    pub(super) chase: ChaseId,
    pub(super) pellets: Pellets<W>,
}

impl<const W: usize> Hash for Mapped<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let mixed = self.pellets.words().iter().fold(u64::from(self.chase.0), |key, &word| {
            let key = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^ (key >> 29)
        });
        hasher.write_u64(mixed);
    }
}

pub(super) struct MappedPacman<const W: usize> {
    chases: Vec<Known>,
    /// The different sets of pellets that can still be eaten.
    prospects: Vec<Pellets<W>>,
    /// `None` if the graph shows that there is no plan.
    start: Option<Mapped<W>>,
    pellet_count: usize,
    is_whole: bool,
}

/// What is known of a chase.
#[derive(Clone, Copy)]
struct Known {
    after: [ChaseId; 4],
    prospect: u32,
    pacman: Cell,
    /// Under Pac-Man; `NO_PELLET` for none.
    pellet: u16,
}

const NO_PELLET: u16 = u16::MAX;

impl<const W: usize> MappedPacman<W> {
    pub(super) fn new(problem: &Pacman<W>, graph: &ChaseGraph, limits: &PlanLimits) -> MappedPacman<W> {
        let pellets = problem.start().pellets;
        let outlook = Outlook::new(problem, graph, &pellets);
        let (class, count) = merge(graph, &outlook, limits);
        let nothing = Known { after: [ChaseId::FAILURE; 4], prospect: 0, pacman: Cell(0), pellet: NO_PELLET };
        let mut chases = vec![nothing; count];
        for id in (0..graph.len() as u32).map(ChaseId) {
            let Some(chase) = chases.get_mut(class[id.index()].index()) else { continue };
            let pacman = graph.pacman(id);
            *chase = Known {
                after: graph.after(id).map(|next| class.get(next.index()).copied().unwrap_or(ChaseId::FAILURE)),
                prospect: outlook.prospect(id),
                pacman,
                pellet: problem.pellet_on(pacman).map_or(NO_PELLET, |pellet| pellet as u16),
            };
        }
        let start = class.first().copied().filter(|&class| class != ChaseId::FAILURE);
        MappedPacman {
            chases,
            prospects: outlook.into_sets(),
            start: start.map(|chase| Mapped { chase, pellets }),
            pellet_count: problem.pellet_cells().len(),
            is_whole: graph.is_whole(),
        }
    }

    /// If not, plans are valid, but there may be others.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    pub(super) fn chase_count(&self) -> usize {
        self.chases.len()
    }

    pub(super) fn pellet_count(&self) -> usize {
        self.pellet_count
    }

    pub(super) fn pacman(&self, chase: ChaseId) -> Cell {
        self.chases[chase.index()].pacman
    }

    pub(super) fn after(&self, chase: ChaseId) -> [ChaseId; 4] {
        self.chases[chase.index()].after
    }

    pub(super) fn pellet_under(&self, chase: ChaseId) -> Option<usize> {
        let pellet = self.chases[chase.index()].pellet;
        (pellet != NO_PELLET).then_some(usize::from(pellet))
    }
}

impl<const W: usize> Problem for MappedPacman<W> {
    type State = Mapped<W>;
    type Action = Step;

    fn start(&self) -> Mapped<W> {
        self.start.unwrap_or(Mapped { chase: ChaseId::FAILURE, pellets: Pellets::NONE })
    }

    /// Those that Pac-Man survives, and that a plan may take.
    fn actions(&self, state: &Mapped<W>) -> impl Iterator<Item = Step> {
        let after = self.chases.get(state.chase.index()).map_or([ChaseId::FAILURE; 4], |chase| chase.after);
        Step::ALL.into_iter().filter(move |&step| after[step as usize] != ChaseId::FAILURE)
    }

    fn result(&self, state: &Mapped<W>, step: Step) -> Mapped<W> {
        let chase = self.after(state.chase)[step as usize];
        let mut pellets = state.pellets;
        if let Some(known) = self.chases.get(chase.index())
            && known.pellet != NO_PELLET
        {
            pellets.remove(usize::from(known.pellet));
        }
        Mapped { chase, pellets }
    }

    fn is_goal(&self, state: &Mapped<W>) -> bool {
        state.pellets.is_empty() && state.chase != ChaseId::FAILURE
    }

    fn is_dead(&self, state: &Mapped<W>) -> bool {
        let prospect = self.chases.get(state.chase.index()).map(|chase| chase.prospect);
        prospect.is_none_or(|prospect| !state.pellets.is_subset(&self.prospects[prospect as usize]))
    }
}
