//! Who may end a search: nobody, or its budget and the other workers.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parlor_engines::Budget;

use super::busy::Busy;

pub(super) trait Watch {
    /// Whether a search can end early at all; where not, the checks are compiled away.
    const MAY_END: bool;

    /// Counts one position; `false` when the search is to end, and from then on.
    fn enter(&mut self) -> bool;
    fn has_ended(&self) -> bool;
    fn nodes(&self) -> u64;
    /// What the other workers are at.
    fn busy(&self) -> Option<&Busy>;
}

/// Goes on until the answer is found.
#[derive(Default)]
pub(super) struct Nobody {
    nodes: u64,
}

impl Watch for Nobody {
    const MAY_END: bool = false;

    #[inline]
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        true
    }

    fn has_ended(&self) -> bool {
        false
    }

    #[inline]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline]
    fn busy(&self) -> Option<&Busy> {
        None
    }
}

/// Ends when the budget is spent or somebody else has found the answer.
pub(super) struct Watched<'a> {
    pub(super) budget: &'a mut Budget,
    pub(super) is_found: Option<&'a AtomicBool>,
    pub(super) busy: Option<&'a Busy>,
    has_ended: bool,
}

impl<'a> Watched<'a> {
    pub(super) fn by(budget: &'a mut Budget) -> Watched<'a> {
        Watched { budget, is_found: None, busy: None, has_ended: false }
    }
}

impl Watch for Watched<'_> {
    const MAY_END: bool = true;

    #[inline]
    fn enter(&mut self) -> bool {
        let is_found = self.is_found.is_some_and(|flag| flag.load(Relaxed));
        self.has_ended |= is_found || !self.budget.spend();
        !self.has_ended
    }

    #[inline]
    fn has_ended(&self) -> bool {
        self.has_ended
    }

    #[inline]
    fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    #[inline]
    fn busy(&self) -> Option<&Busy> {
        self.busy
    }
}
