//! Depth-first proof-number search (df-pn): does a given player win? It follows the line that needs the fewest
//! further positions, so it goes deep where replies are few; it knows no distances. Draws need two questions.
//! Kishimoto, Winands, Müller, Saito: Game-tree search using proof numbers: the first twenty years (2012).

use parlor_core::{Keyed, Outcome, Player};

use crate::Budget;
use crate::proof::Insight;
use crate::table::{Entry, Table};

/// How many positions must at least be settled to prove (`own`) or to disprove (`other`) what the side to move
/// wants: the attacker to win, the defender not to lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    own: u32,
    other: u32,
}

const NEVER: u32 = u32::MAX / 2;

impl Numbers {
    const REACHED: Numbers = Numbers { own: 0, other: NEVER };
    const MISSED: Numbers = Numbers { own: NEVER, other: 0 };

    fn of(is_reached: bool) -> Numbers {
        if is_reached { Numbers::REACHED } else { Numbers::MISSED }
    }

    fn settled(self) -> Option<bool> {
        match self {
            Numbers { own: 0, .. } => Some(true),
            Numbers { other: 0, .. } => Some(false),
            _ => None,
        }
    }
}

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
    table: Table<G, Effort>,
    /// The children of all nodes on the way to the current one, each node's after its parent's.
    children: Vec<Child<G>>,
}

impl<G: Keyed, I: Insight<G>> Dfpn<G, I> {
    pub(crate) fn new(table_mib: u32, insight: I) -> Dfpn<G, I> {
        Dfpn { insight, table: Table::new(table_mib), children: Vec::new() }
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
        let limit = Numbers { own: NEVER, other: NEVER };
        self.expand(position, attacker, budget)?;
        let (numbers, _) = self.settle(0, attacker, limit, budget)?;
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
            let Choice { numbers, place, second, open } = choose(&self.children[first..]);
            if numbers.own >= limit.own || numbers.other >= limit.other {
                return Some((numbers, total));
            }
            // The child may go on while it stays the best, and a quarter longer so that two equal ones do
            // not keep interrupting each other (the 1 + epsilon trick).
            let below = Numbers {
                own: limit.other.saturating_sub(open - 1),
                other: limit.own.min(second.saturating_add(second / 4 + 1)),
            };
            let child = first + place;
            let position = self.children[child].position.clone();
            let (numbers, work) = self.look(&position, attacker, below, budget)?;
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
            None => Numbers { own: 1, other: u32::try_from(replies).unwrap_or(NEVER - 1) },
        }
    }
}

/// The two questions about a position are kept apart.
fn key<G: Keyed>(position: &G, attacker: Player) -> u64 {
    position.key() ^ [0, 0x9e37_79b9_7f4a_7c15][attacker.index()]
}

struct Choice {
    numbers: Numbers,
    place: usize,
    second: u32,
    open: u32,
}

/// The child to go on with, and what the children say of their parent. Where positions are reached on many ways a
/// sum would count them many times over; the greatest plus one for each other open child counts none
/// twice (weak proof-number search).
fn choose<G>(children: &[Child<G>]) -> Choice {
    let (mut place, mut least, mut second) = (0, NEVER, NEVER);
    let (mut greatest, mut open) = (0, 0);
    for (index, child) in children.iter().enumerate() {
        let Numbers { own, other } = child.numbers;
        if other < least {
            (place, second, least) = (index, least, other);
        } else {
            second = second.min(other);
        }
        greatest = greatest.max(own);
        open += u32::from(own > 0);
    }
    let other = if greatest == NEVER { NEVER } else { greatest + open.saturating_sub(1) };
    let numbers = match least {
        0 => Numbers::REACHED,
        _ if open == 0 => Numbers::MISSED,
        least => Numbers { own: least, other: other.min(NEVER - 1) },
    };
    Choice { numbers, place, second, open }
}
