//! The children of a node in the order to search them: by the moves the table remembers, else by the effort they take in
//! searches to the end of the game, and by the evaluator and the opponent's mobility before.

use super::node::{MidgameChild, Node, Turn};
use super::table::{Entry, NO_MOVE, hash};
use super::worker::Worker;
use crate::bits::Bits;
use crate::reversi::bitboard::{neighbours, turning_cells_in_lanes};
use crate::reversi::discs::Discs;
use crate::reversi::lanes::Lanes;
use crate::reversi::patterns::{Features, UNIT, effort_of_replies};

/// A legal move and the position after it, with what else a search keeps of it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Child<const SIZE: u32, K = ()> {
    pub(super) discs: Discs<SIZE>,
    pub(super) kept: K,
    pub(super) cell: u8,
    /// The lower the earlier.
    pub(super) rank: i32,
}

/// Weights of the ordering in a search that does not reach the end: a reply of the opponent (corners count twice), a move into
/// a corner, a disc of the estimate. A disc on the frontier counts 1.
const MOBILITY: i32 = 32;
const CORNER: i32 = 6;
const ESTIMATE: i32 = 6;
/// Up to this depth mobility alone is enough.
const MOBILITY_DEPTH: u32 = 2;

/// In searches to the end from so many empty cells or fewer, a child whose replies make more work than those of the best one by
/// more than this comes after the others, without a look at its patterns: it would seldom come first, and patterns cost more
/// than anything else here.
const NARROW_EMPTIES: u32 = 14;
const WIDTH: i32 = 2 * UNIT;
const LATE: i32 = 1 << 20;

/// In searches to the end from so many empty cells or fewer, the children of an expected all node are ordered by their replies
/// alone: all of them are searched, so their order matters little. With more empty cells the expectation is wrong too
/// often: 5 % more nodes in FFO 46-48.
const ALL_NODE_EMPTIES: u32 = 20;

/// In searches to the end with two empty cells more than this or more, a shallow search tells which children cut off, one ply
/// for every two empty cells. A disc of its value counts so much.
const SHALLOW_EMPTIES: u32 = 17;
const SHALLOW_VALUE: i32 = UNIT / 5;

/// Ranks that the ordering leaves alone: a move that takes all discs, and the two that the table remembers.
const WINS: i32 = i32::MIN;
const BEST: i32 = i32::MIN + 1;
const SECOND: i32 = i32::MIN + 2;

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
        if depth > MOBILITY_DEPTH && node.children_are_in_table(depth) {
            // Misses of the cache overlap this way, and the ranking goes on meanwhile.
            let touched = children.iter().fold(0, |words, child| words ^ self.shared.table.touch(child.discs));
            std::hint::black_box(touched);
        }
        for four in children.chunks_mut(4) {
            find_replies(four);
        }
        if depth == node.empties {
            self.rank_by_effort(node, children);
            return;
        }
        for child in unranked(children) {
            child.rank = by_mobility(child);
            if depth > MOBILITY_DEPTH {
                let estimate = self.evaluate(&node.features_after(child), node.empties - 1);
                child.kept.estimate = Some(estimate);
                child.rank += ESTIMATE * estimate;
            }
        }
    }

    /// Cheap children first, see [`effort_of_replies`].
    fn rank_by_effort(&mut self, node: &Node<'_>, children: &mut [MidgameChild]) {
        let mut lowest = i32::MAX;
        for child in unranked(children) {
            child.rank = effort_of_replies(child.discs, child.kept.replies, child.cell);
            lowest = lowest.min(child.rank);
        }
        if node.empties <= ALL_NODE_EMPTIES && !node.expects_cutoff {
            return;
        }
        let is_narrow = node.empties <= NARROW_EMPTIES;
        let plies = node.empties.saturating_sub(SHALLOW_EMPTIES) / 2;
        for child in unranked(children) {
            if is_narrow && child.rank > lowest + WIDTH {
                child.rank += LATE;
                continue;
            }
            let features = node.features_after(child);
            child.rank += self.weights.effort.of_patterns(&features, node.empties);
            if plies > 0 {
                child.rank += SHALLOW_VALUE * self.pv(&node.after(child, &features), [-64, 64], plies, 0);
            }
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
        self.weights.value.evaluate(features, 64 - empties)
    }
}

/// The children whose rank the table does not give.
fn unranked(children: &mut [MidgameChild]) -> impl Iterator<Item = &mut MidgameChild> {
    children.iter_mut().filter(|child| child.rank > SECOND)
}

/// Finds the replies to up to four children at once.
fn find_replies(children: &mut [MidgameChild]) {
    let (mut movers, mut others) = ([0; 4], [0; 4]);
    for (lane, child) in children.iter().enumerate() {
        (movers[lane], others[lane]) = (child.discs.mover, child.discs.other);
    }
    let replies = turning_cells_in_lanes(Lanes::new(movers), Lanes::new(others));
    for (child, replies) in children.iter_mut().zip(replies.words()) {
        child.kept.replies = replies;
    }
}

fn by_mobility(child: &MidgameChild) -> i32 {
    let (replies, corners) = (child.kept.replies, Discs::<8>::CORNERS);
    let frontier = neighbours(child.discs.empty()) & child.discs.other;
    (replies.count_ones() + (replies & corners).count_ones()).cast_signed() * MOBILITY
        + frontier.count_ones().cast_signed()
        - if 1 << child.cell & corners == 0 { 0 } else { CORNER }
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
