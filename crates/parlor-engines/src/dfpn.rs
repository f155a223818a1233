//! Depth-first proof-number search (df-pn): decides whether a given player wins. It searches the most-proving line
//! first, so it goes deep where there are few replies. It finds no distances to the end. A draw needs two searches,
//! one for each player.

use parlor_core::{Game, Keyed, Outcome, Player};

use crate::perfect::{Proof, Prover};
use crate::proof_numbers::{ChildSelection, ProofNumbers};
use crate::transposition_table::{TableEntry, TranspositionTable};
use crate::{Budget, NullEvaluator};

/// Longer than any game: the distance of wins and losses whose distance is unknown.
const MAX_GAME_PLIES: u32 = 50_000;

/// Game-specific rules that decide some positions without search. `()` decides none.
pub trait StaticProver<G: Game>: Send {
    /// Whether `player` wins with best play; `None` if the rules do not decide it. For example, a player who has no
    /// line left to complete cannot win.
    fn wins(&self, _position: &G, _player: Player) -> Option<bool> {
        None
    }
}

impl<G: Game> StaticProver<G> for () {}

/// Transposition table entry: the proof numbers of a position for one attacker.
#[derive(Clone, Copy, Debug)]
struct DfpnEntry {
    attacker: Player,
    numbers: ProofNumbers,
    /// Number of positions searched below this one so far.
    work: u32,
}

impl TableEntry for DfpnEntry {
    fn priority(&self) -> u32 {
        self.work
    }
}

#[derive(Clone, Debug)]
struct Child<G> {
    position: G,
    numbers: ProofNumbers,
    work: u32,
}

/// Whether the goal of the side to move is proved, and the move for it. If it is disproved, the move is the one whose
/// refutation took the most work.
#[derive(Clone, Copy, Debug)]
struct DfpnResult {
    is_proved: bool,
    /// Index among the legal moves.
    move_index: usize,
}

/// Prover for any game: df-pn search with its transposition table.
#[derive(Debug)]
pub struct DfpnProver<G, S> {
    static_prover: S,
    table: TranspositionTable<G, DfpnEntry>,
    /// Stack of the children of all nodes on the current path, each node's after its parent's.
    children: Vec<Child<G>>,
}

impl<G: Keyed, S: StaticProver<G>> DfpnProver<G, S> {
    pub fn new(table_mib: u32, static_prover: S) -> DfpnProver<G, S> {
        DfpnProver { static_prover, table: TranspositionTable::new(table_mib), children: Vec::new() }
    }

    /// Decides whether the attacker wins from a position where the game is not over; `None` if the budget ran out.
    fn solve(&mut self, position: &G, attacker: Player, budget: &mut Budget) -> Option<DfpnResult> {
        self.children.clear();
        self.expand(position, attacker, budget)?;
        let (numbers, _) = self.search_children(0, attacker, ProofNumbers::NO_THRESHOLD, budget)?;
        let is_proved = numbers.is_proved()?;
        let children = &self.children;
        let move_index = if is_proved {
            children.iter().position(|child| child.numbers.delta == 0)
        } else {
            // The first of equals.
            (0..children.len()).rev().max_by_key(|&index| children[index].work)
        };
        Some(DfpnResult { is_proved, move_index: move_index? })
    }

    /// Searches a node until its numbers reach the thresholds; returns the numbers and the total work.
    fn search_node(
        &mut self,
        position: &G,
        attacker: Player,
        thresholds: ProofNumbers,
        budget: &mut Budget,
    ) -> Option<(ProofNumbers, u32)> {
        let first = self.children.len();
        self.expand(position, attacker, budget)?;
        let (numbers, work) = self.search_children(first, attacker, thresholds, budget)?;
        self.children.truncate(first);
        let key = table_key(position, attacker);
        let work_before = self.find_entry(key, position, attacker).map_or(0, |entry| entry.work);
        let work = work.saturating_add(work_before);
        self.table.store(key, position, DfpnEntry { attacker, numbers, work });
        Some((numbers, work))
    }

    /// Searches the most-proving child again and again until the parent's numbers reach the thresholds.
    fn search_children(
        &mut self,
        first: usize,
        attacker: Player,
        thresholds: ProofNumbers,
        budget: &mut Budget,
    ) -> Option<(ProofNumbers, u32)> {
        let mut total_work = u32::try_from(self.children.len() - first).unwrap_or(u32::MAX);
        loop {
            let selection = ChildSelection::among(self.children[first..].iter().map(|child| child.numbers));
            if selection.numbers.has_reached(thresholds) {
                return Some((selection.numbers, total_work));
            }
            let child = first + selection.index;
            let position = self.children[child].position.clone();
            let child_thresholds = selection.child_thresholds(thresholds);
            let (numbers, work) = self.search_node(&position, attacker, child_thresholds, budget)?;
            total_work = total_work.saturating_add(work.saturating_sub(self.children[child].work));
            self.children[child] = Child { position, numbers, work };
        }
    }

    fn find_entry(&self, key: u64, position: &G, attacker: Player) -> Option<DfpnEntry> {
        self.table.find(key, position).copied().filter(|entry| entry.attacker == attacker)
    }

    /// Pushes the children of a position onto the stack; `None` if the budget ran out.
    fn expand(&mut self, position: &G, attacker: Player, budget: &mut Budget) -> Option<()> {
        for m in position.legal_moves() {
            if !budget.spend() {
                return None;
            }
            let next = position.after(m);
            let entry = self.find_entry(table_key(&next, attacker), &next, attacker);
            let (numbers, work) =
                entry.map_or_else(|| (self.initial_numbers(&next, attacker), 0), |entry| (entry.numbers, entry.work));
            self.children.push(Child { position: next, numbers, work });
            if numbers.delta == 0 {
                // This move proves the goal of the side to move: the others are not needed.
                break;
            }
        }
        Some(())
    }

    fn initial_numbers(&self, position: &G, attacker: Player) -> ProofNumbers {
        let is_attackers_turn = position.turn() == attacker;
        let replies = position.legal_moves().count();
        if replies == 0 {
            return ProofNumbers::solved((position.outcome() == Some(Outcome::Win(attacker))) == is_attackers_turn);
        }
        match self.static_prover.wins(position, attacker) {
            Some(wins) => ProofNumbers::solved(wins == is_attackers_turn),
            // Mobility initialization: one reply may prove the goal, a disproof has to refute all of them.
            None => ProofNumbers { phi: 1, delta: u32::try_from(replies).unwrap_or(u32::from(u16::MAX)) },
        }
    }
}

impl<G: Keyed, S: StaticProver<G>> Prover<G> for DfpnProver<G, S> {
    type ShortSearchEvaluator = NullEvaluator;

    fn prove(&mut self, position: &G, budget: &mut Budget) -> Proof<G::Move> {
        let me = position.turn();
        let nth_move = |result: DfpnResult| position.legal_moves().nth(result.move_index);
        let Some(win) = self.solve(position, me, budget) else { return Proof::nothing() };
        if win.is_proved {
            return Proof::win(MAX_GAME_PLIES, nth_move(win));
        }
        match self.solve(position, !me, budget) {
            Some(draw) if draw.is_proved => nth_move(draw).map_or_else(Proof::no_win, Proof::draw),
            Some(loss) => Proof::loss(MAX_GAME_PLIES, nth_move(loss)),
            None => Proof::no_win(),
        }
    }

    fn start_search(&mut self) {
        self.table.next_generation();
    }

    fn reset(&mut self) {
        self.table.clear();
    }
}

/// The table key of a position and an attacker: each attacker has an entry of its own.
fn table_key<G: Keyed>(position: &G, attacker: Player) -> u64 {
    position.key() ^ [0, 0x9e37_79b9_7f4a_7c15][attacker.index()]
}
