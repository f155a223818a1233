//! Positions that the threads of a search are at, so that they spread over the tree (simplified ABDADA). A hash collision
//! or a lost mark duplicates some work; it never changes a score.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// Lossy concurrent set of position keys other than 0, one key per slot.
#[derive(Debug)]
pub(crate) struct InProgress(Box<[AtomicU64]>);

impl Default for InProgress {
    fn default() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect())
    }
}

impl InProgress {
    /// Not every game mixes its keys.
    fn slot(&self, key: u64) -> &AtomicU64 {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52;
        &self.0[hash as usize % SLOTS]
    }

    pub(crate) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Called when a worker starts searching the position; replaces the key of another position in the slot.
    pub(crate) fn insert(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// Called when a worker has finished the position, whose slot another position may have taken meanwhile.
    pub(crate) fn remove(&self, key: u64) {
        let _ = self.slot(key).compare_exchange(key, 0, Relaxed, Relaxed);
    }

    /// Forgets marks that an abandoned search left.
    pub(crate) fn clear(&self) {
        self.0.iter().for_each(|slot| slot.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_took_the_slot_of_another_outlasts_it() {
        let marks = InProgress::default();
        let other = (2..u64::MAX).find(|key| std::ptr::eq(marks.slot(*key), marks.slot(1))).unwrap();
        marks.insert(1);
        marks.insert(other);
        marks.remove(1);
        assert_eq!([1, other].map(|key| marks.contains(key)), [false, true]);
        marks.remove(other);
        assert!(!marks.contains(other));
        marks.insert(other);
        marks.clear();
        assert!(!marks.contains(other));
    }
}
