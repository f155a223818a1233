//! Principal variation search with the pattern evaluator, selective by multi-ProbCut. Where the depth reaches the
//! end of the game it is exact (up to selectivity), and the endgame search takes over near the leaves.

use super::FULL;
use super::children::bring_best;
use super::endgame::{ENDGAME_EMPTIES, stability_cutoff};
use super::node::{MidgameChild, Node};
use super::probcut;
use super::table::{Entry, NO_MOVE};
use super::worker::Worker;
use crate::bits::Bits;
use crate::reversi::discs::Discs;

const PROBCUT_DEPTH: u32 = 3;
/// From a greater depth on the children are looked up in the table before any of them is searched.
const CUTOFFS_DEPTH: u32 = 6;
/// From this depth on threads avoid to search the same child at the same time.
const SHARED_DEPTH: u32 = 6;

/// The cells beside corners, on the edge and on the diagonal.
const BESIDE_CORNERS: u64 = 0x42c3_0000_0000_c342;

impl Worker<'_> {
    /// Whether the value is above `alpha`: a bound on the right side of it. Exact where `depth` is the number of
    /// empty cells and the selectivity is `FULL`. At least one ply.
    pub(super) fn null_window(&mut self, node: &Node<'_>, depth: u32, alpha: i32, selectivity: u8) -> i32 {
        let &Node { discs, empties, .. } = node;
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if depth == empties
            && let Some(upper) = stability_cutoff(discs, empties, alpha)
        {
            return upper;
        }
        if node.moves == 0 {
            let (passed, features) = (discs.passed(), node.features.passed());
            let next = Node { expects_cutoff: !node.expects_cutoff, ..Node::new(passed, &features) };
            if next.moves == 0 {
                return discs.margin();
            }
            return -self.null_window(&next, depth, -alpha - 1, selectivity);
        }
        if depth == 1 {
            return self.last_ply(node, alpha);
        }
        let shared = self.shared;
        let known = shared.table.get(discs).unwrap_or(Entry::NOTHING);
        let is_usable = known.depth >= depth && known.selectivity >= selectivity;
        if is_usable && known.lower > alpha {
            return known.lower;
        }
        if is_usable && known.upper <= alpha {
            return known.upper;
        }
        if depth >= PROBCUT_DEPTH
            && let Some(cut) = self.probcut(node, depth, alpha, selectivity)
        {
            return cut;
        }
        let mut children = self.children(node, known);
        let has_entries = depth > CUTOFFS_DEPTH && node.children_are_in_table(depth);
        let cutoff = children.iter().filter(|_| has_entries).find_map(|child| {
            let reply = shared.table.get(child.discs)?;
            let is_usable = reply.depth >= depth - 1 && reply.selectivity >= selectivity;
            (is_usable && -reply.upper > alpha).then_some(-reply.upper)
        });
        let (best, best_cell) = match cutoff {
            Some(lower) => (lower, NO_MOVE),
            None => self.best_midgame_child(node, &mut children, depth, alpha, selectivity),
        };
        self.spare.push(children);
        if self.is_stopped {
            return alpha;
        }
        if cutoff.is_none() {
            let (lower, upper) = if best > alpha { (best, 64) } else { (-64, best) };
            self.remember(discs, known, Entry { lower, upper, depth, selectivity, best: best_cell, second: NO_MOVE });
        }
        best
    }

    /// The best child up to the first above `alpha`, and its cell. The others are ranked only if the remembered move does not
    /// cut off.
    fn best_midgame_child(
        &mut self,
        node: &Node<'_>,
        children: &mut [MidgameChild],
        depth: u32,
        alpha: i32,
        selectivity: u8,
    ) -> (i32, u8) {
        let (mut best, mut best_cell) = (-65, NO_MOVE);
        let mut rest = children;
        let mut expects_cutoff = !node.expects_cutoff;
        bring_best(rest, 0);
        if rest[0].rank < 0 {
            let (first, others) = rest.split_at_mut(1);
            first[0].kept.replies = first[0].discs.moves();
            best = -self.child(node, &first[0], depth - 1, -alpha - 1, selectivity, expects_cutoff);
            best_cell = first[0].cell;
            if best > alpha || self.is_stopped {
                return (best, best_cell);
            }
            rest = others;
            expects_cutoff = true;
        }
        self.rank(node, rest, depth);
        let is_shared = self.is_parallel && depth >= SHARED_DEPTH;
        let (found, cell) = self.best_child(rest, alpha, is_shared, |worker, child| {
            let expects_cutoff = std::mem::replace(&mut expects_cutoff, true);
            worker.child(node, child, depth - 1, -alpha - 1, selectivity, expects_cutoff)
        });
        if found > best { (found, cell) } else { (best, best_cell) }
    }

    /// The value of a child whose replies are known.
    #[inline]
    fn child(
        &mut self,
        node: &Node<'_>,
        child: &MidgameChild,
        depth: u32,
        alpha: i32,
        selectivity: u8,
        expects_cutoff: bool,
    ) -> i32 {
        let empties = node.empties - 1;
        if depth == empties && empties <= ENDGAME_EMPTIES {
            return self.endgame(child.discs, alpha);
        }
        let features = node.features_after(child);
        if depth == 0 {
            self.nodes += 1;
            return self.evaluate(&features, empties);
        }
        let next = Node { expects_cutoff, ..node.after(child, &features) };
        self.null_window(&next, depth, alpha, selectivity)
    }

    /// Depth 1: the evaluator after each move, those that often are good first.
    fn last_ply(&mut self, node: &Node<'_>, alpha: i32) -> i32 {
        let (moves, corners) = (node.moves, Discs::<8>::CORNERS);
        let mut best = -65;
        for cells in [moves & corners, moves & !corners & !BESIDE_CORNERS, moves & BESIDE_CORNERS] {
            for cell in Bits(cells) {
                self.nodes += 1;
                let turned = node.discs.turned(cell);
                let found = if turned == node.discs.other {
                    64
                } else {
                    -self.evaluate(&node.features.after(cell, turned), node.empties - 1)
                };
                best = best.max(found);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    fn probcut(&mut self, node: &Node<'_>, depth: u32, alpha: i32, selectivity: u8) -> Option<i32> {
        let shallow = probcut::shallow_depth(depth);
        let threshold = probcut::threshold(selectivity, depth, node.empties)?;
        // The evaluator alone tells which of the two searches has a chance.
        let estimate = node.estimate.unwrap_or_else(|| self.evaluate(node.features, node.empties));
        let (high, low) = (alpha + 1 + threshold, alpha - threshold);
        if high < 64 && estimate >= alpha && self.null_window(node, shallow, high - 1, selectivity) >= high {
            return Some(alpha + 1);
        }
        if low > -64 && estimate <= alpha + 1 && self.null_window(node, shallow, low, selectivity) <= low {
            return Some(alpha);
        }
        None
    }

    /// The value within the window, or a bound outside it. If the search stops on the way, the best move of those that were
    /// finished and raised the window is in `last_best`.
    pub(super) fn pv(&mut self, node: &Node<'_>, window: [i32; 2], depth: u32, selectivity: u8) -> i32 {
        let [mut alpha, beta] = window;
        let &Node { discs, empties, .. } = node;
        self.nodes += 1;
        if depth == 0 {
            return if empties == 0 { discs.margin() } else { self.evaluate(node.features, empties) };
        }
        if self.must_stop() {
            return alpha;
        }
        if node.moves == 0 {
            let (passed, features) = (discs.passed(), node.features.passed());
            let next = Node::new(passed, &features);
            if next.moves == 0 {
                return discs.margin();
            }
            let value = -self.pv(&next, [-beta, -alpha], depth, selectivity);
            self.last_best = NO_MOVE;
            return value;
        }
        let known = self.shared.table.get(discs).unwrap_or(Entry::NOTHING);
        let mut children = self.children(node, known);
        self.rank(node, &mut children, depth);
        let floor = alpha;
        let (mut best, mut best_cell) = (-65, NO_MOVE);
        for place in 0..children.len() {
            bring_best(&mut children, place);
            let child = children[place];
            let mut found = 65;
            if place > 0 {
                found = -self.child(node, &child, depth - 1, -alpha - 1, selectivity, true);
            }
            if place == 0 || (found > alpha && found < beta) {
                let features = node.features_after(&child);
                found = -self.pv(&node.after(&child, &features), [-beta, -alpha], depth - 1, selectivity);
            }
            if self.is_stopped {
                // On the way out the root comes last, so what remains is its best move so far.
                self.last_best = if best > floor { best_cell } else { NO_MOVE };
                return best;
            }
            if found > best {
                (best, best_cell) = (found, child.cell);
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.spare.push(children);
        let (lower, upper) = (if best > floor { best } else { -64 }, if best < beta { best } else { 64 });
        self.remember(discs, known, Entry { lower, upper, depth, selectivity, best: best_cell, second: NO_MOVE });
        self.last_best = best_cell;
        best
    }

    /// Stores an entry, together with what an earlier one of equal worth says.
    fn remember(&mut self, discs: Discs<8>, known: Entry, mut entry: Entry) {
        if known.depth == entry.depth && known.selectivity == entry.selectivity {
            entry.lower = entry.lower.max(known.lower).min(entry.upper.max(entry.lower));
            entry.upper = entry.upper.min(known.upper).max(entry.lower);
        } else if known.depth > entry.depth && known.selectivity >= entry.selectivity
            || known.selectivity == FULL && known.depth == discs.empties()
        {
            return;
        }
        entry.second = if known.best == entry.best { known.second } else { known.best };
        self.shared.table.store(discs, entry);
    }
}
