//! Set of the positions that worker threads are searching, so that they spread over the tree (simplified ABDADA).
//! A hash collision or a race duplicates some work; it never changes a score.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// Lossy concurrent set of position keys, one key per slot.
#[derive(Debug)]
pub(super) struct InProgress(Box<[AtomicU64]>);

impl Default for InProgress {
    fn default() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect())
    }
}

impl InProgress {
    fn slot(&self, key: u64) -> &AtomicU64 {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52;
        &self.0[hash as usize % SLOTS]
    }

    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Called when a worker starts searching the position; replaces the key of another position in the slot.
    pub(super) fn insert(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// Called when a worker has finished the position.
    pub(super) fn remove(&self, key: u64) {
        let slot = self.slot(key);
        if slot.load(Relaxed) == key {
            slot.store(0, Relaxed);
        }
    }
}
