//! [`PlanReport`]: what a plan search has found, while it runs and when it ends.

use parlor_core::problem::UNREACHABLE;
use parlor_core::{Cost, Report, Score, SearchObserver, SearchTrace, TraceEvent, Value};

/// What a plan search has found so far: the shortest plan, a proven bound, and the work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanReport<A> {
    pub plan: Option<Vec<A>>,
    /// Proven: no plan is shorter. [`UNREACHABLE`] if there is none.
    pub at_least: Cost,
    /// States expanded.
    pub expanded: u64,
}

impl<A> Default for PlanReport<A> {
    fn default() -> PlanReport<A> {
        PlanReport { plan: None, at_least: 0, expanded: 0 }
    }
}

impl<A> PlanReport<A> {
    /// Report of a search that went through all states without a plan.
    pub fn unsolvable(expanded: u64) -> PlanReport<A> {
        PlanReport { plan: None, at_least: UNREACHABLE, expanded }
    }

    fn length(&self) -> Option<Cost> {
        self.plan.as_ref().map(|plan| plan.len() as Cost)
    }

    /// Whether the plan is proven to be a shortest one.
    pub fn is_optimal(&self) -> bool {
        self.length().is_some_and(|length| length <= self.at_least)
    }

    /// Whether it is proven that there is no plan.
    pub fn is_unsolvable(&self) -> bool {
        self.plan.is_none() && self.at_least == UNREACHABLE
    }

    /// Whether nothing is left to find out.
    pub fn is_proved(&self) -> bool {
        self.is_optimal() || self.is_unsolvable()
    }

    /// Records a proof that no plan is shorter than this one; without a plan, that there is none.
    #[must_use]
    pub fn proved(self) -> PlanReport<A> {
        PlanReport { at_least: self.length().unwrap_or(UNREACHABLE), ..self }
    }

    /// A plan counts as a win in so many plies, and the bound as the quickest win that is left.
    fn value(&self) -> Value {
        let at_most = if self.is_unsolvable() { Score::loss_in(u32::MAX) } else { Score::win_in(self.at_least) };
        let found = self.length().map_or(Value::estimate(Score::DRAW), |length| Value::exact(Score::win_in(length)));
        Value { at_most, ..found }
    }
}

impl<A: Copy> PlanReport<A> {
    /// This as the report of a planner, which names an action in any case: `first` if there is no plan.
    pub fn report(self, first: A) -> Report<A> {
        let (value, depth, nodes) = (self.value(), self.length().unwrap_or(0), self.expanded);
        let line = self.plan.filter(|plan| !plan.is_empty()).unwrap_or_else(|| vec![first]);
        Report { best: line[0], value, line, depth, nodes }
    }

    /// Ends the trace of a search with the report of its plan.
    pub fn record(&self, trace: &SearchTrace<A>) {
        let Some(depth) = self.length() else { return };
        let value = Value::exact(Score::win_in(depth)).into();
        trace.record(|| TraceEvent::Report { depth, nodes: self.expanded, value });
    }
}
