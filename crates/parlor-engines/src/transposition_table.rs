//! A transposition table that keeps whole positions, because equal keys are no proof. Its memory is taken
//! piece by piece as it fills, so that neither building an engine nor a short search waits for it, and
//! forgetting costs nothing.

use parlor_core::{Game, Keyed};

/// What is kept of a position.
pub trait Entry: Copy {
    /// Of two entries that want the same place, the one worth more stays.
    fn worth(&self) -> u32;
}

#[derive(Clone, Debug)]
struct Slot<G, D> {
    position: G,
    data: D,
    /// The search that wrote it.
    epoch: u32,
}

/// The first slot keeps what was dearest, the second what came last. Aligned so that the usual position, of two
/// words, has both in one cache line: waiting for memory is most of the time of a search.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Bucket<G, D>([Slot<G, D>; 2]);

/// Allocated together, at the first store into any of them.
const BUCKETS_A_PIECE: usize = 32;

#[derive(Debug)]
pub struct TranspositionTable<G, D> {
    pieces: Vec<Box<[Bucket<G, D>]>>,
    buckets: u64,
    epoch: u32,
    /// What was written before this epoch is forgotten.
    since: u32,
}

impl<G: Keyed, D: Entry> TranspositionTable<G, D> {
    pub fn new(mib: u32) -> TranspositionTable<G, D> {
        let piece = (size_of::<Bucket<G, D>>() * BUCKETS_A_PIECE) as u64;
        let pieces = ((u64::from(mib) << 20) / piece).max(1);
        TranspositionTable {
            pieces: std::iter::repeat_with(Box::default).take(usize::try_from(pieces).unwrap_or(1)).collect(),
            buckets: pieces * BUCKETS_A_PIECE as u64,
            epoch: 1,
            since: 1,
        }
    }

    /// A new search: what is there stays, but gives way first.
    pub fn age(&mut self) {
        self.epoch += 1;
    }

    pub fn forget(&mut self) {
        self.epoch += 1;
        self.since = self.epoch;
    }

    #[inline]
    fn place(&self, key: u64) -> (usize, usize) {
        // Multiply and shift: the high bits of the key choose, and the size need not be a power of two.
        let index = usize::try_from((u128::from(key) * u128::from(self.buckets)) >> 64).unwrap_or(0);
        (index / BUCKETS_A_PIECE, index % BUCKETS_A_PIECE)
    }

    #[inline]
    pub fn find(&self, key: u64, position: &G) -> Option<&D> {
        let (piece, bucket) = self.place(key);
        let bucket = self.pieces[piece].get(bucket)?;
        bucket.0.iter().find(|slot| slot.epoch >= self.since && slot.position == *position).map(|slot| &slot.data)
    }

    pub fn store(&mut self, key: u64, position: &G, data: D) {
        let (piece, bucket) = self.place(key);
        let slot = Slot { position: position.clone(), data, epoch: self.epoch };
        let piece = &mut self.pieces[piece];
        if piece.is_empty() {
            let empty = Slot { epoch: 0, ..slot.clone() };
            *piece = vec![Bucket([empty.clone(), empty]); BUCKETS_A_PIECE].into_boxed_slice();
        }
        let Bucket([dear, recent]) = &mut piece[bucket];
        let is_here = |other: &Slot<G, D>| other.epoch >= self.since && other.position == *position;
        if is_here(dear) {
            *dear = slot;
        } else if is_here(recent) {
            *recent = slot;
        } else if dear.epoch != self.epoch || slot.data.worth() >= dear.data.worth() {
            *recent = std::mem::replace(dear, slot);
        } else {
            *recent = slot;
        }
    }
}

impl<G: Game, D> TranspositionTable<G, D> {
    /// The positions it has room for.
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

    /// All positions have the same key.
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

    impl Entry for u32 {
        fn worth(&self) -> u32 {
            *self
        }
    }

    fn stored(worths: &[u32]) -> TranspositionTable<Number, u32> {
        let mut table = TranspositionTable::new(1);
        for &worth in worths {
            table.store(u64::MAX, &Number(worth), worth);
        }
        table
    }

    fn found(table: &TranspositionTable<Number, u32>, number: u32) -> Option<u32> {
        table.find(u64::MAX, &Number(number)).copied()
    }

    #[test]
    fn equal_keys_are_not_taken_for_equal_positions() {
        let table = stored(&[3]);
        assert_eq!(found(&table, 3), Some(3));
        assert_eq!(found(&table, 4), None);
    }

    #[test]
    fn the_dearest_and_the_latest_stay() {
        let table = stored(&[9, 3, 5, 4]);
        assert_eq!([9, 3, 5, 4].map(|number| found(&table, number).is_some()), [true, false, false, true]);
    }

    #[test]
    fn an_older_search_gives_way() {
        let mut table = stored(&[9, 8]);
        table.age();
        table.store(u64::MAX, &Number(1), 1);
        table.store(u64::MAX, &Number(2), 2);
        assert_eq!([9, 8, 1, 2].map(|number| found(&table, number).is_some()), [false, false, true, true]);
    }

    #[test]
    fn forgetting_empties_it() {
        let mut table = stored(&[9, 8]);
        table.forget();
        assert_eq!(found(&table, 9), None);
        table.store(u64::MAX, &Number(1), 1);
        assert_eq!(found(&table, 1), Some(1));
        assert_eq!(found(&table, 8), None);
    }

    #[test]
    fn it_keeps_within_its_memory() {
        let table = TranspositionTable::<Number, u32>::new(3);
        let bytes = table.capacity() as usize / 2 * size_of::<Bucket<Number, u32>>();
        assert!((2 << 20..=3 << 20).contains(&bytes), "{bytes}");
    }
}
