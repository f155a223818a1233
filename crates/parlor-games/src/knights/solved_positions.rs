//! Transposition table of the prover: a whole position and its result in 16 bytes, one memory access per lookup. The
//! general table of the engines takes 48 bytes and two accesses, and memory latency is most of the prover's time: the
//! longest proof took 0.77 s of processor time with it, and takes 0.53 s with this one.

use parlor_core::{Game, Keyed, Player};

use super::rules::Knights;

/// Always-replace hash table from positions to results.
#[derive(Debug)]
pub(super) struct SolvedPositions {
    /// The closed cells; and a word with the rest of the position, the generation and the result.
    slots: Vec<[u64; 2]>,
    /// Slots of another generation are empty.
    generation: u32,
}

/// Bit of the result: set if the side to move wins.
const WINS: u64 = 1;

impl SolvedPositions {
    pub(super) fn new(mib: u32) -> SolvedPositions {
        let slots = (usize::try_from(mib).unwrap_or(1) << 20) / size_of::<[u64; 2]>();
        // The system provides zeroed pages on first access, so an empty table costs nothing.
        SolvedPositions { slots: vec![[0; 2]; slots], generation: 1 }
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill([0; 2]);
            self.generation = 1;
        }
    }

    /// The rest of a position, without its closed cells, and the generation; the result bit is 0.
    fn packed_rest(&self, position: &Knights) -> u64 {
        let [first, second] = Player::BOTH.map(|player| u64::from(position.knight(player).bit().trailing_zeros()));
        let rules = position.rules();
        let rules = u64::from(rules.size()) | (rules.path() as u64) << 4 | (rules.trail() as u64) << 6;
        let turn = position.turn() as u64;
        u64::from(self.generation) << 32 | rules << 16 | first << 10 | second << 4 | turn << 1
    }

    fn slot_index(&self, position: &Knights) -> usize {
        usize::try_from((u128::from(position.key()) * self.slots.len() as u128) >> 64).unwrap_or(0)
    }

    /// Whether the side to move wins, if the position is in the table.
    #[inline]
    pub(super) fn find(&self, position: &Knights) -> Option<bool> {
        let [closed, rest] = *self.slots.get(self.slot_index(position))?;
        (closed == position.closed() && rest & !WINS == self.packed_rest(position)).then_some(rest & WINS != 0)
    }

    pub(super) fn store(&mut self, position: &Knights, wins: bool) {
        let (index, rest) = (self.slot_index(position), self.packed_rest(position) | u64::from(wins));
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = [position.closed(), rest];
        }
    }
}
