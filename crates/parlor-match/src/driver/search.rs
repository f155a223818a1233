//! [`SearchId`]: which search an update belongs to.

use std::sync::atomic::{AtomicU64, Ordering};

/// Identifies a search; later ones have greater ids, in the whole process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SearchId(pub(super) u64);

impl SearchId {
    pub(super) fn new() -> SearchId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        SearchId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
