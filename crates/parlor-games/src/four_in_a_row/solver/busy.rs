//! What the workers of a parallel search are at, so that they spread out ("simplified ABDADA"). A collision or a race
//! costs some work done twice, never a wrong score.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// The positions being searched by somebody.
#[derive(Debug)]
pub(super) struct Busy(Box<[AtomicU64]>);

impl Default for Busy {
    fn default() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect())
    }
}

impl Busy {
    fn slot(&self, key: u64) -> &AtomicU64 {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52;
        &self.0[hash as usize % SLOTS]
    }

    /// Whether somebody is searching this position.
    pub(super) fn has(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Somebody starts searching this position.
    pub(super) fn begin(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// Somebody is done with this position.
    pub(super) fn end(&self, key: u64) {
        let slot = self.slot(key);
        if slot.load(Relaxed) == key {
            slot.store(0, Relaxed);
        }
    }
}
