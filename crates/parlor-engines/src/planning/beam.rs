//! Beam search: breadth-first search below an upper bound, with layers truncated to a width. It is a proof as long as no
//! layer was truncated (breadth-first heuristic search, Zhou and Hansen).

use parlor_core::problem::UNREACHABLE;
use parlor_core::{Cost, Heuristic, Problem};

use super::limits::PlanLimits;
use super::node_arena::{Inserted, NodeArena, NodeId};
use super::plan_report::PlanReport;

/// Expansions between two checks of the limits.
const CHECK_INTERVAL: u64 = 1 << 10;

/// Result of a beam search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamSearch<A> {
    /// A plan shorter than the upper bound: the first one found, so no plan inside the beam is shorter.
    pub plan: Option<Vec<A>>,
    /// Whether no layer was truncated and no limit reached. Then a plan is a shortest one, and without a plan there is
    /// none below the upper bound.
    pub is_complete: bool,
    pub expanded: u64,
}

/// Heuristic that orders the states of a layer. Its accumulator carries data from a state to its successors, so that
/// an estimate need not be computed from scratch; `()` if it needs none.
pub trait IncrementalHeuristic<P: Problem> {
    type Accumulator: Copy;
    fn initial(&self, problem: &P, state: &P::State) -> Self::Accumulator;
    fn update(&self, problem: &P, from: (&P::State, Self::Accumulator), to: &P::State) -> Self::Accumulator;
    /// The smaller the better. May overestimate.
    fn estimate(&self, problem: &P, state: &P::State, accumulator: Self::Accumulator) -> Cost;
}

/// Searches for a plan shorter than `upper`. `bound` must be admissible. Each layer keeps the `width` states with the
/// lowest estimate of `guide`.
pub fn beam<P: Problem>(
    problem: &P,
    bound: &impl Heuristic<P>,
    guide: &impl IncrementalHeuristic<P>,
    width: usize,
    upper: Cost,
    limits: &PlanLimits,
    on_progress: &mut dyn FnMut(PlanReport<P::Action>),
) -> BeamSearch<P::Action> {
    let start = problem.start();
    if problem.is_goal(&start) && upper > 0 && !problem.is_dead_end(&start) {
        return BeamSearch { plan: Some(Vec::new()), is_complete: true, expanded: 0 };
    }
    let nodes = NodeArena::new(limits.memory / 4 * 3);
    let mut search = Beam { problem, bound, guide, upper, limits, nodes, is_complete: true, expanded: 0 };
    let plan = search.run(&start, width, on_progress);
    let is_complete = search.is_complete && !matches!(plan, Err(Stopped));
    BeamSearch { plan: plan.ok().flatten(), is_complete, expanded: search.expanded }
}

/// A limit was reached.
struct Stopped;

/// The states of one layer, each with the guide's accumulator.
type Layer<A> = Vec<(NodeId, A)>;

/// A beam search in progress.
struct Beam<'a, P: Problem, B, I> {
    problem: &'a P,
    bound: &'a B,
    guide: &'a I,
    upper: Cost,
    limits: &'a PlanLimits,
    nodes: NodeArena<P::State, P::Action>,
    /// `false` once a layer was truncated.
    is_complete: bool,
    expanded: u64,
}

/// Successors of a layer before truncation, in an arena of their own, so that truncated states take no memory in the
/// main one.
struct Candidates<P: Problem, A> {
    /// The parent and the action of a state are stored as its action.
    arena: NodeArena<P::State, (NodeId, P::Action)>,
    /// By index in `arena`.
    accumulators: Vec<A>,
    /// Estimate and index in `arena`.
    ranked: Vec<(Cost, u32)>,
}

impl<P: Problem, B: Heuristic<P>, I: IncrementalHeuristic<P>> Beam<'_, P, B, I> {
    fn run(
        &mut self,
        start: &P::State,
        width: usize,
        on_progress: &mut dyn FnMut(PlanReport<P::Action>),
    ) -> Result<Option<Vec<P::Action>>, Stopped> {
        let mut layer = Vec::new();
        let estimate = self.bound.estimate(self.problem, start);
        if !self.problem.is_dead_end(start) && estimate != UNREACHABLE && estimate < self.upper {
            let id = self.nodes.insert(start, None).map_err(|_| Stopped)?.id();
            layer.push((id, self.guide.initial(self.problem, start)));
        }
        for depth in 1..self.upper {
            let mut candidates = Candidates {
                arena: NodeArena::new(self.limits.memory / 4),
                accumulators: Vec::new(),
                ranked: Vec::new(),
            };
            for &entry in &layer {
                self.check_limits(on_progress)?;
                if let Some(plan) = self.expand(entry, depth, &mut candidates)? {
                    return Ok(Some(plan));
                }
            }
            if candidates.ranked.is_empty() {
                break;
            }
            self.select(candidates, width, &mut layer)?;
        }
        Ok(None)
    }

    /// Reports progress and checks the limits, once per [`CHECK_INTERVAL`] expansions.
    fn check_limits(&self, on_progress: &mut dyn FnMut(PlanReport<P::Action>)) -> Result<(), Stopped> {
        if !self.expanded.is_multiple_of(CHECK_INTERVAL) {
            return Ok(());
        }
        on_progress(PlanReport { expanded: self.expanded, ..PlanReport::default() });
        let is_out_of_nodes = self.limits.nodes.is_some_and(|max| self.expanded >= max);
        if self.limits.is_over() || is_out_of_nodes { Err(Stopped) } else { Ok(()) }
    }

    /// Adds the successors of a state to the candidates; returns a plan if one of them is a goal.
    fn expand(
        &mut self,
        (id, accumulator): (NodeId, I::Accumulator),
        depth: Cost,
        candidates: &mut Candidates<P, I::Accumulator>,
    ) -> Result<Option<Vec<P::Action>>, Stopped> {
        let (problem, state) = (self.problem, self.nodes.state(id).clone());
        self.expanded += 1;
        for action in problem.actions(&state) {
            let next = problem.result(&state, action);
            if problem.is_dead_end(&next) || self.nodes.find(&next).is_some() {
                continue;
            }
            if problem.is_goal(&next) {
                let mut plan = self.nodes.path(id);
                plan.push(action);
                return Ok(Some(plan));
            }
            let estimate = self.bound.estimate(problem, &next);
            if estimate == UNREACHABLE || depth + estimate >= self.upper {
                continue;
            }
            let inserted = candidates.arena.insert_with_action(&next, (id, action)).map_err(|_| Stopped)?;
            if let Inserted::New(new) = inserted {
                let accumulator = self.guide.update(problem, (&state, accumulator), &next);
                candidates.ranked.push((self.guide.estimate(problem, &next, accumulator), new.index()));
                candidates.accumulators.push(accumulator);
            }
        }
        Ok(None)
    }

    /// Makes the best candidates the next layer.
    fn select(
        &mut self,
        candidates: Candidates<P, I::Accumulator>,
        width: usize,
        layer: &mut Layer<I::Accumulator>,
    ) -> Result<(), Stopped> {
        let Candidates { arena, accumulators, mut ranked } = candidates;
        if ranked.len() > width {
            self.is_complete = false;
            // Ties are broken by index, so the search is deterministic.
            ranked.select_nth_unstable(width - 1);
            ranked.truncate(width);
            ranked.sort_unstable();
        }
        layer.clear();
        for (_, index) in ranked {
            let candidate = arena.id_at(index as usize);
            let Some(step) = arena.action(candidate) else { continue };
            let id = self.nodes.insert(arena.state(candidate), Some(step)).map_err(|_| Stopped)?.id();
            layer.push((id, accumulators[index as usize]));
        }
        Ok(())
    }
}
