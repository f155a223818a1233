//! Breadth-first search under an upper bound, with layers cut down to a width: a beam search, and a proof as soon
//! as no layer was cut (breadth-first heuristic search, Zhou and Hansen).

use parlor_core::problem::UNREACHABLE;
use parlor_core::{Cost, Heuristic, Problem};

use super::limits::{PlanLimits, Progress};
use super::nodes::{Met, NodeId, Nodes};

/// Between looks at the clock.
const ROUND: u64 = 1 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamSearch<A> {
    /// Shorter than the upper bound. The first one met, so no shorter one has its way inside the beam.
    pub plan: Option<Vec<A>>,
    /// No layer was cut and no limit was met: without a plan there is none below the upper bound, and a plan is
    /// a shortest one.
    pub is_complete: bool,
    pub expanded: u64,
}

/// Orders the states of a layer. What an estimate needs of the past is carried from state to state, so that it
/// need not be computed afresh; `()` if it needs nothing.
pub trait Guide<P: Problem> {
    type Carried: Copy;
    fn at_start(&self, problem: &P, state: &P::State) -> Self::Carried;
    fn carry(&self, problem: &P, from: (&P::State, Self::Carried), to: &P::State) -> Self::Carried;
    /// The smaller the better. May overestimate.
    fn estimate(&self, problem: &P, state: &P::State, carried: Self::Carried) -> Cost;
}

/// Looks for a plan shorter than `upper`. `bound` must never overestimate; of a layer the `width` states stay that
/// `guide` estimates lowest.
pub fn beam<P: Problem>(
    problem: &P,
    bound: &impl Heuristic<P>,
    guide: &impl Guide<P>,
    width: usize,
    upper: Cost,
    limits: &PlanLimits,
    progress: &mut dyn FnMut(Progress),
) -> BeamSearch<P::Action> {
    let mut search = BeamSearch { plan: None, is_complete: true, expanded: 0 };
    let mut met = Nodes::new(limits.memory / 4 * 3);
    let start = problem.start();
    let mut layer = Vec::new();
    if problem.is_goal(&start) && upper > 0 && !problem.is_dead(&start) {
        search.plan = Some(Vec::new());
        return search;
    }
    let estimate = bound.estimate(problem, &start);
    if !problem.is_dead(&start) && estimate != UNREACHABLE && estimate < upper {
        let Ok(Met::New(id) | Met::Known(id)) = met.meet(&start, None) else {
            search.is_complete = false;
            return search;
        };
        layer.push((id, guide.at_start(problem, &start)));
    }
    for depth in 1..upper {
        // Candidates are gathered apart, so that what is cut takes no room in `met`.
        let mut candidates: Vec<(Cost, u32)> = Vec::new();
        // By place among the fresh ones.
        let mut notes = Vec::new();
        let mut fresh: Nodes<P::State, (NodeId, P::Action)> = Nodes::new(limits.memory / 4);
        for &(id, carried) in &layer {
            let state = met.state(id).clone();
            if search.expanded.is_multiple_of(ROUND) {
                progress(Progress { expanded: search.expanded, frontier: layer.len(), depth });
                if limits.is_over() || limits.nodes.is_some_and(|most| search.expanded >= most) {
                    search.is_complete = false;
                    return search;
                }
            }
            search.expanded += 1;
            for action in problem.actions(&state) {
                let next = problem.result(&state, action);
                if problem.is_dead(&next) || met.find(&next).is_some() {
                    continue;
                }
                if problem.is_goal(&next) {
                    let mut plan = met.path(id);
                    plan.push(action);
                    search.plan = Some(plan);
                    return search;
                }
                let estimate = bound.estimate(problem, &next);
                if estimate == UNREACHABLE || depth + estimate >= upper {
                    continue;
                }
                match fresh.meet_by(&next, (id, action)) {
                    Ok(Met::New(new)) => {
                        let carried = guide.carry(problem, (&state, carried), &next);
                        candidates.push((guide.estimate(problem, &next, carried), new.place()));
                        notes.push(carried);
                    }
                    Ok(Met::Known(_)) => (),
                    Err(_) => {
                        search.is_complete = false;
                        return search;
                    }
                }
            }
        }
        if candidates.is_empty() {
            return search;
        }
        if candidates.len() > width {
            search.is_complete = false;
            // Places break ties: deterministic.
            candidates.select_nth_unstable(width - 1);
            candidates.truncate(width);
            candidates.sort_unstable();
        }
        layer.clear();
        for (_, place) in candidates {
            let id = fresh.id_at(place as usize);
            let Some((parent, action)) = fresh.action(id) else { continue };
            match met.meet(fresh.state(id), Some((parent, action))) {
                Ok(Met::New(id) | Met::Known(id)) => layer.push((id, notes[place as usize])),
                Err(_) => {
                    search.is_complete = false;
                    return search;
                }
            }
        }
    }
    search
}
