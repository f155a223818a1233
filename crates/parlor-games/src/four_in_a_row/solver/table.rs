//! The transposition table: what is known about positions met before.
//!
//! Entries of 8 bytes, eight to a cache line. The key is permuted, not hashed: its top bits choose the line
//! and the rest is stored, so a match is a proof. A generation in every entry makes forgetting free.
//!
//! Two sections: late positions, most of all, share a small one that stays in the processor's cache; losing some of
//! them costs less than fetching from memory (measured: 1.5 times as fast).

use super::geometry::CELLS;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const KEY_BITS: u32 = 49;
/// Lines of the smallest section; the key bits they imply are not stored.
const LEAST_LINE_BITS: u32 = 12;
/// Lines of the section for late positions: 1 MiB, the second-level cache.
const NEAR_LINE_BITS: u32 = 14;
/// Lines of the far section for a search from fewer than 8 discs, 8 MiB, and from more.
const EARLY_LINE_BITS: u32 = 17;
const MIDDLE_LINE_BITS: u32 = 14;
/// Lines of the far section at most: 2 GiB.
const MOST_LINE_BITS: u32 = 25;
/// Positions with this many discs are late.
const LATE: u32 = 20;
const TAG_BITS: u32 = KEY_BITS - LEAST_LINE_BITS;
const GENERATION_BITS: u32 = 8;
const WORK_BITS: u32 = 4;
const COLUMN_BITS: u32 = 3;
const SCORE_BITS: u32 = 6;
const COLUMN_SHIFT: u32 = 2 * SCORE_BITS;
const WORK_SHIFT: u32 = COLUMN_SHIFT + COLUMN_BITS;
const DATA_BITS: u32 = WORK_SHIFT + WORK_BITS;
const SCORE_OFFSET: i32 = (CELLS / 2).cast_signed();

const _: () = assert!(TAG_BITS + GENERATION_BITS + DATA_BITS == 64);

const fn low(bits: u32) -> u64 {
    (1 << bits) - 1
}

#[repr(align(64))]
#[derive(Default)]
struct Line([AtomicU64; 8]);

/// What the table knows about a position: its score lies in `lower..=upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The score is no lower.
    pub(super) lower: i32,
    /// The score is no higher.
    pub(super) upper: i32,
    /// The column to try first, in the orientation of the key; 7 if none.
    pub(super) column: usize,
}

/// Where a key lives, and what tells it from the others there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    line: usize,
    tag: u64,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Table {
    lines: Box<[Line]>,
    /// Lines of the far section in use, and at most; it begins after the near section.
    far_bits: u32,
    most_far_bits: u32,
    generation: u64,
    /// Whether anything may have been stored in this generation.
    is_used: bool,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Line")
    }
}

/// Lines of both sections.
fn size(far_bits: u32) -> usize {
    (1 << NEAR_LINE_BITS) + (1 << far_bits)
}

fn lines(far_bits: u32) -> Box<[Line]> {
    std::iter::repeat_with(Line::default).take(size(far_bits)).collect()
}

impl Table {
    /// At most `mib` MiB, 2 at least; takes what one position needs, and more only for [`Table::fit_all`].
    pub(super) fn new(mib: u32) -> Self {
        let most_far_bits = (((mib.clamp(2, 1 << 12) - 1) << 20).ilog2() - 6).min(MOST_LINE_BITS);
        let far_bits = most_far_bits.min(EARLY_LINE_BITS);
        Self { lines: lines(far_bits), far_bits, most_far_bits, generation: 1, is_used: false }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.is_used = false;
        self.generation += 1;
        if self.generation >> GENERATION_BITS != 0 {
            self.generation = 1;
            self.lines.fill_with(Line::default);
        }
    }

    /// Uses as much memory as helps to solve a position of so many discs: what is not used is not fetched.
    /// Forgets everything if that changes where positions live.
    pub(super) fn fit(&mut self, discs: u32) {
        let wanted = match discs {
            0..8 => EARLY_LINE_BITS,
            8..LATE => MIDDLE_LINE_BITS,
            _ => self.far_bits,
        };
        self.resize(wanted);
    }

    /// Uses all memory there is: for long searches, or many that share.
    pub(super) fn fit_all(&mut self) {
        self.resize(self.most_far_bits);
    }

    fn resize(&mut self, far_bits: u32) {
        let far_bits = far_bits.min(self.most_far_bits);
        if far_bits != self.far_bits {
            self.far_bits = far_bits;
            if self.lines.len() < size(far_bits) {
                self.lines = lines(far_bits);
            }
            // Generations are few, so none is spent on a table that is empty.
            if self.is_used {
                self.forget();
            }
        }
        self.is_used = true;
    }

    /// Where the position with this key and so many discs lives.
    #[inline]
    pub(super) fn slot(&self, key: u64, discs: u32) -> Slot {
        let permuted = (key ^ (key >> 25)).wrapping_mul(0x1_9E37_79B9_7F4B) & low(KEY_BITS);
        let line = if discs >= LATE {
            permuted >> (KEY_BITS - NEAR_LINE_BITS)
        } else {
            (1 << NEAR_LINE_BITS) + (permuted >> (KEY_BITS - self.far_bits))
        };
        Slot { line: line as usize, tag: (permuted & low(TAG_BITS)) << GENERATION_BITS | self.generation }
    }

    /// What is known about the position of the slot.
    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Option<Known> {
        let line = self.lines.get(slot.line)?;
        let entry = line.0.iter().map(|entry| entry.load(Relaxed)).find(|entry| entry >> DATA_BITS == slot.tag)?;
        let score = |bits: u64| (bits & low(SCORE_BITS)) as i32 - SCORE_OFFSET;
        Some(Known {
            lower: score(entry >> SCORE_BITS),
            upper: score(entry),
            column: (entry >> COLUMN_SHIFT & low(COLUMN_BITS)) as usize,
        })
    }

    /// Stores what is known, in place of an older entry of the position or of the one that took the least work.
    #[inline]
    pub(super) fn put(&self, slot: Slot, known: Known, nodes: u64) {
        let Some(line) = self.lines.get(slot.line) else { return };
        let work = u64::from((nodes + 1).ilog2()).min(low(WORK_BITS));
        let score = |score: i32| u64::from((score + SCORE_OFFSET).cast_unsigned());
        let entry = slot.tag << DATA_BITS
            | work << WORK_SHIFT
            | (known.column as u64) << COLUMN_SHIFT
            | score(known.lower) << SCORE_BITS
            | score(known.upper);
        let mut victim = &line.0[0];
        let mut least = u64::MAX;
        for candidate in &line.0 {
            let old = candidate.load(Relaxed);
            if old >> DATA_BITS == slot.tag {
                victim = candidate;
                break;
            }
            let is_stale = (old >> DATA_BITS ^ slot.tag) & low(GENERATION_BITS) != 0;
            let worth = if is_stale { 0 } else { 1 + (old >> WORK_SHIFT & low(WORK_BITS)) };
            if worth < least {
                least = worth;
                victim = candidate;
            }
        }
        victim.store(entry, Relaxed);
    }
}
