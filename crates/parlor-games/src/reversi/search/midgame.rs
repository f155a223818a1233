//! Principal variation search with the pattern evaluator, selective by multi-ProbCut. Where the depth reaches the
//! end of the game it is exact (up to selectivity), and the endgame search takes over near the leaves.

use super::FULL;
use super::children::{Node, bring_best};
use super::endgame::stability_cutoff;
use super::probcut;
use super::table::{Entry, NO_MOVE};
use super::worker::Worker;
use crate::bits::Bits;
use crate::reversi::discs::Discs;
use crate::reversi::patterns::Features;

/// With so many empty cells or fewer an exact search goes on without the evaluator.
const ENDGAME_EMPTIES: u32 = 12;
/// Nodes of less depth are neither looked up nor stored.
const TABLE_DEPTH: u32 = 2;
const PROBCUT_DEPTH: u32 = 3;
/// From a greater depth on the children are looked up in the table before any of them is searched.
const CUTOFFS_DEPTH: u32 = 6;
/// From this depth on threads avoid to search the same child at the same time.
const SHARED_DEPTH: u32 = 6;

fn sort_depth(depth: u32, is_exact: bool) -> Option<u32> {
    match depth {
        0..=2 => None,
        _ if is_exact => Some(depth.saturating_sub(14) / 3),
        _ => Some(depth.saturating_sub(6) / 4),
    }
}

impl Worker<'_> {
    /// Whether the value is above `alpha`: a bound on the right side of it. Exact where `depth` is the number of
    /// empty cells and the selectivity is `FULL`.
    pub(super) fn null_window(
        &mut self,
        discs: Discs<8>,
        features: &Features,
        depth: u32,
        alpha: i32,
        selectivity: u8,
    ) -> i32 {
        let empties = discs.empties();
        if depth >= empties && empties <= ENDGAME_EMPTIES {
            return self.endgame(discs, alpha);
        }
        self.nodes += 1;
        if depth == 0 {
            return self.evaluate(features, empties);
        }
        if self.must_stop() {
            return alpha;
        }
        if depth == empties
            && let Some(upper) = stability_cutoff(discs, empties, alpha)
        {
            return upper;
        }
        let moves = discs.moves();
        if moves == 0 {
            let passed = discs.passed();
            if passed.moves() == 0 {
                return discs.margin();
            }
            return -self.null_window(passed, &features.passed(), depth, -alpha - 1, selectivity);
        }
        if depth == 1 {
            return self.last_ply(discs, features, moves, empties, alpha);
        }
        let shared = self.shared;
        let found = if depth >= TABLE_DEPTH { shared.table.get(discs) } else { None };
        let known = found.unwrap_or(Entry::NOTHING);
        let is_usable = known.depth >= depth && known.selectivity >= selectivity;
        if is_usable && known.lower > alpha {
            return known.lower;
        }
        if is_usable && known.upper <= alpha {
            return known.upper;
        }
        if depth >= PROBCUT_DEPTH
            && let Some(cut) = self.probcut(discs, features, depth, empties, alpha, selectivity)
        {
            return cut;
        }
        let node = Node { discs, features, empties, known };
        let mut children = self.children(&node, moves, sort_depth(depth, depth == empties));
        // Children that the endgame search takes over are not in this table.
        if depth > CUTOFFS_DEPTH && (depth < empties || empties > ENDGAME_EMPTIES + 1) {
            for child in &children {
                if let Some(reply) = shared.table.get(child.discs)
                    && reply.depth >= depth - 1
                    && reply.selectivity >= selectivity
                    && -reply.upper > alpha
                {
                    return -reply.upper;
                }
            }
        }
        let is_shared = self.is_parallel && depth >= SHARED_DEPTH;
        let (best, best_cell) = self.best_child(&mut children, alpha, is_shared, |worker, child| {
            worker.null_window(child.discs, &child.features, depth - 1, -alpha - 1, selectivity)
        });
        if self.is_stopped {
            return alpha;
        }
        if depth >= TABLE_DEPTH {
            let (lower, upper) = if best > alpha { (best, 64) } else { (-64, best) };
            self.remember(discs, known, Entry { lower, upper, depth, selectivity, best: best_cell, second: NO_MOVE });
        }
        best
    }

    /// Depth 1: the evaluator after each move.
    fn last_ply(&mut self, discs: Discs<8>, features: &Features, moves: u64, empties: u32, alpha: i32) -> i32 {
        let mut best = -65;
        for cell in Bits(moves) {
            self.nodes += 1;
            let turned = discs.turned(cell);
            let found =
                if turned == discs.other { 64 } else { -self.evaluate(&features.after(cell, turned), empties - 1) };
            best = best.max(found);
            if best > alpha {
                break;
            }
        }
        best
    }

    fn probcut(
        &mut self,
        discs: Discs<8>,
        features: &Features,
        depth: u32,
        empties: u32,
        alpha: i32,
        selectivity: u8,
    ) -> Option<i32> {
        let shallow = probcut::shallow_depth(depth);
        let threshold = probcut::threshold(selectivity, depth, empties)?;
        // The evaluator alone tells which of the two searches has a chance.
        let estimate = self.evaluate(features, empties);
        let (high, low) = (alpha + 1 + threshold, alpha - threshold);
        if high < 64 && estimate >= alpha && self.null_window(discs, features, shallow, high - 1, selectivity) >= high {
            return Some(alpha + 1);
        }
        if low > -64 && estimate <= alpha + 1 && self.null_window(discs, features, shallow, low, selectivity) <= low {
            return Some(alpha);
        }
        None
    }

    /// The value within the window, or a bound outside it. If the search stops on the way, the best move of those that were
    /// finished and raised the window is in `last_best`.
    pub(super) fn pv(
        &mut self,
        discs: Discs<8>,
        features: &Features,
        window: [i32; 2],
        depth: u32,
        selectivity: u8,
    ) -> i32 {
        let [mut alpha, beta] = window;
        let empties = discs.empties();
        self.nodes += 1;
        if depth == 0 {
            return if empties == 0 { discs.margin() } else { self.evaluate(features, empties) };
        }
        if self.must_stop() {
            return alpha;
        }
        let moves = discs.moves();
        if moves == 0 {
            let passed = discs.passed();
            if passed.moves() == 0 {
                return discs.margin();
            }
            let value = -self.pv(passed, &features.passed(), [-beta, -alpha], depth, selectivity);
            self.last_best = NO_MOVE;
            return value;
        }
        let known = self.shared.table.get(discs).unwrap_or(Entry::NOTHING);
        let node = Node { discs, features, empties, known };
        let mut children = self.children(&node, moves, sort_depth(depth, depth == empties));
        let floor = alpha;
        let (mut best, mut best_cell) = (-65, NO_MOVE);
        for place in 0..children.len() {
            bring_best(&mut children, place);
            let child = children[place];
            let mut found = 65;
            if place > 0 {
                found = -self.null_window(child.discs, &child.features, depth - 1, -alpha - 1, selectivity);
            }
            if place == 0 || (found > alpha && found < beta) {
                found = -self.pv(child.discs, &child.features, [-beta, -alpha], depth - 1, selectivity);
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
