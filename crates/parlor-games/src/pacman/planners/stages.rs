//! Whether there is any plan, however long: the problem over the strongly connected components of the chases.
//!
//! Within a component Pac-Man can go from any chase to any other, so he can eat all that lies there; only which
//! components he passes through matters. Where this problem has no plan, the board has none.

use parlor_core::{Cost, Heuristic, Problem};

use super::chase_graph::ChaseId;
use super::components::components;
use super::mapped::{Mapped, MappedPacman};
use crate::pacman::maze::Step;
use crate::pacman::pellets::Pellets;

pub(super) struct Stages<'a, const W: usize> {
    problem: &'a MappedPacman<W>,
    /// By component: what lies there.
    pellets: Vec<Pellets<W>>,
    /// By component: one chase in it.
    member: Vec<ChaseId>,
    /// By component: where one can go on to, without repetitions.
    onward: Vec<Vec<u32>>,
    start: u32,
    /// By chase.
    component: Vec<u32>,
}

/// A component of the chases, entered and eaten empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage(u32);

impl<'a, const W: usize> Stages<'a, W> {
    pub(super) fn new(problem: &'a MappedPacman<W>) -> Stages<'a, W> {
        let (component, count) = components(problem.chase_count(), |chase| problem.after(chase));
        let mut stages = Stages {
            problem,
            pellets: vec![Pellets::NONE; count as usize],
            member: vec![ChaseId::FAILURE; count as usize],
            onward: vec![Vec::new(); count as usize],
            start: component.first().copied().unwrap_or(0),
            component: Vec::new(),
        };
        for (chase, &here) in (0..).map(ChaseId).zip(&component) {
            // Chases that cannot be reached from the start have no component.
            let Some(pellets) = stages.pellets.get_mut(here as usize) else { continue };
            if let Some(pellet) = problem.pellet_under(chase) {
                pellets.insert(pellet);
            }
            stages.member[here as usize] = chase;
            for next in problem.after(chase).into_iter().filter(|&next| next != ChaseId::FAILURE) {
                let there = component[next.index()];
                if there != here {
                    stages.onward[here as usize].push(there);
                }
            }
        }
        for onward in &mut stages.onward {
            onward.sort_unstable();
            onward.dedup();
        }
        stages.component = component;
        stages
    }

    /// A plan that passes through these stages after the first: always on to the nearest pellet of the stage, and
    /// when there is none left, on to the next stage. Long, but sure.
    pub(super) fn plan(&self, stages: &[Stage]) -> Vec<Step> {
        let mut plan = Vec::new();
        let mut state = self.problem.start();
        let mut scout = Scout { from: vec![None; self.component.len()], seen: Vec::new() };
        let here = std::iter::once(self.start).chain(stages.iter().map(|stage| stage.0));
        let there = stages.iter().map(|stage| Some(stage.0)).chain([None]);
        for (here, there) in here.zip(there) {
            let mut go = |state: &mut Mapped<W>, is_wanted: &dyn Fn(ChaseId, &Pellets<W>) -> bool| {
                let inside = |chase: ChaseId| self.component[chase.index()] == here;
                let way = scout.way(self.problem, state, &inside, is_wanted)?;
                *state = way.iter().fold(*state, |state, &step| self.problem.result(&state, step));
                plan.extend(way);
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

    fn enter(&self, stage: u32, mut pellets: Pellets<W>) -> Mapped<W> {
        pellets.subtract(&self.pellets[stage as usize]);
        Mapped { chase: ChaseId(stage), pellets }
    }
}

/// Breadth-first search among chases, with room that is used again.
struct Scout {
    /// By chase: where the search came from and by which step.
    from: Vec<Option<(ChaseId, Step)>>,
    seen: Vec<ChaseId>,
}

impl Scout {
    /// The shortest way to a wanted chase other than the first, on chases that are inside up to there.
    fn way<const W: usize>(
        &mut self,
        problem: &MappedPacman<W>,
        state: &Mapped<W>,
        inside: &dyn Fn(ChaseId) -> bool,
        is_wanted: &dyn Fn(ChaseId, &Pellets<W>) -> bool,
    ) -> Option<Vec<Step>> {
        for chase in self.seen.drain(..) {
            self.from[chase.index()] = None;
        }
        self.seen.push(state.chase);
        let mut looked_at = 0;
        while let Some(&chase) = self.seen.get(looked_at) {
            looked_at += 1;
            for (step, next) in Step::ALL.into_iter().zip(problem.after(chase)) {
                if next == ChaseId::FAILURE || next == state.chase || self.from[next.index()].is_some() {
                    continue;
                }
                let wanted = is_wanted(next, &state.pellets);
                if wanted || inside(next) {
                    self.from[next.index()] = Some((chase, step));
                    self.seen.push(next);
                }
                if wanted {
                    return Some(self.back_from(next));
                }
            }
        }
        None
    }

    fn back_from(&self, mut chase: ChaseId) -> Vec<Step> {
        let mut way = Vec::new();
        while let Some((before, step)) = self.from[chase.index()] {
            way.push(step);
            chase = before;
        }
        way.reverse();
        way
    }
}

/// States are `Mapped`, but with the number of a component in place of that of a chase.
impl<const W: usize> Problem for Stages<'_, W> {
    type State = Mapped<W>;
    type Action = Stage;

    fn start(&self) -> Mapped<W> {
        let start = self.problem.start();
        // Where the map shows that there is no plan, the start is dead and has no component.
        if self.problem.is_dead(&start) { start } else { self.enter(self.start, start.pellets) }
    }

    fn actions(&self, state: &Mapped<W>) -> impl Iterator<Item = Stage> {
        self.onward[state.chase.index()].iter().map(|&stage| Stage(stage))
    }

    fn result(&self, state: &Mapped<W>, next: Stage) -> Mapped<W> {
        self.enter(next.0, state.pellets)
    }

    fn is_goal(&self, state: &Mapped<W>) -> bool {
        state.pellets.is_empty()
    }

    fn is_dead(&self, state: &Mapped<W>) -> bool {
        let chase = self.member.get(state.chase.index()).copied().unwrap_or(ChaseId::FAILURE);
        self.problem.is_dead(&Mapped { chase, pellets: state.pellets })
    }
}

pub(super) struct StagePellets;

impl<const W: usize> Heuristic<Stages<'_, W>> for StagePellets {
    fn estimate(&self, _: &Stages<'_, W>, state: &Mapped<W>) -> Cost {
        state.pellets.len()
    }
}
