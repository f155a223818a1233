//! Depth-first proof-number search (df-pn) over proof positions. The general df-pn of `parlor-engines` knows neither
//! forced moves nor which positions are equivalent; both are needed to prove this game.

use parlor_engines::Budget;
use parlor_engines::proof_numbers::{ChildSelection, ProofNumbers};

use crate::tic_tac_toe::Bitboard;

use super::geometry::Geometry;
use super::proof_position::{ProofPosition, StaticResult};
use super::proof_table::ProofTable;

#[derive(Clone, Copy, Debug)]
struct Child<B> {
    /// The move that leads to this child.
    bit: u32,
    position: ProofPosition<B>,
    moves: B,
    numbers: ProofNumbers,
    work: u32,
}

/// Whether the attacker wins, and a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackResult<B> {
    pub(super) attacker_wins: bool,
    /// A move that reaches the goal of the side to move, or else the one that took the most work to refute.
    pub(super) cell: B,
}

/// Df-pn search for one size of the board and one streak.
#[derive(Debug)]
pub(super) struct Search<B> {
    geometry: Geometry<B>,
    table: ProofTable<B>,
    /// Stack of the children of all nodes on the current path, each node's after its parent's.
    children: Vec<Child<B>>,
    /// Scratch space for the static result of a position.
    missing: Vec<B>,
}

impl<B: Bitboard> Search<B> {
    pub(super) fn new(geometry: Geometry<B>, table_mib: u32) -> Search<B> {
        Search { geometry, table: ProofTable::new(table_mib), children: Vec::new(), missing: Vec::new() }
    }

    pub(super) fn reset(&mut self) {
        self.table.clear();
    }

    /// Searches from a position where no line is complete and a move is left. `None` out of budget.
    pub(super) fn solve(&mut self, position: &ProofPosition<B>, budget: &mut Budget) -> Option<AttackResult<B>> {
        // The static result requires that no line is complete, so a move that completes one is handled here.
        if let Some(bit) = position.completing_cells(&self.geometry).ones().next() {
            return Some(AttackResult { attacker_wins: position.attacker_moves, cell: B::ONE << bit });
        }
        self.children.clear();
        let mut root = self.evaluate(position);
        if root.moves.count_ones() != 1 {
            // Tries all free cells, also those that cannot matter: the caller needs a move in any case.
            root.moves = position.free_cells();
            root.position = *position;
        }
        self.expand(&root, budget)?;
        let (numbers, _) = self.search_children(0, ProofNumbers::NO_THRESHOLD, budget)?;
        let is_reached = numbers.phi == 0;
        let children = self.children.iter();
        let child = if is_reached {
            children.min_by_key(|child| child.numbers.delta)
        } else {
            // Reversed, because `max_by_key` takes the last of equals and the first is wanted.
            children.rev().max_by_key(|child| child.work)
        };
        Some(AttackResult { attacker_wins: is_reached == position.attacker_moves, cell: B::ONE << child?.bit })
    }

    /// A child with its static result, or initial numbers by the potential of the attacker's lines.
    fn evaluate(&mut self, position: &ProofPosition<B>) -> Child<B> {
        let (position, moves, numbers) = match position.static_result(&self.geometry, &mut self.missing) {
            StaticResult::Decided { attacker_wins } => {
                let is_reached = attacker_wins == position.attacker_moves;
                (*position, B::default(), ProofNumbers::solved(is_reached))
            }
            StaticResult::Open { reduced, moves, potential } => {
                let one = 1 << self.geometry.streak;
                let proof = 1 + 4 * one / potential.max(1);
                let disproof = 1 + 4 * potential / one;
                let numbers = if position.attacker_moves {
                    ProofNumbers { phi: proof, delta: disproof }
                } else {
                    ProofNumbers { phi: disproof, delta: proof }
                };
                (reduced, moves, numbers)
            }
        };
        Child { bit: 0, position, moves, numbers, work: 0 }
    }

    /// Searches a node until its numbers reach the limit; returns them and the work it took.
    fn search_node(
        &mut self,
        node: &Child<B>,
        limit: ProofNumbers,
        budget: &mut Budget,
    ) -> Option<(ProofNumbers, u32)> {
        let first = self.children.len();
        self.expand(node, budget)?;
        let (numbers, total) = self.search_children(first, limit, budget)?;
        self.children.truncate(first);
        let (key, canonical) = self.geometry.canonical(&node.position);
        let before = self.table.find(key, &canonical).map_or(0, |(_, work)| work);
        self.table.store(key, &canonical, numbers, total.saturating_add(before));
        Some((numbers, total))
    }

    /// Searches the most promising of the children from `first` on until the numbers of their parent reach the limit.
    fn search_children(
        &mut self,
        first: usize,
        limit: ProofNumbers,
        budget: &mut Budget,
    ) -> Option<(ProofNumbers, u32)> {
        let mut total: u32 = 1;
        loop {
            let choice = ChildSelection::among(self.children[first..].iter().map(|child| child.numbers));
            if choice.numbers.has_reached(limit) {
                return Some((choice.numbers, total));
            }
            let index = first + choice.index;
            let child = self.children[index];
            let (numbers, work) = self.search_node(&child, choice.child_thresholds(limit), budget)?;
            total = total.saturating_add(work);
            self.children[index] = Child { numbers, work: child.work.saturating_add(work), ..child };
        }
    }

    /// Pushes the children of a node, with numbers from the table where it has them.
    fn expand(&mut self, node: &Child<B>, budget: &mut Budget) -> Option<()> {
        let first = self.children.len();
        for bit in node.moves.ones() {
            if !budget.spend() {
                return None;
            }
            let mut child = Child { bit, ..self.evaluate(&node.position.after(B::ONE << bit)) };
            if child.numbers.phi != 0 && child.numbers.delta != 0 {
                let (key, canonical) = self.geometry.canonical(&child.position);
                if let Some((numbers, work)) = self.table.find(key, &canonical) {
                    child = Child { numbers, work, ..child };
                }
            }
            if child.numbers.delta == 0 {
                // This move reaches the goal of the side to move, so the others are not needed.
                self.children.truncate(first);
                self.children.push(child);
                break;
            }
            // Drops moves that fail at once, except the first, which proves the failure if all others fail too.
            if child.numbers.phi != 0 || self.children.len() == first {
                self.children.push(child);
            }
        }
        Some(())
    }
}
