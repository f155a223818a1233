//! Textbook breadth-first search: the first goal taken from the frontier is a nearest one.

use std::collections::VecDeque;

use parlor_core::{EngineInfo, Limits, Options, Plan, PlanStatus, Planner, PlannerEntry, Problem};

use super::limits::{Ending, MEMORY_MIB, PlanLimits, Progress, Search};
use super::nodes::{Met, Nodes};

/// Between looks at the clock.
const ROUND: u64 = 1 << 12;

/// A shortest plan. `progress` is called every few thousand expansions.
pub fn breadth_first<P: Problem>(
    problem: &P,
    start: &P::State,
    limits: &PlanLimits,
    progress: &mut dyn FnMut(Progress),
) -> Search<P::Action> {
    let mut nodes = Nodes::new(limits.memory);
    let mut frontier = VecDeque::new();
    let mut expanded = 0;
    let ended = |ending, expanded| Search { ending, expanded };
    if !problem.is_dead(start) {
        match nodes.meet(start, None) {
            Ok(Met::New(id) | Met::Known(id)) => frontier.push_back(id),
            Err(_) => return ended(Ending::OutOfBudget, expanded),
        }
    }
    while let Some(id) = frontier.pop_front() {
        let state = nodes.state(id).clone();
        if problem.is_goal(&state) {
            return ended(Ending::Plan(nodes.path(id)), expanded);
        }
        if expanded.is_multiple_of(ROUND) {
            progress(Progress { expanded, frontier: frontier.len(), depth: nodes.cost(id) });
            if limits.is_over() {
                return ended(Ending::OutOfBudget, expanded);
            }
        }
        if limits.nodes.is_some_and(|most| expanded >= most) {
            return ended(Ending::OutOfBudget, expanded);
        }
        expanded += 1;
        for action in problem.actions(&state) {
            let next = problem.result(&state, action);
            if problem.is_dead(&next) {
                continue;
            }
            match nodes.meet(&next, Some((id, action))) {
                Ok(Met::New(id)) => frontier.push_back(id),
                Ok(Met::Known(_)) => (),
                Err(_) => return ended(Ending::OutOfBudget, expanded),
            }
        }
    }
    ended(Ending::NoPlan, expanded)
}

/// The search as a planner: it reports one plan, a shortest.
#[derive(Clone, Copy, Debug)]
pub struct BreadthFirst {
    /// In bytes.
    pub memory: usize,
}

pub const INFO: EngineInfo = EngineInfo {
    name: "breadth-first",
    about: "looks at everything near before anything far; its plan is a shortest one",
    options: &[MEMORY_MIB],
};

pub fn entry<P: Problem>() -> PlannerEntry<P> {
    fn build<P: Problem>(options: &Options) -> Box<dyn Planner<P>> {
        Box::new(BreadthFirst { memory: (options.whole(&MEMORY_MIB) as usize) << 20 })
    }
    PlannerEntry { info: INFO, build }
}

impl<P: Problem> Planner<P> for BreadthFirst {
    fn plan(
        &mut self,
        problem: &P,
        start: &P::State,
        limits: &Limits,
        better: &mut dyn FnMut(Plan<P::Action>),
    ) -> PlanStatus {
        let search = breadth_first(problem, start, &PlanLimits::new(limits, self.memory), &mut |_| ());
        match search.ending {
            Ending::Plan(actions) => {
                let at_least = actions.len() as u32;
                better(Plan { actions, at_least, expanded: search.expanded });
                PlanStatus::Done
            }
            Ending::NoPlan => PlanStatus::NoPlan,
            Ending::OutOfBudget => PlanStatus::OutOfBudget,
        }
    }
}
