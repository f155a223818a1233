//! Feasibility: the problem over the condensation of the chase graph, whose nodes are its strongly connected components.
//!
//! Within a component Pac-Man can reach every chase from every other, so he can eat all its pellets; only the sequence
//! of components matters. If this problem has no plan, the board has none.

use parlor_core::{Cost, Heuristic, Problem};

use crate::pacman::maze::Step;
use crate::pacman::pellets::Pellets;
use crate::pacman::planners::map::chase_graph::ChaseId;
use crate::pacman::planners::map::graph_problem::{GraphProblem, GraphState};
use crate::pacman::planners::map::strong_components::strong_components;

/// Planning problem over the components.
pub(crate) struct CondensedProblem<'a, const W: usize> {
    problem: &'a GraphProblem<W>,
    /// By component: the pellets in it.
    pellets: Vec<Pellets<W>>,
    /// By component: one chase in it.
    member: Vec<ChaseId>,
    /// By component: its distinct successors.
    successors: Vec<Vec<u32>>,
    start: u32,
    /// Component by chase.
    component: Vec<u32>,
}

/// Action: enter this component and eat all pellets in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnterComponent(u32);

impl<'a, const W: usize> CondensedProblem<'a, W> {
    pub(crate) fn new(problem: &'a GraphProblem<W>) -> CondensedProblem<'a, W> {
        let (component, count) = strong_components(problem.chase_count(), 0..1, |chase| problem.successors(chase));
        let mut condensed = CondensedProblem {
            problem,
            pellets: vec![Pellets::NONE; count as usize],
            member: vec![ChaseId::FAILURE; count as usize],
            successors: vec![Vec::new(); count as usize],
            start: component.first().copied().unwrap_or(0),
            component: Vec::new(),
        };
        for (chase, &here) in (0..).map(ChaseId).zip(&component) {
            // Chases that are unreachable from the start have no component.
            let Some(pellets) = condensed.pellets.get_mut(here as usize) else { continue };
            if let Some(pellet) = problem.pellet_under(chase) {
                pellets.insert(pellet);
            }
            condensed.member[here as usize] = chase;
            for next in problem.successors(chase).into_iter().filter(|&next| next != ChaseId::FAILURE) {
                let there = component[next.index()];
                if there != here {
                    condensed.successors[here as usize].push(there);
                }
            }
        }
        for successors in &mut condensed.successors {
            successors.sort_unstable();
            successors.dedup();
        }
        condensed.component = component;
        condensed
    }

    /// Plan of steps through these components after the first: always to the nearest pellet of the component, and
    /// when none is left, to the next component. Long, but complete.
    pub(crate) fn expand_plan(&self, entered: &[EnterComponent]) -> Vec<Step> {
        let mut plan = Vec::new();
        let mut state = self.problem.start();
        let mut search = ChaseSearch { parent: vec![None; self.component.len()], visited: Vec::new() };
        let here = std::iter::once(self.start).chain(entered.iter().map(|component| component.0));
        let there = entered.iter().map(|component| Some(component.0)).chain([None]);
        for (here, there) in here.zip(there) {
            let mut go = |state: &mut GraphState<W>, is_target: &dyn Fn(ChaseId, &Pellets<W>) -> bool| {
                let is_inside = |chase: ChaseId| self.component[chase.index()] == here;
                let path = search.path(self.problem, state, &is_inside, is_target)?;
                *state = path.iter().fold(*state, |state, &step| self.problem.result(&state, step));
                plan.extend(path);
                Some(())
            };
            let has_pellet = |chase: ChaseId, left: &Pellets<W>| {
                let is_left = self.problem.pellet_under(chase).is_some_and(|pellet| left.contains(pellet));
                is_left && self.component[chase.index()] == here
            };
            while go(&mut state, &has_pellet).is_some() {}
            if let Some(there) = there {
                go(&mut state, &|chase, _| self.component[chase.index()] == there);
            }
        }
        plan
    }

    fn enter(&self, component: u32, mut pellets: Pellets<W>) -> GraphState<W> {
        pellets.subtract(&self.pellets[component as usize]);
        GraphState { chase: ChaseId(component), pellets }
    }
}

/// Breadth-first search in the chase graph, with reusable buffers.
struct ChaseSearch {
    /// By chase: its parent in the search tree, and the step from there.
    parent: Vec<Option<(ChaseId, Step)>>,
    visited: Vec<ChaseId>,
}

impl ChaseSearch {
    /// Shortest path to a target other than the first chase, through chases that are inside.
    fn path<const W: usize>(
        &mut self,
        problem: &GraphProblem<W>,
        state: &GraphState<W>,
        is_inside: &dyn Fn(ChaseId) -> bool,
        is_target: &dyn Fn(ChaseId, &Pellets<W>) -> bool,
    ) -> Option<Vec<Step>> {
        for chase in self.visited.drain(..) {
            self.parent[chase.index()] = None;
        }
        self.visited.push(state.chase);
        let mut done = 0;
        while let Some(&chase) = self.visited.get(done) {
            done += 1;
            for (step, next) in Step::ALL.into_iter().zip(problem.successors(chase)) {
                if next == ChaseId::FAILURE || next == state.chase || self.parent[next.index()].is_some() {
                    continue;
                }
                let found = is_target(next, &state.pellets);
                if found || is_inside(next) {
                    self.parent[next.index()] = Some((chase, step));
                    self.visited.push(next);
                }
                if found {
                    return Some(self.path_to(next));
                }
            }
        }
        None
    }

    fn path_to(&self, mut chase: ChaseId) -> Vec<Step> {
        let mut path = Vec::new();
        while let Some((before, step)) = self.parent[chase.index()] {
            path.push(step);
            chase = before;
        }
        path.reverse();
        path
    }
}

/// States are `GraphState`, with the number of a component in place of that of a chase.
impl<const W: usize> Problem for CondensedProblem<'_, W> {
    type State = GraphState<W>;
    type Action = EnterComponent;

    fn start(&self) -> GraphState<W> {
        self.enter(self.start, self.problem.start().pellets)
    }

    fn actions(&self, state: &GraphState<W>) -> impl Iterator<Item = EnterComponent> {
        self.successors[state.chase.index()].iter().map(|&component| EnterComponent(component))
    }

    fn result(&self, state: &GraphState<W>, next: EnterComponent) -> GraphState<W> {
        self.enter(next.0, state.pellets)
    }

    fn is_goal(&self, state: &GraphState<W>) -> bool {
        state.pellets.is_empty()
    }

    fn is_dead_end(&self, state: &GraphState<W>) -> bool {
        let chase = self.member.get(state.chase.index()).copied().unwrap_or(ChaseId::FAILURE);
        self.problem.is_dead_end(&GraphState { chase, pellets: state.pellets })
    }
}

/// Number of pellets left, as a heuristic of the condensed problem.
pub(crate) struct PelletsLeft;

impl<const W: usize> Heuristic<CondensedProblem<'_, W>> for PelletsLeft {
    fn estimate(&self, _: &CondensedProblem<'_, W>, state: &GraphState<W>) -> Cost {
        state.pellets.len()
    }
}
