//! Textbook best-first searches: greedy best-first search (ordered by estimate) and A* (by cost plus estimate).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use parlor_core::problem::UNREACHABLE;
use parlor_core::{Cost, Heuristic, PopResult, Problem, SearchObserver, SkipReason, TraceEvent, TraceStep};

use super::limits::PlanLimits;
use super::node_arena::{Inserted, NodeArena};
use super::plan_report::PlanReport;

/// Expansions between two checks of the limits.
const CHECK_INTERVAL: u64 = 1 << 8;

/// Order in which a best-first search expands states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BestFirstOrder {
    /// By estimate: greedy best-first search.
    Greedy,
    /// By cost plus estimate: A*.
    AStar,
}

/// Greedy best-first search: expands the state with the lowest estimate; among equals the one generated first.
pub fn greedy_best_first<P: Problem>(
    problem: &P,
    start: &P::State,
    h: &impl Heuristic<P>,
    limits: &PlanLimits,
    on_progress: &mut dyn FnMut(PlanReport<P::Action>),
) -> PlanReport<P::Action> {
    best_first(problem, start, h, BestFirstOrder::Greedy, limits, on_progress, ())
}

/// A*: expands the state with the lowest cost plus estimate; among equals the one with the lowest estimate, then the
/// one generated first. The plan is a shortest one if `h` is admissible.
pub fn a_star<P: Problem>(
    problem: &P,
    start: &P::State,
    h: &impl Heuristic<P>,
    limits: &PlanLimits,
    on_progress: &mut dyn FnMut(PlanReport<P::Action>),
) -> PlanReport<P::Action> {
    best_first(problem, start, h, BestFirstOrder::AStar, limits, on_progress, ())
}

/// Best-first search with an observer; `()` observes nothing. The bounds that A* reports while it runs hold
/// if `h` is admissible; a plan comes without one.
pub fn best_first<P: Problem>(
    problem: &P,
    start: &P::State,
    h: &impl Heuristic<P>,
    order: BestFirstOrder,
    limits: &PlanLimits,
    on_progress: &mut dyn FnMut(PlanReport<P::Action>),
    observer: impl SearchObserver<P::Action>,
) -> PlanReport<P::Action> {
    let uses_cost = order == BestFirstOrder::AStar;
    // The remaining quarter is for the entries of the frontier.
    let mut nodes = NodeArena::new(limits.memory / 4 * 3);
    let mut frontier = BinaryHeap::new();
    let mut expanded = 0;
    let mut pushed = 0_u64;
    let priority = |cost: Cost, estimate: Cost| match estimate {
        UNREACHABLE => None,
        _ if uses_cost => Some((cost.saturating_add(estimate), estimate)),
        _ => Some((estimate, 0)),
    };
    let push = |node: u32, from: Option<TraceStep<P::Action>>, cost, estimate, (first, second)| TraceEvent::Push {
        node,
        from,
        cost,
        estimate: Some(estimate),
        rank: [first, second],
    };
    let unfinished = |expanded| PlanReport { expanded, ..PlanReport::default() };
    let estimate = if problem.is_dead_end(start) { UNREACHABLE } else { h.estimate(problem, start) };
    if let Some(rank) = priority(0, estimate) {
        match nodes.insert(start, None) {
            Ok(inserted) => {
                observer.record(|| push(inserted.id().index(), None, 0, estimate, rank));
                frontier.push(Reverse((rank, pushed, inserted.id(), 0)));
            }
            Err(_) => return unfinished(expanded),
        }
    }
    while let Some(Reverse((first, _, id, cost))) = frontier.pop() {
        if cost != nodes.cost(id) {
            // Stale entry: a cheaper path to this state was found later.
            observer.record(|| TraceEvent::Pop { node: id.index(), result: PopResult::Stale });
            continue;
        }
        let state = nodes.state(id).clone();
        if problem.is_goal(&state) {
            observer.record(|| TraceEvent::Pop { node: id.index(), result: PopResult::Goal });
            return PlanReport { plan: Some(nodes.path(id)), ..unfinished(expanded) };
        }
        if expanded.is_multiple_of(CHECK_INTERVAL) {
            on_progress(PlanReport { at_least: if uses_cost { first.0 } else { 0 }, ..unfinished(expanded) });
            let frontier_bytes = frontier.capacity() * size_of::<((Cost, Cost), u64, u64)>();
            if limits.is_over() || frontier_bytes > limits.memory / 4 {
                return unfinished(expanded);
            }
        }
        if limits.nodes.is_some_and(|max| expanded >= max) {
            return unfinished(expanded);
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
            let child = match nodes.insert(&next, Some((id, action))) {
                Ok(Inserted::New(child)) => child,
                Ok(Inserted::Existing(child)) if uses_cost && cost + 1 < nodes.cost(child) => {
                    nodes.set_parent(child, id, action);
                    child
                }
                Ok(Inserted::Existing(_)) => {
                    observer.record(|| TraceEvent::Skip { from: step(), reason: SkipReason::Known });
                    continue;
                }
                Err(_) => return unfinished(expanded),
            };
            let estimate = h.estimate(problem, &next);
            if let Some(rank) = priority(cost + 1, estimate) {
                pushed += 1;
                observer.record(|| push(child.index(), Some(step()), cost + 1, estimate, rank));
                frontier.push(Reverse((rank, pushed, child, cost + 1)));
            } else {
                observer.record(|| TraceEvent::Skip { from: step(), reason: SkipReason::DeadEnd });
            }
        }
    }
    PlanReport::unsolvable(expanded)
}
