//! Position of the proof search, which asks one question: does the attacker complete a line before the defender does?
//! Only cells that can still matter are kept. A mark that is in no live line of its owner is dropped, and so is a free
//! cell in no live line at all: moving there is passing, and passing never helps. So many positions become equal.

use crate::tic_tac_toe::Bitboard;

use super::geometry::Geometry;
use super::pairing;

/// Marks of attacker and defender and the free cells of a position in the proof search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ProofPosition<B> {
    attacker: B,
    defender: B,
    free: B,
    pub(super) attacker_moves: bool,
}

/// Result of a position without playing on, or what the search needs to go on.
#[derive(Clone, Copy, Debug)]
pub(super) enum StaticResult<B> {
    Decided {
        attacker_wins: bool,
    },
    Open {
        /// The position without the cells that no longer matter.
        reduced: ProofPosition<B>,
        /// The moves worth trying; a single one is forced.
        moves: B,
        /// The Erdős-Selfridge potential of the attacker's lines; see [`potential`].
        potential: u32,
    },
}

impl<B> StaticResult<B> {
    const WON: Self = StaticResult::Decided { attacker_wins: true };
    const NOT_WON: Self = StaticResult::Decided { attacker_wins: false };
}

impl<B: Bitboard> ProofPosition<B> {
    pub(super) fn new(attacker: B, defender: B, free: B, attacker_moves: bool) -> ProofPosition<B> {
        ProofPosition { attacker, defender, free, attacker_moves }
    }

    pub(super) fn free_cells(&self) -> B {
        self.free
    }

    /// The cells of the attacker, of the defender, and free.
    pub(super) fn roles(&self) -> [B; 3] {
        [self.attacker, self.defender, self.free]
    }

    /// The image under a symmetry of the board.
    pub(super) fn map(&self, image: impl Fn(B) -> B) -> ProofPosition<B> {
        let [attacker, defender, free] = self.roles().map(image);
        ProofPosition { attacker, defender, free, ..*self }
    }

    pub(super) fn after(&self, cell: B) -> ProofPosition<B> {
        let (attacker, defender) = if self.attacker_moves {
            (self.attacker | cell, self.defender)
        } else {
            (self.attacker, self.defender | cell)
        };
        ProofPosition { attacker, defender, free: self.free & !cell, attacker_moves: !self.attacker_moves }
    }

    /// The free cells that complete a line for the side to move.
    pub(super) fn completing_cells(&self, geometry: &Geometry<B>) -> B {
        let own = if self.attacker_moves { self.attacker } else { self.defender };
        let mut completing = B::default();
        for line in &geometry.lines {
            let missing = *line & !own;
            if missing.count_ones() == 1 {
                completing |= missing & self.free;
            }
        }
        completing
    }

    /// Decides the position without search if it can, in one pass over all lines. No line must be complete yet.
    /// `missing` is scratch space for the missing cells of each live line of the attacker.
    pub(super) fn static_result(&self, geometry: &Geometry<B>, missing: &mut Vec<B>) -> StaticResult<B> {
        let (mut attack, mut defense) = (LiveLines::default(), LiveLines::default());
        let (attackable, defendable) = (self.attacker | self.free, self.defender | self.free);
        missing.clear();
        for line in &geometry.lines {
            if *line & !attackable == B::default() {
                missing.push(*line & self.free);
                attack.add(*line, *line & self.free);
            }
            if *line & !defendable == B::default() {
                defense.add(*line, *line & self.free);
            }
        }
        let streak = geometry.streak;
        let potential = potential(missing, streak);
        let (own, others) = if self.attacker_moves { (&attack, &defense) } else { (&defense, &attack) };
        if own.completing != B::default() {
            return StaticResult::Decided { attacker_wins: self.attacker_moves };
        }
        let forced = others.completing;
        if forced.count_ones() > 1 {
            return StaticResult::Decided { attacker_wins: !self.attacker_moves };
        }
        if self.attacker_moves && forced == B::default() && has_fork(missing) {
            return StaticResult::WON;
        }
        // Erdős-Selfridge theorem: Breaker stops every line while the potential is below 1, or below 1/2 if Maker
        // moves.
        let is_stopped = potential < 1 << (streak - u32::from(self.attacker_moves));
        if is_stopped || self.attacker_moves && pairing::stops_attacker(missing, streak) {
            return StaticResult::NOT_WON;
        }
        self.open_result(&attack, &defense, forced, potential)
    }

    fn open_result(&self, attack: &LiveLines<B>, defense: &LiveLines<B>, forced: B, potential: u32) -> StaticResult<B> {
        let free = self.free & (attack.cells | defense.cells);
        let reduced = ProofPosition {
            attacker: self.attacker & attack.cells,
            defender: self.defender & defense.cells,
            free,
            attacker_moves: self.attacker_moves,
        };
        StaticResult::Open { reduced, moves: if forced == B::default() { free } else { forced }, potential }
    }
}

/// Union of the lines that one side can still complete.
#[derive(Default)]
struct LiveLines<B> {
    cells: B,
    /// The cells that complete a line at once.
    completing: B,
}

impl<B: Bitboard> LiveLines<B> {
    #[inline]
    fn add(&mut self, line: B, missing: B) {
        self.cells |= line;
        if missing.count_ones() == 1 {
            self.completing |= missing;
        }
    }
}

/// Whether one cell makes two threats at once: it lies in two lines that lack two cells, with different partners.
fn has_fork<B: Bitboard>(lines: &[B]) -> bool {
    let mut seen = B::default();
    for (index, missing) in lines.iter().enumerate() {
        if missing.count_ones() != 2 {
            continue;
        }
        let forks = |other: &B| other.count_ones() == 2 && other != missing && *other & *missing != B::default();
        if seen & *missing != B::default() && lines[..index].iter().any(forks) {
            return true;
        }
        seen |= *missing;
    }
    false
}

/// Erdős-Selfridge potential of lines given by their missing cells: the sum of `2^-missing`, in units of `2^-streak`.
/// It is the expected number of lines that the attacker would complete if the free cells were filled at random.
pub(super) fn potential<B: Bitboard>(lines: &[B], streak: u32) -> u32 {
    lines.iter().map(|missing| 1 << (streak - missing.count_ones())).sum()
}
