//! Transposition table with whole positions as keys, shared between threads without locks: a slot is three words,
//! the position combined with the content by exclusive or, so that a torn write never matches (Hyatt's lockless
//! hashing). Two slots a bucket; replacement: older generation first, then the smaller depth.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::reversi::discs::Discs;

/// Table entry: bounds on the value in discs, at which depth and selectivity, and the two best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) depth: u32,
    pub(super) selectivity: u8,
    pub(super) best: u8,
    pub(super) second: u8,
}

/// In place of a cell: none.
pub const NO_MOVE: u8 = 64;

impl Entry {
    pub(super) const NOTHING: Entry =
        Entry { lower: -64, upper: 64, depth: 0, selectivity: 0, best: NO_MOVE, second: NO_MOVE };

    #[inline]
    fn pack(self, generation: u8) -> u64 {
        let byte = |margin: i32| u64::from((margin as i8).cast_unsigned());
        byte(self.lower)
            | byte(self.upper) << 8
            | u64::from(self.depth as u8) << 16
            | u64::from(self.selectivity) << 24
            | u64::from(self.best) << 32
            | u64::from(self.second) << 40
            | u64::from(generation) << 48
    }

    #[inline]
    fn unpack(word: u64) -> Entry {
        let byte = |shift: u32| (word >> shift) as u8;
        Entry {
            lower: i32::from(byte(0).cast_signed()),
            upper: i32::from(byte(8).cast_signed()),
            depth: u32::from(byte(16)),
            selectivity: byte(24),
            best: byte(32),
            second: byte(40),
        }
    }
}

/// Words of a slot, and of a bucket of two slots: a bucket fills one line of the cache.
const SLOT: usize = 3;
const BUCKET: usize = 8;

#[derive(Debug)]
pub(super) struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Words before the first line of the cache.
    offset: usize,
    buckets: usize,
    /// Entries of another generation are ignored. Never 0, which marks an empty slot.
    generation: u8,
}

impl TranspositionTable {
    pub(super) fn new(mib: u32) -> TranspositionTable {
        let buckets = (((mib as usize) << 20) / (BUCKET * size_of::<AtomicU64>())).max(1);
        // Zeroed memory comes from the system when it is first touched, and collecting in place touches nothing.
        let words: Vec<AtomicU64> = vec![0u64; (buckets + 1) * BUCKET].into_iter().map(AtomicU64::new).collect();
        let offset = words.as_ptr().align_offset(64).min(BUCKET);
        TranspositionTable { words, offset, buckets, generation: 1 }
    }

    /// Forgets everything, in constant time except once in 255 calls.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
            self.generation = 1;
        }
    }

    #[inline]
    fn bucket<const SIZE: u32>(&self, discs: Discs<SIZE>) -> [&[AtomicU64]; 2] {
        let place = ((u128::from(hash(discs)) * self.buckets as u128) >> 64) as usize;
        let start = self.offset + place * BUCKET;
        let words = &self.words[start..start + 2 * SLOT];
        [&words[..SLOT], &words[SLOT..]]
    }

    /// Reads a word of the place of a position, so that several misses of the cache overlap.
    #[inline]
    pub(super) fn touch<const SIZE: u32>(&self, discs: Discs<SIZE>) -> u64 {
        self.bucket(discs)[0][2].load(Relaxed)
    }

    #[inline]
    pub(super) fn get<const SIZE: u32>(&self, discs: Discs<SIZE>) -> Option<Entry> {
        self.bucket(discs).into_iter().find_map(|slot| {
            let word = slot[2].load(Relaxed);
            let matches = slot[0].load(Relaxed) ^ word == discs.mover && slot[1].load(Relaxed) ^ word == discs.other;
            (matches && (word >> 48) as u8 == self.generation).then(|| Entry::unpack(word))
        })
    }

    #[inline]
    pub(super) fn store<const SIZE: u32>(&self, discs: Discs<SIZE>, entry: Entry) {
        let bucket = self.bucket(discs);
        let words = [0, 1].map(|slot: usize| bucket[slot][2].load(Relaxed));
        let matches = |slot: usize| {
            bucket[slot][0].load(Relaxed) ^ words[slot] == discs.mover
                && bucket[slot][1].load(Relaxed) ^ words[slot] == discs.other
        };
        let age_and_depth = |word: u64| ((word >> 48) as u8 == self.generation, (word >> 16) as u8);
        let slot = if matches(0) {
            0
        } else if matches(1) {
            1
        } else {
            usize::from(age_and_depth(words[1]) < age_and_depth(words[0]))
        };
        let word = entry.pack(self.generation);
        bucket[slot][0].store(discs.mover ^ word, Relaxed);
        bucket[slot][1].store(discs.other ^ word, Relaxed);
        bucket[slot][2].store(word, Relaxed);
    }
}

/// Folded multiplication: both halves of a 128-bit product.
#[inline]
pub(super) fn hash<const SIZE: u32>(discs: Discs<SIZE>) -> u64 {
    let product = u128::from(discs.mover ^ 0x9e37_79b9_7f4a_7c15) * u128::from(discs.other ^ 0xd1b5_4a32_d192_ed03);
    (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_until_cleared() {
        let mut table = TranspositionTable::new(1);
        let discs = Discs::<8> { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
        let entry = Entry { lower: -64, upper: 64, depth: 60, selectivity: 5, best: 63, second: NO_MOVE };
        assert_eq!(table.get(discs), None);
        table.store(discs, entry);
        assert_eq!(table.get(discs), Some(entry));
        assert_eq!(table.get(discs.passed()), None);
        for _ in 0..300 {
            table.clear();
            assert_eq!(table.get(discs), None);
        }
    }
}
