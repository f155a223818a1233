//! A position as one question sees it: does the attacker complete a line before the defender does? Only what can
//! still matter is kept. A mark in no live line of its owner is a wall, and so is a free cell in no live line at all:
//! moving there is passing, and passing never helps. So many positions become one.

use crate::tic_tac_toe::Word;

use super::geometry::Geometry;
use super::pairing;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Siege<W> {
    attacker: W,
    defender: W,
    open: W,
    pub(super) attacker_moves: bool,
}

/// What can be said of a siege without playing on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Judgement<W> {
    Settled {
        attacker_wins: bool,
    },
    Open {
        siege: Siege<W>,
        /// The moves worth trying; a single one is forced.
        moves: W,
        /// How near the attacker is, in chances of a line against random play, `2^streak` being certain.
        danger: u32,
    },
}

impl<W> Judgement<W> {
    const WON: Self = Judgement::Settled { attacker_wins: true };
    const HELD: Self = Judgement::Settled { attacker_wins: false };
}

impl<W: Word> Siege<W> {
    pub(super) fn new(attacker: W, defender: W, open: W, attacker_moves: bool) -> Siege<W> {
        Siege { attacker, defender, open, attacker_moves }
    }

    pub(super) fn free_cells(&self) -> W {
        self.open
    }

    pub(super) fn roles(&self) -> [W; 3] {
        [self.attacker, self.defender, self.open]
    }

    pub(super) fn map(&self, turned: impl Fn(W) -> W) -> Siege<W> {
        let [attacker, defender, open] = self.roles().map(turned);
        Siege { attacker, defender, open, ..*self }
    }

    pub(super) fn after(&self, cell: W) -> Siege<W> {
        let (attacker, defender) = if self.attacker_moves {
            (self.attacker | cell, self.defender)
        } else {
            (self.attacker, self.defender | cell)
        };
        Siege { attacker, defender, open: self.open & !cell, attacker_moves: !self.attacker_moves }
    }

    /// The free cells that complete a line for the side to move.
    pub(super) fn completing(&self, geometry: &Geometry<W>) -> W {
        let own = if self.attacker_moves { self.attacker } else { self.defender };
        let mut completing = W::default();
        for line in &geometry.lines {
            let needs = *line & !own;
            if needs.count_ones() == 1 {
                completing |= needs & self.open;
            }
        }
        completing
    }

    /// Looks at every line once. Nobody has completed one yet. `needs` is room for what each line of the attacker
    /// still needs.
    pub(super) fn judge(&self, geometry: &Geometry<W>, needs: &mut Vec<W>) -> Judgement<W> {
        let (mut attack, mut defence) = (Live::default(), Live::default());
        let (attackers, defenders) = (self.attacker | self.open, self.defender | self.open);
        needs.clear();
        for line in &geometry.lines {
            if *line & !attackers == W::default() {
                needs.push(*line & self.open);
                attack.add(*line, *line & self.open);
            }
            if *line & !defenders == W::default() {
                defence.add(*line, *line & self.open);
            }
        }
        let streak = geometry.streak;
        let danger = danger(needs, streak);
        let (own, others) = if self.attacker_moves { (&attack, &defence) } else { (&defence, &attack) };
        if own.completing != W::default() {
            return Judgement::Settled { attacker_wins: self.attacker_moves };
        }
        let forced = others.completing;
        if forced.count_ones() > 1 {
            return Judgement::Settled { attacker_wins: !self.attacker_moves };
        }
        if self.attacker_moves && forced == W::default() && has_fork(needs) {
            return Judgement::WON;
        }
        // Erdős and Selfridge: a breaker stops every line while the danger is below one, or a half if he moves second.
        let is_stopped = danger < 1 << (streak - u32::from(self.attacker_moves));
        if is_stopped || self.attacker_moves && pairing::holds(needs, streak) {
            return Judgement::HELD;
        }
        self.open_question(&attack, &defence, forced, danger)
    }

    fn open_question(&self, attack: &Live<W>, defence: &Live<W>, forced: W, danger: u32) -> Judgement<W> {
        let open = self.open & (attack.cells | defence.cells);
        let siege = Siege {
            attacker: self.attacker & attack.cells,
            defender: self.defender & defence.cells,
            open,
            attacker_moves: self.attacker_moves,
        };
        Judgement::Open { siege, moves: if forced == W::default() { open } else { forced }, danger }
    }
}

/// The lines that one side can still complete.
#[derive(Default)]
struct Live<W> {
    cells: W,
    completing: W,
}

impl<W: Word> Live<W> {
    #[inline]
    fn add(&mut self, line: W, needs: W) {
        self.cells |= line;
        if needs.count_ones() == 1 {
            self.completing |= needs;
        }
    }
}

/// A cell that makes two threats at once: it lies in two lines that lack two cells, with different partners.
fn has_fork<W: Word>(lines: &[W]) -> bool {
    let mut seen = W::default();
    for (index, needs) in lines.iter().enumerate() {
        if needs.count_ones() != 2 {
            continue;
        }
        let forks = |other: &W| other.count_ones() == 2 && other != needs && *other & *needs != W::default();
        if seen & *needs != W::default() && lines[..index].iter().any(forks) {
            return true;
        }
        seen |= *needs;
    }
    false
}

/// The chances of a line against random play, each `2^-needs`, in units of `2^-streak`.
pub(super) fn danger<W: Word>(lines: &[W], streak: u32) -> u32 {
    lines.iter().map(|needs| 1 << (streak - needs.count_ones())).sum()
}
