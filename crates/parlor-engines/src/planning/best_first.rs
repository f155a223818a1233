//! Textbook best-first searches: greedy on the estimate alone, and A* on cost plus estimate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use parlor_core::problem::UNREACHABLE;
use parlor_core::{Cost, Heuristic, Problem};

use super::limits::{Ending, PlanLimits, Progress, Search};
use super::nodes::{Met, Nodes};

/// Between looks at the clock.
const ROUND: u64 = 1 << 8;

/// Always expands a state with the least estimate, of equals the one met first.
pub fn greedy_best_first<P: Problem>(
    problem: &P,
    start: &P::State,
    h: &impl Heuristic<P>,
    limits: &PlanLimits,
    progress: &mut dyn FnMut(Progress),
) -> Search<P::Action> {
    best_first(problem, start, h, false, limits, progress)
}

/// Always expands a state with the least cost plus estimate; of equals the one with the least estimate, then
/// the one met first. The plan is shortest if `h` never overestimates.
pub fn a_star<P: Problem>(
    problem: &P,
    start: &P::State,
    h: &impl Heuristic<P>,
    limits: &PlanLimits,
    progress: &mut dyn FnMut(Progress),
) -> Search<P::Action> {
    best_first(problem, start, h, true, limits, progress)
}

fn best_first<P: Problem>(
    problem: &P,
    start: &P::State,
    h: &impl Heuristic<P>,
    counts_cost: bool,
    limits: &PlanLimits,
    progress: &mut dyn FnMut(Progress),
) -> Search<P::Action> {
    // An entry of the frontier takes about this much memory besides its node.
    let mut nodes = Nodes::new(limits.memory / 4 * 3);
    let mut frontier = BinaryHeap::new();
    let mut expanded = 0;
    let mut order = 0_u64;
    let priority = |cost: Cost, estimate: Cost| match estimate {
        UNREACHABLE => None,
        _ if counts_cost => Some((cost.saturating_add(estimate), estimate)),
        _ => Some((estimate, 0)),
    };
    let ended = |ending, expanded| Search { ending, expanded };
    if !problem.is_dead(start)
        && let Some(first) = priority(0, h.estimate(problem, start))
    {
        match nodes.meet(start, None) {
            Ok(Met::New(id) | Met::Known(id)) => frontier.push(Reverse((first, order, id, 0))),
            Err(_) => return ended(Ending::OutOfBudget, expanded),
        }
    }
    while let Some(Reverse((first, _, id, cost))) = frontier.pop() {
        if cost != nodes.cost(id) {
            // A cheaper way to this state was found after this entry was made.
            continue;
        }
        let state = nodes.state(id).clone();
        if problem.is_goal(&state) {
            return ended(Ending::Plan(nodes.path(id)), expanded);
        }
        if expanded.is_multiple_of(ROUND) {
            progress(Progress { expanded, frontier: frontier.len(), depth: first.0 });
            let frontier_bytes = frontier.capacity() * size_of::<((Cost, Cost), u64, u64)>();
            if limits.is_over() || frontier_bytes > limits.memory / 4 {
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
            let child = match nodes.meet(&next, Some((id, action))) {
                Ok(Met::New(child)) => child,
                Ok(Met::Known(child)) if counts_cost && cost + 1 < nodes.cost(child) => {
                    nodes.reroute(child, id, action);
                    child
                }
                Ok(Met::Known(_)) => continue,
                Err(_) => return ended(Ending::OutOfBudget, expanded),
            };
            if let Some(rank) = priority(cost + 1, h.estimate(problem, &next)) {
                order += 1;
                frontier.push(Reverse((rank, order, child, cost + 1)));
            }
        }
    }
    ended(Ending::NoPlan, expanded)
}
