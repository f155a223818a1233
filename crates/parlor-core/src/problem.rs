//! A single-agent problem in the classic form (start, actions, result, goal), and who plans for it.

use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::{EngineInfo, Limits, Options};

/// A number of actions.
pub type Cost = u32;

/// The estimate of a state from which no goal can be reached.
pub const UNREACHABLE: Cost = Cost::MAX;

/// Every action costs one. Asks for no more than a search needs, so that a planner may break a problem down into
/// smaller ones that borrow from it; what the table needs besides is with [`PlayableProblem`](crate::PlayableProblem).
pub trait Problem {
    type State: Clone + Eq + Hash;
    type Action: Copy + PartialEq + Debug;

    fn start(&self) -> Self::State;

    /// Empty exactly at a goal and after a failure. The order is part of the problem: planners break ties by it.
    fn actions(&self, state: &Self::State) -> impl Iterator<Item = Self::Action>;

    fn result(&self, state: &Self::State, action: Self::Action) -> Self::State;

    fn is_goal(&self, state: &Self::State) -> bool;

    /// No goal can be reached from here: a planner may drop the state. `false` where that is not known.
    fn is_dead(&self, state: &Self::State) -> bool;
}

/// An estimate of the actions still needed, [`UNREACHABLE`] where no goal can be reached.
pub trait Heuristic<P: Problem>: Send + Sync {
    fn estimate(&self, problem: &P, state: &P::State) -> Cost;
}

/// Actions from the start to a goal, and what was learnt on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan<A> {
    pub actions: Vec<A>,
    /// No plan is shorter than this: proved.
    pub at_least: Cost,
    pub expanded: u64,
}

impl<A> Plan<A> {
    pub fn is_shortest(&self) -> bool {
        self.actions.len() <= self.at_least as usize
    }
}

/// How planning ended; the plans themselves were reported on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanStatus {
    /// The last plan reported is the method's final answer.
    Done,
    /// It is proved that there is no plan.
    NoPlan,
    /// A limit ended it; a plan may have been reported, a better one may exist.
    OutOfBudget,
}

pub trait Planner<P: Problem>: Send {
    /// Anytime: reports each shorter plan as it is found.
    fn plan(
        &mut self,
        problem: &P,
        start: &P::State,
        limits: &Limits,
        better: &mut dyn FnMut(Plan<P::Action>),
    ) -> PlanStatus;
}

/// One line of a problem's list of planners.
pub struct PlannerEntry<P> {
    pub info: EngineInfo,
    pub build: fn(&Options) -> Box<dyn Planner<P>>,
}

impl<P> Debug for PlannerEntry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info.fmt(f)
    }
}
