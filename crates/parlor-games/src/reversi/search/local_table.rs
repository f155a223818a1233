//! A small table of exact bounds for one thread, near the leaves of the endgame. It stays in the second-level cache,
//! where a look-up costs a fraction of one in the shared table; replacement: always.

use super::table::hash;
use crate::reversi::discs::Discs;

const SLOTS: usize = 1 << 13;

#[derive(Clone, Copy, Debug)]
pub(super) struct LocalEntry {
    mover: u64,
    other: u64,
    lower: i8,
    pub(super) upper: i8,
    pub(super) best: u8,
}

pub(super) const EMPTY: LocalEntry = LocalEntry { mover: 0, other: 0, lower: -64, upper: 64, best: 64 };

impl LocalEntry {
    /// The bound that tells whether the margin is above `alpha`, if one does.
    #[inline]
    pub(super) fn deciding(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha { Some(lower) } else { (upper <= alpha).then_some(upper) }
    }
}

#[derive(Debug)]
pub(super) struct LocalTable {
    entries: Box<[LocalEntry; SLOTS]>,
    /// A byte of the hash of each entry. They stay in the first-level cache, and most look-ups end there.
    tags: Box<[u8; SLOTS]>,
}

fn boxed<T: Clone>(value: T) -> Box<[T; SLOTS]> {
    let slots = vec![value; SLOTS].into_boxed_slice();
    slots.try_into().unwrap_or_else(|_| unreachable!("it has that length"))
}

impl LocalTable {
    pub(super) fn new() -> LocalTable {
        LocalTable { entries: boxed(EMPTY), tags: boxed(0) }
    }

    /// Bounds stay true, but the order of moves would depend on what was searched before.
    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    #[inline]
    fn slot_and_tag<const SIZE: u32>(discs: Discs<SIZE>) -> (usize, u8) {
        let hash = hash(discs);
        ((hash >> 40) as usize % SLOTS, (hash >> 24) as u8)
    }

    /// The entry of a position; an empty one if the table does not contain it.
    #[inline]
    pub(super) fn get<const SIZE: u32>(&self, discs: Discs<SIZE>) -> LocalEntry {
        let (slot, tag) = Self::slot_and_tag(discs);
        if self.tags[slot] != tag {
            return EMPTY;
        }
        let entry = self.entries[slot];
        if entry.mover == discs.mover && entry.other == discs.other { entry } else { EMPTY }
    }

    /// Stores what a search with a null window above `alpha` has found, and the best move.
    #[inline]
    pub(super) fn store<const SIZE: u32>(&mut self, discs: Discs<SIZE>, found: i32, alpha: i32, best: u8) {
        let (slot, tag) = Self::slot_and_tag(discs);
        let (lower, upper) = if found > alpha { (found as i8, 64) } else { (-64, found as i8) };
        self.tags[slot] = tag;
        self.entries[slot] = LocalEntry { mover: discs.mover, other: discs.other, lower, upper, best };
    }
}
