//! Textbook breadth-first search. The first goal taken from the frontier is a nearest one.

use std::collections::VecDeque;

use parlor_core::{
    EngineInfo, Limits, NoMoves, OptionSpec, Planner, PlannerEntry, PopResult, Problem, Report, SearchObserver,
    SearchTrace, SkipReason, TraceError, TraceEvent, TraceStep,
};

use super::limits::{MEMORY_MIB, PlanLimits};
use super::node_arena::{Inserted, NodeArena};
use super::plan_report::PlanReport;

/// Expansions between two checks of the limits.
const CHECK_INTERVAL: u64 = 1 << 12;

/// Finds a shortest plan. Calls `on_progress` every few thousand expansions.
pub fn breadth_first<P: Problem>(
    problem: &P,
    start: &P::State,
    limits: &PlanLimits,
    on_progress: &mut dyn FnMut(PlanReport<P::Action>),
) -> PlanReport<P::Action> {
    breadth_first_observed(problem, start, limits, on_progress, ())
}

fn breadth_first_observed<P: Problem>(
    problem: &P,
    start: &P::State,
    limits: &PlanLimits,
    on_progress: &mut dyn FnMut(PlanReport<P::Action>),
    observer: impl SearchObserver<P::Action>,
) -> PlanReport<P::Action> {
    let push = |node: u32, from: Option<TraceStep<P::Action>>, cost| TraceEvent::Push {
        node,
        from,
        cost,
        estimate: None,
        rank: [0, 0],
    };
    let mut nodes = NodeArena::new(limits.memory);
    let mut frontier = VecDeque::new();
    let mut expanded = 0;
    let unfinished = |at_least, expanded| PlanReport { plan: None, at_least, expanded };
    if !problem.is_dead_end(start) {
        match nodes.insert(start, None) {
            Ok(inserted) => {
                observer.record(|| push(inserted.id().index(), None, 0));
                frontier.push_back(inserted.id());
            }
            Err(_) => return unfinished(0, expanded),
        }
    }
    while let Some(id) = frontier.pop_front() {
        let (state, cost) = (nodes.state(id).clone(), nodes.cost(id));
        if problem.is_goal(&state) {
            observer.record(|| TraceEvent::Pop { node: id.index(), result: PopResult::Goal });
            return PlanReport { plan: Some(nodes.path(id)), at_least: cost, expanded };
        }
        if expanded.is_multiple_of(CHECK_INTERVAL) {
            on_progress(unfinished(cost, expanded));
            if limits.is_over() {
                return unfinished(cost, expanded);
            }
        }
        if limits.nodes.is_some_and(|max| expanded >= max) {
            return unfinished(cost, expanded);
        }
        expanded += 1;
        observer.record(|| TraceEvent::Pop { node: id.index(), result: PopResult::Expanded });
        for action in problem.actions(&state) {
            let next = problem.result(&state, action);
            let step = || TraceStep { node: id.index(), m: action };
            if problem.is_dead_end(&next) {
                observer.record(|| TraceEvent::Skip { from: step(), reason: SkipReason::DeadEnd });
                continue;
            }
            match nodes.insert(&next, Some((id, action))) {
                Ok(Inserted::New(child)) => {
                    observer.record(|| push(child.index(), Some(step()), nodes.cost(child)));
                    frontier.push_back(child);
                }
                Ok(Inserted::Existing(_)) => {
                    observer.record(|| TraceEvent::Skip { from: step(), reason: SkipReason::Known });
                }
                Err(_) => return unfinished(cost, expanded),
            }
        }
    }
    PlanReport::unsolvable(expanded)
}

/// Planner that reports one plan, a shortest one.
#[derive(Clone, Copy, Debug)]
pub struct BreadthFirst {
    /// Memory limit in bytes.
    pub memory: usize,
}

const OPTIONS: &[OptionSpec] = &[MEMORY_MIB];

pub const INFO: EngineInfo = EngineInfo::new("breadth-first", "breadth-first search; finds a shortest plan", OPTIONS);

pub fn entry<P: Problem>() -> PlannerEntry<P> {
    PlannerEntry::new(INFO, |options| BreadthFirst { memory: (options.integer(&MEMORY_MIB) as usize) << 20 })
}

impl<P: Problem> Planner<P> for BreadthFirst {
    fn plan(
        &mut self,
        problem: &P,
        start: &P::State,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<P::Action>),
    ) -> Result<(), NoMoves> {
        let first = problem.actions(start).next().ok_or(NoMoves)?;
        on_report(breadth_first(problem, start, &PlanLimits::new(limits, self.memory), &mut |_| ()).report(first));
        Ok(())
    }

    fn trace(
        &mut self,
        problem: &P,
        start: &P::State,
        limits: &Limits,
        trace: &SearchTrace<P::Action>,
    ) -> Result<(), TraceError> {
        let limits = PlanLimits::new(limits, self.memory);
        breadth_first_observed(problem, start, &limits, &mut |_| (), trace).record(trace);
        Ok(())
    }
}
