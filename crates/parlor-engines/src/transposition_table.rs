//! Transposition table that stores whole positions, because equal keys do not prove equal positions. Memory is
//! allocated in chunks as the table fills, so neither building an engine nor a short search waits for it. Clearing
//! only starts a new generation.

use parlor_core::{Game, Keyed};

/// Data stored for a position.
pub trait TableEntry: Copy {
    /// Replacement priority: the depth or the work that went into the entry.
    fn priority(&self) -> u32;
}

#[derive(Clone, Debug)]
struct Slot<G, D> {
    position: G,
    data: D,
    /// The search that wrote the slot.
    generation: u32,
}

/// Two slots: the first is replaced by priority (depth-preferred), the second always. The alignment puts both slots of
/// a typical position, of two words, into one cache line: memory latency is most of the time of a search.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Bucket<G, D>([Slot<G, D>; 2]);

/// Buckets that are allocated together, at the first store into any of them.
const BUCKETS_PER_CHUNK: usize = 32;

/// Transposition table with two-slot buckets, generations and chunked allocation.
#[derive(Debug)]
pub struct TranspositionTable<G, D> {
    chunks: Vec<Box<[Bucket<G, D>]>>,
    buckets: u64,
    generation: u32,
    /// Slots of older generations are empty.
    oldest_valid: u32,
}

impl<G: Keyed, D: TableEntry> TranspositionTable<G, D> {
    pub fn new(mib: u32) -> TranspositionTable<G, D> {
        let chunk_bytes = (size_of::<Bucket<G, D>>() * BUCKETS_PER_CHUNK) as u64;
        let chunks = ((u64::from(mib) << 20) / chunk_bytes).max(1);
        TranspositionTable {
            chunks: std::iter::repeat_with(Box::default).take(usize::try_from(chunks).unwrap_or(1)).collect(),
            buckets: chunks * BUCKETS_PER_CHUNK as u64,
            generation: 1,
            oldest_valid: 1,
        }
    }

    /// Starts a new search. Older entries stay, but are replaced first (aging).
    pub fn next_generation(&mut self) {
        self.generation += 1;
    }

    /// Empties the table, in constant time.
    pub fn clear(&mut self) {
        self.generation += 1;
        self.oldest_valid = self.generation;
    }

    /// Chunk and bucket of a key.
    #[inline]
    fn bucket_of(&self, key: u64) -> (usize, usize) {
        // Multiply and shift: the high bits of the key choose the bucket, and the size need not be a power of two.
        let index = usize::try_from((u128::from(key) * u128::from(self.buckets)) >> 64).unwrap_or(0);
        (index / BUCKETS_PER_CHUNK, index % BUCKETS_PER_CHUNK)
    }

    /// The entry of a position.
    #[inline]
    pub fn find(&self, key: u64, position: &G) -> Option<&D> {
        let (chunk, bucket) = self.bucket_of(key);
        let bucket = self.chunks[chunk].get(bucket)?;
        bucket
            .0
            .iter()
            .find(|slot| slot.generation >= self.oldest_valid && slot.position == *position)
            .map(|slot| &slot.data)
    }

    /// Stores an entry. Replacement: depth-preferred, with one always-replace slot.
    pub fn store(&mut self, key: u64, position: &G, data: D) {
        let (chunk, bucket) = self.bucket_of(key);
        let slot = Slot { position: position.clone(), data, generation: self.generation };
        let chunk = &mut self.chunks[chunk];
        if chunk.is_empty() {
            let empty = Slot { generation: 0, ..slot.clone() };
            *chunk = vec![Bucket([empty.clone(), empty]); BUCKETS_PER_CHUNK].into_boxed_slice();
        }
        let Bucket([preferred, recent]) = &mut chunk[bucket];
        let is_same = |other: &Slot<G, D>| other.generation >= self.oldest_valid && other.position == *position;
        if is_same(preferred) {
            *preferred = slot;
        } else if is_same(recent) {
            *recent = slot;
        } else if preferred.generation != self.generation || slot.data.priority() >= preferred.data.priority() {
            *recent = std::mem::replace(preferred, slot);
        } else {
            *recent = slot;
        }
    }
}

impl<G: Game, D> TranspositionTable<G, D> {
    /// Maximum number of positions.
    pub fn capacity(&self) -> u64 {
        self.buckets * 2
    }
}

#[cfg(test)]
mod tests {
    use std::num::ParseIntError;
    use std::str::FromStr;

    use parlor_core::{Outcome, Player};

    use super::*;

    /// A game whose positions all have the same key.
    #[derive(Clone, PartialEq, Debug)]
    struct Number(u32);

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct NoMove;

    impl std::fmt::Display for NoMove {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Ok(())
        }
    }

    impl FromStr for NoMove {
        type Err = ParseIntError;
        fn from_str(_: &str) -> Result<NoMove, ParseIntError> {
            Ok(NoMove)
        }
    }

    impl Game for Number {
        type Move = NoMove;
        fn turn(&self) -> Player {
            Player::First
        }
        fn legal_moves(&self) -> impl Iterator<Item = NoMove> {
            std::iter::empty()
        }
        fn is_legal(&self, _: NoMove) -> bool {
            false
        }
        fn outcome(&self) -> Option<Outcome> {
            Some(Outcome::Draw)
        }
        fn play_unchecked(&mut self, _: NoMove) {}
    }

    impl Keyed for Number {
        fn key(&self) -> u64 {
            u64::MAX
        }
    }

    impl TableEntry for u32 {
        fn priority(&self) -> u32 {
            *self
        }
    }

    fn table_with(priorities: &[u32]) -> TranspositionTable<Number, u32> {
        let mut table = TranspositionTable::new(1);
        for &priority in priorities {
            table.store(u64::MAX, &Number(priority), priority);
        }
        table
    }

    fn lookup(table: &TranspositionTable<Number, u32>, number: u32) -> Option<u32> {
        table.find(u64::MAX, &Number(number)).copied()
    }

    #[test]
    fn equal_keys_do_not_match_different_positions() {
        let table = table_with(&[3]);
        assert_eq!(lookup(&table, 3), Some(3));
        assert_eq!(lookup(&table, 4), None);
    }

    #[test]
    fn keeps_the_highest_priority_and_the_latest_entry() {
        let table = table_with(&[9, 3, 5, 4]);
        assert_eq!([9, 3, 5, 4].map(|number| lookup(&table, number).is_some()), [true, false, false, true]);
    }

    #[test]
    fn replaces_entries_of_older_searches_first() {
        let mut table = table_with(&[9, 8]);
        table.next_generation();
        table.store(u64::MAX, &Number(1), 1);
        table.store(u64::MAX, &Number(2), 2);
        assert_eq!([9, 8, 1, 2].map(|number| lookup(&table, number).is_some()), [false, false, true, true]);
    }

    #[test]
    fn clear_empties_the_table() {
        let mut table = table_with(&[9, 8]);
        table.clear();
        assert_eq!(lookup(&table, 9), None);
        table.store(u64::MAX, &Number(1), 1);
        assert_eq!(lookup(&table, 1), Some(1));
        assert_eq!(lookup(&table, 8), None);
    }

    #[test]
    fn stays_within_its_memory() {
        let table = TranspositionTable::<Number, u32>::new(3);
        let bytes = table.capacity() as usize / 2 * size_of::<Bucket<Number, u32>>();
        assert!((2 << 20..=3 << 20).contains(&bytes), "{bytes}");
    }
}
