//! What ends a plan search early, and what it says on the way and at the end.

use std::time::Instant;

use parlor_core::{Limits, OptionKind, OptionSpec, StopFlag};

/// For planners that keep every state they met.
pub const MEMORY_MIB: OptionSpec = OptionSpec {
    name: "memory-mib",
    about: "memory for the states met, in MiB; taken as it is needed",
    kind: OptionKind::Whole { min: 1, max: 1 << 16, default: 1024 },
};

/// [`Limits`] with the clock running, so that searches within a search share them, and with a bound on memory.
#[derive(Clone, Debug)]
pub struct PlanLimits {
    pub deadline: Option<Instant>,
    /// States expanded.
    pub nodes: Option<u64>,
    /// Bytes held by the search, roughly.
    pub memory: usize,
    pub stop: StopFlag,
}

impl PlanLimits {
    /// The clock runs from here.
    pub fn new(limits: &Limits, memory: usize) -> PlanLimits {
        // A time too long for the clock is no limit.
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        PlanLimits { deadline, nodes: limits.nodes, memory, stop: limits.stop.clone() }
    }

    /// Looks at the clock: for every few hundred expansions, not for each.
    pub fn is_over(&self) -> bool {
        self.stop.is_raised() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same limits, but only this share of the time that is left.
    #[must_use]
    pub fn share(&self, part: u32, of: u32) -> PlanLimits {
        let now = Instant::now();
        let share = |deadline: Instant| now + deadline.saturating_duration_since(now) / of * part;
        PlanLimits { deadline: self.deadline.map(share), ..self.clone() }
    }

    #[must_use]
    pub fn with_memory(&self, memory: usize) -> PlanLimits {
        PlanLimits { memory, ..self.clone() }
    }

    #[must_use]
    pub fn with_nodes(&self, nodes: Option<u64>) -> PlanLimits {
        PlanLimits { nodes, ..self.clone() }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending<A> {
    Plan(Vec<A>),
    /// Every state that can be reached was looked at.
    NoPlan,
    /// Time, nodes, memory or a raised flag.
    OutOfBudget,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search<A> {
    pub ending: Ending<A>,
    pub expanded: u64,
}

/// Handed to the progress callback now and then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub expanded: u64,
    /// States that wait to be expanded.
    pub frontier: usize,
    /// Steps or estimate of the state just expanded, whichever orders the search.
    pub depth: u32,
}
