//! Limits of plan searches.

use std::time::Instant;

use parlor_core::{Limits, OptionSpec, Resource, StopFlag};

/// Memory limit of planners that store every state they reach.
pub const MEMORY_MIB: OptionSpec = OptionSpec::resource(
    Resource::Memory,
    "memory-mib",
    "maximum memory for the states in MiB, allocated as needed",
    1,
    1 << 16,
    1024,
);

/// [`Limits`] with a fixed deadline, so that nested searches share them, and with a memory limit.
#[derive(Clone, Debug)]
pub struct PlanLimits {
    pub deadline: Option<Instant>,
    /// Maximum number of expanded states.
    pub nodes: Option<u64>,
    /// Approximate maximum memory of the search, in bytes.
    pub memory: usize,
    pub stop: StopFlag,
}

impl PlanLimits {
    /// Starts the clock.
    pub fn new(limits: &Limits, memory: usize) -> PlanLimits {
        // A duration that overflows the clock counts as no limit.
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        PlanLimits { deadline, nodes: limits.nodes, memory, stop: limits.stop.clone() }
    }

    /// Whether the stop flag is raised or the deadline has passed. Reads the clock: call it every few hundred
    /// expansions, not for each.
    pub fn is_over(&self) -> bool {
        self.stop.is_raised() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same limits with a share of `part / of` of the remaining time.
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
