//! Depth-first proof-number search (df-pn) over sieges. The general one of `parlor-engines` knows neither forced
//! moves nor which positions are one; both are what makes this game provable.

use parlor_engines::Budget;
use parlor_engines::proof_numbers::{Choice, Numbers};

use crate::tic_tac_toe::Word;

use super::geometry::Geometry;
use super::memory::Memory;
use super::siege::{Judgement, Siege};

#[derive(Clone, Copy, Debug)]
struct Child<W> {
    /// The move that led here.
    bit: u32,
    siege: Siege<W>,
    moves: W,
    numbers: Numbers,
    work: u32,
}

/// And the move that brings it about, or the most stubborn one where the side to move does not get what it wants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer<W> {
    pub(super) attacker_wins: bool,
    pub(super) cell: W,
}

#[derive(Debug)]
pub(super) struct Search<W> {
    geometry: Geometry<W>,
    memory: Memory<W>,
    /// The children of all nodes on the way to the current one, each node's after its parent's.
    children: Vec<Child<W>>,
    /// Room for judging a siege.
    needs: Vec<W>,
}

impl<W: Word> Search<W> {
    pub(super) fn new(geometry: Geometry<W>, table_mib: u32) -> Search<W> {
        Search { geometry, memory: Memory::new(table_mib), children: Vec::new(), needs: Vec::new() }
    }

    pub(super) fn forget(&mut self) {
        self.memory.clear();
    }

    /// Does the attacker win from here, where nobody has yet and somebody can move? `None` out of budget.
    pub(super) fn ask(&mut self, siege: &Siege<W>, budget: &mut Budget) -> Option<Answer<W>> {
        // Sieges are looked at only while nobody has completed a line, so a move that does is found here.
        if let Some(bit) = siege.completing(&self.geometry).ones().next() {
            return Some(Answer { attacker_wins: siege.attacker_moves, cell: W::ONE << bit });
        }
        self.children.clear();
        let mut root = self.first_look(siege);
        if root.moves.count_ones() != 1 {
            // All of them, dead cells too: whoever asks wants a move.
            root.moves = siege.free_cells();
            root.siege = *siege;
        }
        self.expand(&root, budget)?;
        let (numbers, _) = self.settle(0, Numbers::SETTLED, budget)?;
        let is_reached = numbers.own == 0;
        let children = self.children.iter();
        let child = if is_reached {
            children.min_by_key(|child| child.numbers.other)
        } else {
            // Of equally stubborn ones the first.
            children.rev().max_by_key(|child| child.work)
        };
        Some(Answer { attacker_wins: is_reached == siege.attacker_moves, cell: W::ONE << child?.bit })
    }

    fn first_look(&mut self, siege: &Siege<W>) -> Child<W> {
        let (siege, moves, numbers) = match siege.judge(&self.geometry, &mut self.needs) {
            Judgement::Settled { attacker_wins } => {
                let is_reached = attacker_wins == siege.attacker_moves;
                (*siege, W::default(), Numbers::of(is_reached))
            }
            Judgement::Open { siege: reduced, moves, danger } => {
                let certain = 1 << self.geometry.streak;
                let proof = 1 + 4 * certain / danger.max(1);
                let disproof = 1 + 4 * danger / certain;
                let numbers = if siege.attacker_moves {
                    Numbers { own: proof, other: disproof }
                } else {
                    Numbers { own: disproof, other: proof }
                };
                (reduced, moves, numbers)
            }
        };
        Child { bit: 0, siege, moves, numbers, work: 0 }
    }

    /// Looks at a node until its numbers reach the limit; gives them and the work it took.
    fn look(&mut self, node: &Child<W>, limit: Numbers, budget: &mut Budget) -> Option<(Numbers, u32)> {
        let first = self.children.len();
        self.expand(node, budget)?;
        let (numbers, total) = self.settle(first, limit, budget)?;
        self.children.truncate(first);
        let (key, canonical) = self.geometry.canonical(&node.siege);
        let before = self.memory.find(key, &canonical).map_or(0, |(_, work)| work);
        self.memory.store(key, &canonical, numbers, total.saturating_add(before));
        Some((numbers, total))
    }

    /// Goes on with the most promising of the children from `first` on until their parent reaches the limit.
    fn settle(&mut self, first: usize, limit: Numbers, budget: &mut Budget) -> Option<(Numbers, u32)> {
        let mut total: u32 = 1;
        loop {
            let choice = Choice::among(self.children[first..].iter().map(|child| child.numbers));
            if choice.numbers.have_reached(limit) {
                return Some((choice.numbers, total));
            }
            let place = first + choice.place;
            let child = self.children[place];
            let (numbers, work) = self.look(&child, choice.limit_of_child(limit), budget)?;
            total = total.saturating_add(work);
            self.children[place] = Child { numbers, work: child.work.saturating_add(work), ..child };
        }
    }

    fn expand(&mut self, node: &Child<W>, budget: &mut Budget) -> Option<()> {
        let first = self.children.len();
        for bit in node.moves.ones() {
            if !budget.spend() {
                return None;
            }
            let mut child = Child { bit, ..self.first_look(&node.siege.after(W::ONE << bit)) };
            if child.numbers.own != 0 && child.numbers.other != 0 {
                let (key, canonical) = self.geometry.canonical(&child.siege);
                if let Some((numbers, work)) = self.memory.find(key, &canonical) {
                    child = Child { numbers, work, ..child };
                }
            }
            if child.numbers.other == 0 {
                // This move gets what the side to move wants: the others are not needed.
                self.children.truncate(first);
                self.children.push(child);
                break;
            }
            // Moves that fail at once are not worth keeping, as long as one is there to say so.
            if child.numbers.own != 0 || self.children.len() == first {
                self.children.push(child);
            }
        }
        Some(())
    }
}
