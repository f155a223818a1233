//! The table of the endgame: whole positions, so that nothing it says can be wrong.

use super::endgame::Discs;
use crate::bits::mix;

/// What is proved of a position, and the move that was best or refuted it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) at_least: i32,
    pub(super) at_most: i32,
    pub(super) best: Option<u32>,
}

const NOTHING: Bounds = Bounds { at_least: -64, at_most: 64, best: None };

#[derive(Debug)]
pub(super) struct Known {
    /// Both sides' discs; and the generation, the bounds and the move.
    slots: Vec<[u64; 3]>,
    /// What was written in another one is forgotten.
    generation: u32,
}

impl Known {
    pub(super) fn new(mib: u32) -> Known {
        let slots = (usize::try_from(mib).unwrap_or(1) << 20) / size_of::<[u64; 3]>();
        // Zeroes come from the system when they are first touched, so an empty table costs nothing.
        Known { slots: vec![[0; 3]; slots], generation: 1 }
    }

    pub(super) fn reset(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill([0; 3]);
            self.generation = 1;
        }
    }

    fn place(&self, discs: Discs) -> usize {
        let key = mix(discs.mover ^ mix(discs.other.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        usize::try_from((u128::from(key) * self.slots.len() as u128) >> 64).unwrap_or(0)
    }

    #[inline]
    pub(super) fn find(&self, discs: Discs) -> Bounds {
        match self.slots.get(self.place(discs)) {
            Some(&[mover, other, rest])
                if (mover, other) == (discs.mover, discs.other) && rest >> 32 == u64::from(self.generation) =>
            {
                let byte = |shift: u32| (rest >> shift & 0xff) as i32;
                Bounds { at_least: byte(0) - 64, at_most: byte(8) - 64, best: Some((rest >> 16 & 63) as u32) }
            }
            _ => NOTHING,
        }
    }

    pub(super) fn store(&mut self, discs: Discs, bounds: Bounds) {
        let place = self.place(discs);
        let byte = |margin: i32| u64::from((margin + 64).cast_unsigned());
        let best = u64::from(bounds.best.unwrap_or(0));
        let rest = u64::from(self.generation) << 32 | best << 16 | byte(bounds.at_most) << 8 | byte(bounds.at_least);
        if let Some(slot) = self.slots.get_mut(place) {
            *slot = [discs.mover, discs.other, rest];
        }
    }
}
