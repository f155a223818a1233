//! The prover's table: whole positions in 16 bytes, one memory access a look. The general table of the engines
//! takes two and 48 bytes, and waiting for memory is most of what the prover does: with it the longest proof
//! took 0.77 s of processor time, with this one 0.53.

use parlor_core::{Game, Keyed, Player};

use super::rules::Knights;

#[derive(Debug)]
pub(super) struct Verdicts {
    /// The closed cells; and everything else of a position, the generation and the verdict.
    slots: Vec<[u64; 2]>,
    /// What was written in another one is forgotten.
    generation: u32,
}

const WINS: u64 = 1;

impl Verdicts {
    pub(super) fn new(mib: u32) -> Verdicts {
        let slots = (usize::try_from(mib).unwrap_or(1) << 20) / size_of::<[u64; 2]>();
        // Zeroes come from the system when they are first touched, so an empty table costs nothing.
        Verdicts { slots: vec![[0; 2]; slots], generation: 1 }
    }

    pub(super) fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill([0; 2]);
            self.generation = 1;
        }
    }

    /// Everything but the closed cells, with nothing in the bit of the verdict.
    fn rest(&self, position: &Knights) -> u64 {
        let [first, second] = Player::BOTH.map(|player| u64::from(position.knight(player).bit().trailing_zeros()));
        let rules = position.rules();
        let rules = u64::from(rules.size()) | (rules.path() as u64) << 4 | (rules.trail() as u64) << 6;
        let turn = position.turn() as u64;
        u64::from(self.generation) << 32 | rules << 16 | first << 10 | second << 4 | turn << 1
    }

    fn place(&self, position: &Knights) -> usize {
        usize::try_from((u128::from(position.key()) * self.slots.len() as u128) >> 64).unwrap_or(0)
    }

    /// Whether the side to move wins, if that is known.
    #[inline]
    pub(super) fn find(&self, position: &Knights) -> Option<bool> {
        let [closed, rest] = *self.slots.get(self.place(position))?;
        (closed == position.closed() && rest & !WINS == self.rest(position)).then_some(rest & WINS != 0)
    }

    pub(super) fn store(&mut self, position: &Knights, wins: bool) {
        let (place, rest) = (self.place(position), self.rest(position) | u64::from(wins));
        if let Some(slot) = self.slots.get_mut(place) {
            *slot = [position.closed(), rest];
        }
    }
}
