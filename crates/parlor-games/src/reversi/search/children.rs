//! The children of a node in the order to search them: by the moves the table remembers, else by a shallow
//! search with the evaluator and the opponent's mobility.

use super::table::{Entry, NO_MOVE, hash};
use super::worker::Worker;
use crate::bits::Bits;
use crate::reversi::bitboard::neighbours;
use crate::reversi::discs::Discs;
use crate::reversi::patterns::Features;

/// A legal move and the position after it; searches that evaluate also keep its features.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Child<const SIZE: u32, F = ()> {
    pub(super) discs: Discs<SIZE>,
    pub(super) features: F,
    pub(super) cell: u8,
    /// The lower the earlier.
    pub(super) rank: i32,
}

pub(super) struct Node<'a> {
    pub(super) discs: Discs<8>,
    pub(super) features: &'a Features,
    pub(super) empties: u32,
    pub(super) known: Entry,
}

/// Weights of the ordering: a reply of the opponent (corners count twice), a move into a corner, a disc of the estimate
/// and of a shallow search. A disc on the frontier counts 1. Fewer replies make a smaller tree, whatever the value:
/// against 8 for replies and estimate, endgames with 20 to 23 empty cells take 8 % fewer nodes.
const MOBILITY: i32 = 32;
const CORNER: i32 = 6;
const ESTIMATE: i32 = 6;
const SHALLOW_VALUE: i32 = 12;

impl Worker<'_> {
    /// All children, not sorted. `sort_depth`: plies of the search that ranks them; `None` for mobility alone.
    pub(super) fn children(&mut self, node: &Node<'_>, moves: u64, sort_depth: Option<u32>) -> Vec<Child<8, Features>> {
        let mut children = Vec::with_capacity(moves.count_ones() as usize);
        for cell in Bits(moves) {
            let turned = node.discs.turned(cell);
            let next = node.discs.after(cell, turned);
            let features = node.features.after(cell, turned);
            let mut child = Child { discs: next, features, cell: cell as u8, rank: 0 };
            child.rank = if next.mover == 0 {
                i32::MIN
            } else if child.cell == node.known.best {
                i32::MIN + 1
            } else if child.cell == node.known.second {
                i32::MIN + 2
            } else {
                self.rank(&child, node, sort_depth)
            };
            children.push(child);
        }
        children
    }

    fn rank(&mut self, child: &Child<8, Features>, node: &Node<'_>, sort_depth: Option<u32>) -> i32 {
        let corners = Discs::<8>::CORNERS;
        let replies = child.discs.moves();
        let mut rank = (replies.count_ones() + (replies & corners).count_ones()).cast_signed() * MOBILITY;
        rank += (neighbours(child.discs.empty()) & child.discs.other).count_ones().cast_signed();
        rank -= if 1 << child.cell & corners == 0 { 0 } else { CORNER };
        match sort_depth {
            None => rank,
            Some(0) => rank + ESTIMATE * self.evaluate(&child.features, node.empties - 1),
            Some(depth) => {
                let value = self.pv(child.discs, &child.features, [-64, 64], depth.min(node.empties - 1), 0);
                rank + SHALLOW_VALUE * value
            }
        }
    }

    /// The best child with a null window, up to the first above it, and its cell. `search` gives the value of a child for
    /// the side to move there. Where `is_shared`, children that another thread is searching are put off.
    pub(super) fn best_child<const SIZE: u32, F: Copy>(
        &mut self,
        children: &mut [Child<SIZE, F>],
        alpha: i32,
        is_shared: bool,
        mut search: impl FnMut(&mut Self, &Child<SIZE, F>) -> i32,
    ) -> (i32, u8) {
        let (mut best, mut best_cell) = (-65, NO_MOVE);
        let mut deferred: Vec<Child<SIZE, F>> = Vec::new();
        let in_progress = &self.shared.in_progress;
        let mut place = 0;
        while place < children.len() + deferred.len() {
            let child = if place < children.len() {
                bring_best(children, place);
                children[place]
            } else {
                deferred[place - children.len()]
            };
            place += 1;
            let key = if is_shared { hash(child.discs) | 1 } else { 0 };
            if is_shared && place > 1 && place <= children.len() {
                if in_progress.contains(key) {
                    deferred.push(child);
                    continue;
                }
                in_progress.insert(key);
            }
            let found = -search(self, &child);
            if is_shared && place > 1 {
                in_progress.remove(key);
            }
            if self.is_stopped {
                break;
            }
            if found > best {
                (best, best_cell) = (found, child.cell);
                if best > alpha {
                    break;
                }
            }
        }
        (best, best_cell)
    }

    #[inline]
    pub(super) fn evaluate(&self, features: &Features, empties: u32) -> i32 {
        self.weights.evaluate(features, 64 - empties)
    }
}

/// One step of selection sort: a cutoff often makes the rest of the order irrelevant.
#[inline]
pub(super) fn bring_best<const SIZE: u32, F: Copy>(children: &mut [Child<SIZE, F>], place: usize) {
    let mut best = place;
    for other in place + 1..children.len() {
        if children[other].rank < children[best].rank {
            best = other;
        }
    }
    children.swap(place, best);
}
