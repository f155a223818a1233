//! Single-agent search problems in the classic form (start, actions, result, goal), and planners for them.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::sync::Arc;

use crate::{EngineInfo, Limits, NoMoves, Options, Report, SearchTrace, TraceError};

/// Constructor of a planner, from validated options.
pub type PlannerBuilder<P> = Arc<dyn Fn(&Options) -> Box<dyn Planner<P>> + Send + Sync>;

/// A number of actions.
pub type Cost = u32;

/// Heuristic estimate of a state from which no goal can be reached.
pub const UNREACHABLE: Cost = Cost::MAX;

/// A single-agent search problem in which every action costs one. Requires only what a search needs, so that a
/// planner can build subproblems that borrow from it; [`PlayableProblem`](crate::PlayableProblem) adds the rest.
pub trait Problem {
    type State: Clone + Eq + Hash;
    type Action: Copy + PartialEq + Debug;

    fn start(&self) -> Self::State;

    /// Empty exactly at a goal and after a failure. Planners break ties by the order.
    fn actions(&self, state: &Self::State) -> impl Iterator<Item = Self::Action>;

    fn result(&self, state: &Self::State, action: Self::Action) -> Self::State;

    fn is_goal(&self, state: &Self::State) -> bool;

    /// Whether it is known that no goal can be reached from `state`, so that a planner may prune it.
    fn is_dead_end(&self, state: &Self::State) -> bool;
}

/// Estimate of the number of actions to a goal, [`UNREACHABLE`] where none can be reached.
pub trait Heuristic<P: Problem>: Send + Sync {
    fn estimate(&self, problem: &P, state: &P::State) -> Cost;
}

/// A search algorithm for problems.
pub trait Planner<P: Problem>: Send {
    /// Anytime search: reports each shorter plan as it is found, and at the end once more: the last report is
    /// the answer. A plan is the line of a report whose value is a proved win in as many plies; a shorter one
    /// may exist unless the value is exact. A proved loss: there is no plan.
    fn plan(
        &mut self,
        problem: &P,
        start: &P::State,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<P::Action>),
    ) -> Result<(), NoMoves>;

    /// Searches as [`plan`](Planner::plan) does, and records how. Planners that cannot be shown step by step leave this
    /// out.
    fn trace(
        &mut self,
        _problem: &P,
        _start: &P::State,
        _limits: &Limits,
        _trace: &SearchTrace<P::Action>,
    ) -> Result<(), TraceError> {
        Err(TraceError::NotTraceable)
    }
}

/// Entry in a problem's list of planners: its description and its constructor.
pub struct PlannerEntry<P> {
    pub info: EngineInfo,
    pub build: PlannerBuilder<P>,
}

impl<P: Problem> PlannerEntry<P> {
    pub fn new<R: Planner<P> + 'static>(
        info: EngineInfo,
        build: impl Fn(&Options) -> R + Send + Sync + 'static,
    ) -> PlannerEntry<P> {
        PlannerEntry { info, build: Arc::new(move |options| Box::new(build(options))) }
    }
}

impl<P> Debug for PlannerEntry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info.fmt(f)
    }
}
