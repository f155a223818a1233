//! Node counting and early termination of a search, chosen at compile time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parlor_engines::Budget;

use crate::in_progress::InProgress;

/// Counts the nodes of one worker's search and decides when it stops.
pub(super) trait SearchControl {
    /// Whether the search can stop early; where it cannot, the checks are compiled away.
    const CAN_STOP: bool;

    /// Counts one node; `false` once the search has to stop.
    fn enter_node(&mut self) -> bool;
    fn is_stopped(&self) -> bool;
    fn nodes(&self) -> u64;
    /// The positions that the workers of a parallel search are at.
    fn in_progress(&self) -> Option<&InProgress>;
}

/// Control of a search that runs to its end.
#[derive(Default)]
pub(super) struct Unlimited {
    nodes: u64,
}

impl SearchControl for Unlimited {
    const CAN_STOP: bool = false;

    #[inline]
    fn enter_node(&mut self) -> bool {
        self.nodes += 1;
        true
    }

    fn is_stopped(&self) -> bool {
        false
    }

    #[inline]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline]
    fn in_progress(&self) -> Option<&InProgress> {
        None
    }
}

/// Control of a search that stops when its budget is spent or another worker has found the result.
pub(super) struct Limited<'a> {
    pub(super) budget: &'a mut Budget,
    /// Raised by the first worker that finds the result.
    pub(super) is_found: Option<&'a AtomicBool>,
    pub(super) in_progress: Option<&'a InProgress>,
    is_stopped: bool,
}

impl<'a> Limited<'a> {
    pub(super) fn new(budget: &'a mut Budget) -> Limited<'a> {
        Limited { budget, is_found: None, in_progress: None, is_stopped: false }
    }
}

impl SearchControl for Limited<'_> {
    const CAN_STOP: bool = true;

    #[inline]
    fn enter_node(&mut self) -> bool {
        let is_found = self.is_found.is_some_and(|flag| flag.load(Relaxed));
        self.is_stopped |= is_found || !self.budget.spend();
        !self.is_stopped
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    #[inline]
    fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    #[inline]
    fn in_progress(&self) -> Option<&InProgress> {
        self.in_progress
    }
}
