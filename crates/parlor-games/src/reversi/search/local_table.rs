//! A small table of exact bounds for one thread, near the leaves of the endgame. It stays in the second-level cache,
//! where a look-up costs a fraction of one in the shared table; replacement: always.

use super::table::hash;
use crate::reversi::discs::Discs;

const SLOTS: usize = 1 << 13;

#[derive(Clone, Copy, Debug)]
pub(super) struct LocalEntry {
    mover: u64,
    other: u64,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: u8,
}

pub(super) const EMPTY: LocalEntry = LocalEntry { mover: 0, other: 0, lower: -64, upper: 64, best: 64 };

#[derive(Debug)]
pub(super) struct LocalTable(Box<[LocalEntry; SLOTS]>);

impl LocalTable {
    pub(super) fn new() -> LocalTable {
        let slots = vec![EMPTY; SLOTS].into_boxed_slice();
        LocalTable(slots.try_into().unwrap_or_else(|_| unreachable!("it has that length")))
    }

    /// Bounds stay true, but the order of moves would depend on what was searched before.
    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    #[inline]
    fn slot<const SIZE: u32>(discs: Discs<SIZE>) -> usize {
        (hash(discs) >> 40) as usize % SLOTS
    }

    /// The entry of a position; an empty one if the table does not contain it.
    #[inline]
    pub(super) fn get<const SIZE: u32>(&self, discs: Discs<SIZE>) -> LocalEntry {
        let entry = self.0[Self::slot(discs)];
        if entry.mover == discs.mover && entry.other == discs.other { entry } else { EMPTY }
    }

    #[inline]
    pub(super) fn store<const SIZE: u32>(&mut self, discs: Discs<SIZE>, lower: i32, upper: i32, best: u8) {
        self.0[Self::slot(discs)] =
            LocalEntry { mover: discs.mover, other: discs.other, lower: lower as i8, upper: upper as i8, best };
    }
}
