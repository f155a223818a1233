//! The children of a node in the order to search them: by the moves the table remembers, else by a shallow
//! search with the evaluator and the opponent's mobility.

use super::node::{MidgameChild, Node, Turn};
use super::table::{Entry, NO_MOVE, hash};
use super::worker::Worker;
use crate::bits::Bits;
use crate::reversi::bitboard::{neighbours, turning_cells_in_lanes};
use crate::reversi::discs::Discs;
use crate::reversi::lanes::Lanes;
use crate::reversi::patterns::Features;

/// A legal move and the position after it, with what else a search keeps of it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Child<const SIZE: u32, K = ()> {
    pub(super) discs: Discs<SIZE>,
    pub(super) kept: K,
    pub(super) cell: u8,
    /// The lower the earlier.
    pub(super) rank: i32,
}

/// Weights of the ordering: a reply of the opponent (corners count twice), a move into a corner, a disc of the estimate
/// and of a shallow search. A disc on the frontier counts 1. Fewer replies make a smaller tree, whatever the value:
/// against 8 for replies and estimate, endgames with 20 to 23 empty cells take 8 % fewer nodes.
const MOBILITY: i32 = 32;
const CORNER: i32 = 6;
const ESTIMATE: i32 = 6;
const SHALLOW_VALUE: i32 = 12;

/// In searches to the end from so many empty cells or fewer, a child that leaves more replies than the best one by more than this
/// comes after the others, without an estimate: it would seldom come first, and estimates cost more than anything else here.
const NARROW_EMPTIES: u32 = 20;
const WIDTH: i32 = 2 * MOBILITY;
const LATE: i32 = 1 << 20;

/// Ranks that the ordering leaves alone: a move that takes all discs, and the two that the table remembers.
const WINS: i32 = i32::MIN;
const BEST: i32 = i32::MIN + 1;
const SECOND: i32 = i32::MIN + 2;

/// Plies of the search that ranks children; `None` for mobility alone. Where the search does not reach the end, the estimate
/// is enough: searches of one to four plies take 15 % more nodes in all.
fn sort_depth(depth: u32, node: &Node<'_>) -> Option<u32> {
    match depth {
        0..=2 => None,
        // All children of an all node are searched, so their order matters little. With more empty cells the expectation is
        // wrong too often: 5 % more nodes in FFO 46-48.
        _ if depth == node.empties && depth <= NARROW_EMPTIES && !node.expects_cutoff => None,
        _ if depth == node.empties => Some(depth.saturating_sub(14) / 3),
        _ => Some(0),
    }
}

impl Worker<'_> {
    /// All children. Only those that the table remembers and wins have a rank yet. Give them back to `spare`.
    pub(super) fn children(&mut self, node: &Node<'_>, known: Entry) -> Vec<MidgameChild> {
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        children.extend(Bits(node.moves).map(|cell| {
            let turned = node.discs.turned(cell);
            let (discs, cell) = (node.discs.after(cell, turned), cell as u8);
            let rank = match cell {
                _ if discs.mover == 0 => WINS,
                _ if cell == known.best => BEST,
                _ if cell == known.second => SECOND,
                _ => 0,
            };
            Child { discs, kept: Turn { turned, ..Turn::default() }, cell, rank }
        }));
        children
    }

    /// Finds the replies to all children, and the rank of those that have none, for a search to this depth.
    pub(super) fn rank(&mut self, node: &Node<'_>, children: &mut [MidgameChild], depth: u32) {
        let sort_depth = sort_depth(depth, node);
        if depth > 2 && node.children_are_in_table(depth) {
            // Misses of the cache overlap this way, and the ranking goes on meanwhile.
            let touched = children.iter().fold(0, |words, child| words ^ self.shared.table.touch(child.discs));
            std::hint::black_box(touched);
        }
        for four in children.chunks_mut(4) {
            rank_by_mobility(four);
        }
        let Some(sort_depth) = sort_depth else { return };
        let lowest = children.iter().map(|child| child.rank).filter(|rank| *rank > SECOND).min().unwrap_or(0);
        let is_narrow = depth == node.empties && node.empties <= NARROW_EMPTIES;
        for child in children.iter_mut().filter(|child| child.rank > SECOND) {
            if is_narrow && child.rank > lowest + WIDTH {
                child.rank += LATE;
                continue;
            }
            let features = node.features_after(child);
            let next = node.after(child, &features);
            child.rank += if sort_depth == 0 {
                let estimate = self.evaluate(&features, next.empties);
                child.kept.estimate = Some(estimate);
                ESTIMATE * estimate
            } else {
                SHALLOW_VALUE * self.pv(&next, [-64, 64], sort_depth, 0)
            };
        }
    }

    /// The best child with a null window, up to the first above it, and its cell. `search` gives the value of a child for
    /// the side to move there. Where `is_shared`, children that another thread is searching are put off.
    pub(super) fn best_child<const SIZE: u32, K: Copy>(
        &mut self,
        children: &mut [Child<SIZE, K>],
        alpha: i32,
        is_shared: bool,
        mut search: impl FnMut(&mut Self, &Child<SIZE, K>) -> i32,
    ) -> (i32, u8) {
        let (mut best, mut best_cell) = (-65, NO_MOVE);
        let mut deferred: Vec<Child<SIZE, K>> = Vec::new();
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

/// Finds the replies to up to four children at once.
fn rank_by_mobility(children: &mut [MidgameChild]) {
    let corners = Discs::<8>::CORNERS;
    let (mut movers, mut others) = ([0; 4], [0; 4]);
    for (lane, child) in children.iter().enumerate() {
        (movers[lane], others[lane]) = (child.discs.mover, child.discs.other);
    }
    let replies = turning_cells_in_lanes(Lanes::new(movers), Lanes::new(others));
    for (child, replies) in children.iter_mut().zip(replies.words()) {
        child.kept.replies = replies;
        if child.rank > SECOND {
            let frontier = neighbours(child.discs.empty()) & child.discs.other;
            child.rank = (replies.count_ones() + (replies & corners).count_ones()).cast_signed() * MOBILITY
                + frontier.count_ones().cast_signed()
                - if 1 << child.cell & corners == 0 { 0 } else { CORNER };
        }
    }
}

/// One step of selection sort: a cutoff often makes the rest of the order irrelevant.
#[inline]
pub(super) fn bring_best<const SIZE: u32, K: Copy>(children: &mut [Child<SIZE, K>], place: usize) {
    let mut best = place;
    for other in place + 1..children.len() {
        if children[other].rank < children[best].rank {
            best = other;
        }
    }
    children.swap(place, best);
}
