//! A small table of exact bounds for one thread, near the leaves of the endgame. It stays in the second-level cache,
//! where a look-up costs a fraction of one in the shared table; replacement: always.
//!
//! An entry is two words, and yet it determines a whole position. One word is the mover's discs. The other's discs are
//! scrambled by a bijection: the highest bits of the result are the slot, so only the others are stored, and a bound and
//! a move have room beside them.

use crate::reversi::discs::Discs;

const SLOT_BITS: u32 = 15;
const SLOTS: usize = 1 << SLOT_BITS;
/// The content of an entry, the lowest bits of its second word: the kind of the bound (1 bit), the bound (6), the move (7).
const CONTENT_BITS: u32 = 14;
const _: () = assert!(CONTENT_BITS <= SLOT_BITS);

/// What is known of a position: a bound on its margin, on one side, and the best move (64: none).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LocalEntry {
    lower: i8,
    pub(super) upper: i8,
    pub(super) best: u8,
}

const NOTHING: LocalEntry = LocalEntry { lower: -64, upper: 64, best: 64 };

impl LocalEntry {
    /// The bound that tells whether the margin is above `alpha`, if one does.
    #[inline]
    pub(super) fn deciding(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha { Some(lower) } else { (upper <= alpha).then_some(upper) }
    }

    /// Margins are even, so 64 lower bounds (from -62 on) and 64 upper ones (up to 62) say something; `None` for the others.
    #[inline]
    fn pack(found: i32, is_lower: bool, best: u8) -> Option<u64> {
        debug_assert!(found % 2 == 0 && found.abs() <= 64, "a margin of {found}");
        let bound = found / 2 + 32 - i32::from(is_lower);
        let bound = u64::try_from(bound).ok().filter(|bound| *bound < 64)?;
        Some(u64::from(is_lower) << 13 | bound << 7 | u64::from(best))
    }

    #[inline]
    fn unpack(content: u64) -> LocalEntry {
        let (bound, best) = (2 * (content >> 7 & 63) as i8 - 64, content as u8 & 127);
        let is_lower = content >> 13 & 1 == 1;
        if is_lower {
            LocalEntry { lower: bound + 2, best, ..NOTHING }
        } else {
            LocalEntry { upper: bound, best, ..NOTHING }
        }
    }
}

#[derive(Debug)]
pub(super) struct LocalTable {
    entries: Box<[[u64; 2]; SLOTS]>,
    /// A byte of the key of each entry. They stay in the first-level cache, and most look-ups end there.
    tags: Box<[u8; SLOTS]>,
}

fn boxed<T: Clone>(value: T) -> Box<[T; SLOTS]> {
    let slots = vec![value; SLOTS].into_boxed_slice();
    slots.try_into().unwrap_or_else(|_| unreachable!("it has that length"))
}

/// The other's discs, scrambled: of two positions with the same mover's discs the keys differ.
#[inline]
fn key<const SIZE: u32>(discs: Discs<SIZE>) -> u64 {
    let mover = discs.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (discs.other ^ mover ^ mover >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[inline]
fn slot_and_tag(key: u64) -> (usize, u8) {
    ((key >> (64 - SLOT_BITS)) as usize, (key >> (64 - SLOT_BITS - 8)) as u8)
}

impl LocalTable {
    pub(super) fn new() -> LocalTable {
        LocalTable { entries: boxed([0; 2]), tags: boxed(0) }
    }

    /// Bounds stay true, but the order of moves would depend on what was searched before.
    pub(super) fn clear(&mut self) {
        self.entries.fill([0; 2]);
    }

    /// The entry of a position; one that says nothing if the table does not contain it.
    #[inline]
    pub(super) fn get<const SIZE: u32>(&self, discs: Discs<SIZE>) -> LocalEntry {
        let key = key(discs);
        let (slot, tag) = slot_and_tag(key);
        if self.tags[slot] != tag {
            return NOTHING;
        }
        let [mover, rest] = self.entries[slot];
        // An empty slot (zeros) matches no position: one without discs of the mover has discs of the other on low cells, and so
        // low bits in its key.
        let content = rest ^ key << CONTENT_BITS;
        if mover == discs.mover && content >> CONTENT_BITS == 0 { LocalEntry::unpack(content) } else { NOTHING }
    }

    /// Stores what a search with a null window above `alpha` has found, and the best move.
    #[inline]
    pub(super) fn store<const SIZE: u32>(&mut self, discs: Discs<SIZE>, found: i32, alpha: i32, best: u8) {
        let Some(content) = LocalEntry::pack(found, found > alpha, best) else { return };
        let key = key(discs);
        let (slot, tag) = slot_and_tag(key);
        self.tags[slot] = tag;
        self.entries[slot] = [discs.mover, key << CONTENT_BITS | content];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mix;

    fn random(seed: u64) -> Discs<8> {
        let mover = mix(seed);
        Discs { mover, other: mix(seed + 1_000_000) & !mover }
    }

    #[test]
    fn every_bound_reads_back_until_cleared() {
        let mut table = LocalTable::new();
        for (seed, found) in (-64..=64).step_by(2).enumerate() {
            let (discs, best) = (random(seed as u64), seed as u8);
            for is_lower in [false, true] {
                table.clear();
                table.store(discs, found, if is_lower { found - 1 } else { found }, best);
                let bound = found as i8;
                let expected = match (is_lower, found) {
                    (true, -64) | (false, 64) => NOTHING,
                    (true, _) => LocalEntry { lower: bound, best, ..NOTHING },
                    (false, _) => LocalEntry { upper: bound, best, ..NOTHING },
                };
                assert_eq!(table.get(discs), expected, "{found} {is_lower}");
            }
        }
        table.clear();
        assert_eq!(table.get(random(64)), NOTHING);
    }

    #[test]
    fn positions_of_one_slot_are_told_apart() {
        let mut table = LocalTable::new();
        let (mut hits, count) = (0, 4 * SLOTS as u64);
        for seed in 0..count {
            table.store(random(seed), 2 * (seed % 32) as i32, 64, (seed % 65) as u8);
        }
        for seed in 0..count {
            let entry = table.get(random(seed));
            assert!(entry == NOTHING || (entry.upper, entry.best) == (2 * (seed % 32) as i8, (seed % 65) as u8));
            hits += u64::from(entry != NOTHING);
        }
        // All of the last positions but those that a later one has replaced.
        assert!(hits > count / 5 && hits <= SLOTS as u64, "{hits}");
        assert_eq!(table.get(random(0).passed()), NOTHING);
    }
}
