//! Pac-Man problem over an explored chase graph: a state is the number of a chase and the pellets left.
//!
//! It is several times cheaper to expand than the rules themselves, and the graph shows dead ends: states with a pellet
//! that no later chase eats. Equivalent chases are merged.

use std::hash::{Hash, Hasher};

use parlor_core::Problem;
use parlor_engines::planning::PlanLimits;

use super::bisimulation::equivalence_classes;
use super::chase_graph::{ChaseGraph, ChaseId};
use super::reachable_pellets::ReachablePellets;
use crate::pacman::maze::{Cell, Step};
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::Pacman;

/// State of a `GraphProblem`. `chase` numbers the chases of the problem, not those of the `ChaseGraph` it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GraphState<const W: usize> {
    pub(crate) chase: ChaseId,
    pub(crate) pellets: Pellets<W>,
}

impl<const W: usize> Hash for GraphState<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let mixed = self.pellets.words().iter().fold(u64::from(self.chase.0), |key, &word| {
            let key = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^ (key >> 29)
        });
        hasher.write_u64(mixed);
    }
}

/// Planning problem over the chases of a graph.
pub(crate) struct GraphProblem<const W: usize> {
    chases: Vec<ChaseNode>,
    /// The distinct sets of pellets that can still be eaten.
    reachable: Vec<Pellets<W>>,
    start: GraphState<W>,
    pellet_count: usize,
    is_complete: bool,
}

/// Node of the graph.
#[derive(Clone, Copy)]
struct ChaseNode {
    successors: [ChaseId; 4],
    /// Index into `GraphProblem::reachable`.
    reachable: u32,
    pacman: Cell,
    /// Pellet on Pac-Man's cell; `NO_PELLET` for none.
    pellet: u16,
}

const NO_PELLET: u16 = u16::MAX;

impl<const W: usize> GraphProblem<W> {
    /// `None` if the graph contains no plan, because there is none or because the graph is incomplete.
    pub(crate) fn new(problem: &Pacman<W>, graph: &ChaseGraph, limits: &PlanLimits) -> Option<GraphProblem<W>> {
        GraphProblem::with_classes(problem, graph, limits).map(|(graph_problem, _)| graph_problem)
    }

    /// Like `new`, with the chase of the problem for each chase of the graph; `FAILURE` where no plan passes.
    pub(crate) fn with_classes(
        problem: &Pacman<W>,
        graph: &ChaseGraph,
        limits: &PlanLimits,
    ) -> Option<(GraphProblem<W>, Vec<ChaseId>)> {
        let pellets = problem.start().pellets;
        let reachable = ReachablePellets::new(problem, graph, &pellets);
        let (class, count) = equivalence_classes(graph, &reachable, limits);
        let blank = ChaseNode { successors: [ChaseId::FAILURE; 4], reachable: 0, pacman: Cell(0), pellet: NO_PELLET };
        let mut chases = vec![blank; count];
        for id in (0..graph.len() as u32).map(ChaseId) {
            let Some(chase) = chases.get_mut(class[id.index()].index()) else { continue };
            let pacman = graph.pacman(id);
            let class_of = |next: ChaseId| class.get(next.index()).copied().unwrap_or(ChaseId::FAILURE);
            *chase = ChaseNode {
                successors: graph.successors(id).map(class_of),
                reachable: reachable.set_of(id),
                pacman,
                pellet: problem.pellet_on(pacman).map_or(NO_PELLET, |pellet| pellet as u16),
            };
        }
        let chase = class.first().copied().filter(|&class| class != ChaseId::FAILURE)?;
        let graph_problem = GraphProblem {
            chases,
            reachable: reachable.into_sets(),
            start: GraphState { chase, pellets },
            pellet_count: problem.pellet_cells().len(),
            is_complete: graph.is_complete(),
        };
        Some((graph_problem, class))
    }

    /// Chases before the first step and after each step; `None` if the plan leaves the graph.
    pub(crate) fn chases_along(&self, plan: &[Step]) -> Option<Vec<ChaseId>> {
        let mut chases = vec![self.start.chase];
        for &step in plan {
            let next = self.successors(*chases.last()?)[step as usize];
            if next == ChaseId::FAILURE {
                return None;
            }
            chases.push(next);
        }
        Some(chases)
    }

    /// Whether the whole graph was explored. If not, plans are valid, but others may exist.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    pub(crate) fn chase_count(&self) -> usize {
        self.chases.len()
    }

    pub(crate) fn pellet_count(&self) -> usize {
        self.pellet_count
    }

    pub(crate) fn pacman(&self, chase: ChaseId) -> Cell {
        self.chases[chase.index()].pacman
    }

    /// Successors in the order of `Step::ALL`; `FAILURE` for steps that no plan takes.
    pub(crate) fn successors(&self, chase: ChaseId) -> [ChaseId; 4] {
        self.chases[chase.index()].successors
    }

    pub(crate) fn pellet_under(&self, chase: ChaseId) -> Option<usize> {
        let pellet = self.chases[chase.index()].pellet;
        (pellet != NO_PELLET).then_some(usize::from(pellet))
    }
}

impl<const W: usize> Problem for GraphProblem<W> {
    type State = GraphState<W>;
    type Action = Step;

    fn start(&self) -> GraphState<W> {
        self.start
    }

    /// Steps that Pac-Man survives, and that a plan may take.
    fn actions(&self, state: &GraphState<W>) -> impl Iterator<Item = Step> {
        let successors = self.chases.get(state.chase.index()).map_or([ChaseId::FAILURE; 4], |chase| chase.successors);
        Step::ALL.into_iter().filter(move |&step| successors[step as usize] != ChaseId::FAILURE)
    }

    fn result(&self, state: &GraphState<W>, step: Step) -> GraphState<W> {
        let chase = self.successors(state.chase)[step as usize];
        let mut pellets = state.pellets;
        if let Some(node) = self.chases.get(chase.index())
            && node.pellet != NO_PELLET
        {
            pellets.remove(usize::from(node.pellet));
        }
        GraphState { chase, pellets }
    }

    fn is_goal(&self, state: &GraphState<W>) -> bool {
        state.pellets.is_empty() && state.chase != ChaseId::FAILURE
    }

    fn is_dead_end(&self, state: &GraphState<W>) -> bool {
        let set = self.chases.get(state.chase.index()).map(|chase| chase.reachable);
        set.is_none_or(|set| !state.pellets.is_subset(&self.reachable[set as usize]))
    }
}
