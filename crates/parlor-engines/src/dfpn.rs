//! Depth-first proof-number search (df-pn): does a given player win? It follows the line that needs the fewest
//! further positions, so it goes deep where replies are few; it knows no distances. Draws need two questions.

use parlor_core::{Keyed, Outcome, Player};

use crate::Budget;
use crate::proof::Insight;
use crate::proof_numbers::{Choice, Numbers};
use crate::transposition_table::{Entry, TranspositionTable};

/// What is kept of a position, by attacker.
#[derive(Clone, Copy, Debug)]
struct Effort {
    attacker: Player,
    numbers: Numbers,
    /// Positions looked at so far for it.
    work: u32,
}

impl Entry for Effort {
    fn worth(&self) -> u32 {
        self.work
    }
}

#[derive(Clone, Debug)]
struct Child<G> {
    position: G,
    numbers: Numbers,
    work: u32,
}

/// Whether the side to move gets what it wants, and the move for it; the most stubborn one if it does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) is_reached: bool,
    /// In the order of the legal moves.
    pub(crate) place: usize,
}

#[derive(Debug)]
pub(crate) struct Dfpn<G, I> {
    insight: I,
    table: TranspositionTable<G, Effort>,
    /// The children of all nodes on the way to the current one, each node's after its parent's.
    children: Vec<Child<G>>,
}

impl<G: Keyed, I: Insight<G>> Dfpn<G, I> {
    pub(crate) fn new(table_mib: u32, insight: I) -> Dfpn<G, I> {
        Dfpn { insight, table: TranspositionTable::new(table_mib), children: Vec::new() }
    }

    pub(crate) fn forget(&mut self) {
        self.table.forget();
    }

    pub(crate) fn begin(&mut self) {
        self.table.age();
    }

    /// Does the attacker win from here, where the game is not over? `None` out of budget.
    pub(crate) fn ask(&mut self, position: &G, attacker: Player, budget: &mut Budget) -> Option<Answer> {
        self.children.clear();
        self.expand(position, attacker, budget)?;
        let (numbers, _) = self.settle(0, attacker, Numbers::SETTLED, budget)?;
        let is_reached = numbers.settled()?;
        let children = &self.children;
        let place = if is_reached {
            children.iter().position(|child| child.numbers.other == 0)
        } else {
            // Of equally stubborn ones the first.
            (0..children.len()).rev().max_by_key(|&place| children[place].work)
        };
        Some(Answer { is_reached, place: place? })
    }

    /// Looks at a node until its numbers reach the limit; gives them and the work it took.
    fn look(&mut self, position: &G, attacker: Player, limit: Numbers, budget: &mut Budget) -> Option<(Numbers, u32)> {
        let first = self.children.len();
        self.expand(position, attacker, budget)?;
        let (numbers, work) = self.settle(first, attacker, limit, budget)?;
        self.children.truncate(first);
        let key = key(position, attacker);
        let before = self.known(key, position, attacker).map_or(0, |known| known.work);
        let work = work.saturating_add(before);
        self.table.store(key, position, Effort { attacker, numbers, work });
        Some((numbers, work))
    }

    fn settle(
        &mut self,
        first: usize,
        attacker: Player,
        limit: Numbers,
        budget: &mut Budget,
    ) -> Option<(Numbers, u32)> {
        let mut total = u32::try_from(self.children.len() - first).unwrap_or(u32::MAX);
        loop {
            let choice = Choice::among(self.children[first..].iter().map(|child| child.numbers));
            if choice.numbers.have_reached(limit) {
                return Some((choice.numbers, total));
            }
            let child = first + choice.place;
            let position = self.children[child].position.clone();
            let (numbers, work) = self.look(&position, attacker, choice.limit_of_child(limit), budget)?;
            total = total.saturating_add(work.saturating_sub(self.children[child].work));
            self.children[child] = Child { position, numbers, work };
        }
    }

    fn known(&self, key: u64, position: &G, attacker: Player) -> Option<Effort> {
        self.table.find(key, position).copied().filter(|known| known.attacker == attacker)
    }

    fn expand(&mut self, position: &G, attacker: Player, budget: &mut Budget) -> Option<()> {
        for m in position.legal_moves() {
            if !budget.spend() {
                return None;
            }
            let next = position.after(m);
            let known = self.known(key(&next, attacker), &next, attacker);
            let (numbers, work) =
                known.map_or_else(|| (self.first_look(&next, attacker), 0), |known| (known.numbers, known.work));
            self.children.push(Child { position: next, numbers, work });
            if numbers.other == 0 {
                // This move gets what the side to move wants: the others are not needed.
                break;
            }
        }
        Some(())
    }

    fn first_look(&self, position: &G, attacker: Player) -> Numbers {
        let is_attackers_turn = position.turn() == attacker;
        let replies = position.legal_moves().count();
        if replies == 0 {
            return Numbers::of((position.outcome() == Some(Outcome::Win(attacker))) == is_attackers_turn);
        }
        match self.insight.wins(position, attacker) {
            Some(wins) => Numbers::of(wins == is_attackers_turn),
            // One reply may do; all of them have to be refuted. So the fewest replies come first.
            None => Numbers { own: 1, other: u32::try_from(replies).unwrap_or(u32::from(u16::MAX)) },
        }
    }
}

/// The two questions about a position are kept apart.
fn key<G: Keyed>(position: &G, attacker: Player) -> u64 {
    position.key() ^ [0, 0x9e37_79b9_7f4a_7c15][attacker.index()]
}
