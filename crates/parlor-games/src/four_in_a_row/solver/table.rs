//! The transposition table: what is known about positions met before.
//!
//! The key is permuted, not hashed: its top bits choose the line and the rest is stored, so a match is a proof. A
//! generation in every entry makes forgetting free.
//!
//! Two sections: late positions, most of all, share a small one that stays in the processor's cache; losing some of
//! them costs less than fetching from memory (measured: 1.5 times as fast). Each worker has a near section of its own,
//! as two processors that write to the same lines would take them from each other; the far section is for all.

use super::line::{GENERATION_BITS, Line, TAG_BITS, low};

pub(super) use super::line::Known;

const KEY_BITS: u32 = 49;
/// Lines of the smallest section; the key bits they imply are not stored.
const LEAST_LINE_BITS: u32 = 12;
/// Lines of a section for late positions: 1 MiB, the second-level cache.
const NEAR_LINE_BITS: u32 = 14;
/// Lines of the far section for a search from fewer than 8 discs, 8 MiB, and from more.
const EARLY_LINE_BITS: u32 = 17;
const MIDDLE_LINE_BITS: u32 = 14;
/// Lines of the far section at most: 2 GiB.
const MOST_LINE_BITS: u32 = 25;
/// Positions with this many discs are late.
const LATE: u32 = 20;

const _: () = assert!(TAG_BITS == KEY_BITS - LEAST_LINE_BITS);

/// See the module.
#[derive(Debug)]
pub(super) struct Table {
    lines: Box<[Line]>,
    near_sections: usize,
    /// Lines of the far section in use, and at most; it begins after the near sections.
    far_bits: u32,
    most_far_bits: u32,
    generation: u64,
    /// Whether anything may have been stored in this generation.
    is_used: bool,
}

impl Table {
    /// At most `mib` MiB, 2 at least; takes what one position needs, and more only for [`Table::fit_all`]. Too many
    /// workers for the memory share near sections.
    pub(super) fn new(mib: u32, workers: usize) -> Self {
        let mib = mib.clamp(2, 1 << 12);
        let near_sections = workers.clamp(1, mib as usize / 2);
        let most_far_bits = (((mib - near_sections as u32) << 20).ilog2() - 6).min(MOST_LINE_BITS);
        let far_bits = most_far_bits.min(EARLY_LINE_BITS);
        let lines = empty_lines(near_sections, far_bits);
        Self { lines, near_sections, far_bits, most_far_bits, generation: 1, is_used: false }
    }

    /// The table as one worker sees it.
    pub(super) fn of_worker(&self, worker: usize) -> WorkersTable<'_> {
        WorkersTable { table: self, near: (worker % self.near_sections) << NEAR_LINE_BITS }
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
            if self.lines.len() < count_lines(self.near_sections, far_bits) {
                self.lines = empty_lines(self.near_sections, far_bits);
            }
            // Generations are few, so none is spent on a table that is empty.
            if self.is_used {
                self.forget();
            }
        }
        self.is_used = true;
    }
}

fn count_lines(near_sections: usize, far_bits: u32) -> usize {
    (near_sections << NEAR_LINE_BITS) + (1 << far_bits)
}

fn empty_lines(near_sections: usize, far_bits: u32) -> Box<[Line]> {
    std::iter::repeat_with(Line::default).take(count_lines(near_sections, far_bits)).collect()
}

/// The table as one worker sees it: with a near section of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkersTable<'t> {
    table: &'t Table,
    /// The first line of the near section.
    near: usize,
}

/// Where a key lives, and what tells it from the others there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    line: usize,
    tag: u64,
}

impl WorkersTable<'_> {
    /// Where the position with this key and so many discs lives.
    #[inline]
    pub(super) fn slot(self, key: u64, discs: u32) -> Slot {
        let permuted = (key ^ (key >> 25)).wrapping_mul(0x1_9E37_79B9_7F4B) & low(KEY_BITS);
        let line = if discs >= LATE {
            self.near + (permuted >> (KEY_BITS - NEAR_LINE_BITS)) as usize
        } else {
            (self.table.near_sections << NEAR_LINE_BITS) + (permuted >> (KEY_BITS - self.table.far_bits)) as usize
        };
        Slot { line, tag: (permuted & low(TAG_BITS)) << GENERATION_BITS | self.table.generation }
    }

    /// What is known about the position of the slot.
    #[inline]
    pub(super) fn get(self, slot: Slot) -> Option<Known> {
        self.table.lines.get(slot.line)?.get(slot.tag)
    }

    /// Stores what is known, and the nodes that it took.
    #[inline]
    pub(super) fn put(self, slot: Slot, known: Known, nodes: u64) {
        if let Some(line) = self.table.lines.get(slot.line) {
            line.put(slot.tag, known, nodes);
        }
    }
}
