//! Positions that a thread is searching right now, so that others take another move first and come back to them
//! later (simplified ABDADA). Lost or stale marks cost time, never correctness.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

#[derive(Debug)]
pub(super) struct InProgress(Vec<AtomicU64>);

impl InProgress {
    pub(super) fn new() -> InProgress {
        InProgress((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> 52) as usize % SLOTS]
    }

    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    pub(super) fn insert(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    pub(super) fn remove(&self, key: u64) {
        // Another position may have taken the slot meanwhile.
        let _ = self.slot(key).compare_exchange(key, 0, Relaxed, Relaxed);
    }

    pub(super) fn clear(&self) {
        self.0.iter().for_each(|slot| slot.store(0, Relaxed));
    }
}
