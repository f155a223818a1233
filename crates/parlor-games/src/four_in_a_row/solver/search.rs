//! Null-window alpha-beta search: whether the score of a position is at least `beta`.

use super::book::Book;
use super::geometry::BOTTOM;
use super::node::{CENTER_FIRST, Children, LANE_OF_CELL, Node};
use super::search_control::SearchControl;
use super::strategy_bounds::{strategy_lower_bound, strategy_upper_bound};
use super::transposition_table::{TableEntry, WorkerTable};

/// Number of discs from which children are not probed in the table before one of them is searched.
const CHILD_PROBE_END: i32 = 32;
/// Number of discs from which searching again is cheaper than probing the table.
const PROBE_END: i32 = 36;
/// Number of discs from which workers do not defer moves that others are searching, because the table sections of late
/// positions are not shared.
const DEFERRAL_END: i32 = 19;

/// Search of one worker.
pub(super) struct Search<'t, C> {
    table: WorkerTable<'t>,
    control: C,
    book: Option<&'t Book>,
    /// The last ply of which the book has scores.
    last_book_ply: u32,
}

/// Lowest bits of a move's rank: earlier lanes rank higher among equals, and the last three bits are the lane.
const LANE_BITS: [i32; 8] = [0o70, 0o61, 0o52, 0o43, 0o34, 0o25, 0o16, 0o07];

/// Iterator over the lanes of moves by descending rank, 0 for no move. Selects one move at a time instead of sorting,
/// because the first one usually causes a cutoff.
struct MovePicker([i32; 8]);

impl MovePicker {
    fn is_empty(&self) -> bool {
        self.0 == [0; 8]
    }
}

impl Iterator for MovePicker {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let best = self.0.iter().copied().fold(0, i32::max);
        let lane = (best & 7).cast_unsigned() as usize;
        self.0[lane] = 0;
        (best > 0).then_some(lane)
    }
}

impl<'t, C: SearchControl> Search<'t, C> {
    pub(super) fn new(table: WorkerTable<'t>, control: C, book: Option<&'t Book>) -> Self {
        Self { table, control, book, last_book_ply: book.map_or(0, Book::last_ply) }
    }

    /// Nodes visited, as the control counts them.
    pub(super) fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// A lower bound of the score if it is at least `beta`, an upper bound otherwise (fail-soft). The node must have a
    /// move. `None` if the control stopped the search.
    pub(super) fn null_window(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let value = self.visit(node, beta);
        (!self.control.is_stopped()).then_some(value)
    }

    /// Recursive part of `null_window`; the result is meaningless once the control has stopped the search.
    fn visit(&mut self, node: &Node, beta: i32) -> i32 {
        if !self.control.enter_node() {
            return 0;
        }
        let discs = node.discs.cast_signed();
        if discs >= 40 {
            return 0;
        }
        // Neither side wins with its next disc.
        let (upper, lower) = ((41 - discs) / 2, -(40 - discs) / 2);
        if upper < beta {
            return upper;
        }
        if lower >= beta {
            return lower;
        }
        if node.moves & (node.moves - 1) != 0 {
            return self.expand(node, beta);
        }
        let child = node.after_only_move();
        if child.moves == 0 {
            return upper;
        }
        match strategy_upper_bound(&child) {
            Some(bound) if -bound >= beta => -bound,
            _ => -self.visit(&child, 1 - beta),
        }
    }

    fn expand(&mut self, node: &Node, beta: i32) -> i32 {
        let discs = node.discs.cast_signed();
        let (key, is_mirrored) = node.key();
        if let Some(score) = self.book_score(key, node.discs) {
            return score;
        }
        let slot = self.table.slot(key, node.discs);
        let children = node.children();
        if children.without_safe_reply() & node.moves != 0 {
            return (41 - discs) / 2;
        }
        let (mut upper, mut lower) = ((39 - discs) / 2, -(40 - discs) / 2);
        if upper < beta {
            return upper;
        }
        let orient = |column: usize| if is_mirrored && column < 7 { 6 - column } else { column };
        let mut hash_move = 7;
        if discs < PROBE_END
            && let Some(entry) = self.table.get(slot)
        {
            if entry.lower >= beta {
                return entry.lower;
            }
            if entry.upper < beta {
                return entry.upper;
            }
            lower = lower.max(entry.lower);
            upper = upper.min(entry.upper);
            hash_move = orient(entry.column);
        }
        if let Some(bound) = strategy_lower_bound(node, &children)
            && bound >= beta
        {
            return bound;
        }
        let (mut best, mut moves) = (i32::MIN, node.moves);
        if discs < CHILD_PROBE_END {
            match self.probe_children(node, &children, beta) {
                Err((lower, lane)) => {
                    self.table.put(slot, TableEntry { lower, upper, column: orient(CENTER_FIRST[lane]) }, 0);
                    return lower;
                }
                Ok(rest) => (best, moves) = rest,
            }
        }
        let before = self.control.nodes();
        let mut best_column = 7;
        let mut picker = rank_moves(node, moves, &children, hash_move);
        let can_defer = C::CAN_STOP && discs < DEFERRAL_END;
        let mut deferred = MovePicker([0; 8]);
        let mut is_first = true;
        loop {
            let Some(lane) = picker.next() else {
                // Second pass over the deferred moves: by now most of them are in the table.
                if can_defer && !deferred.is_empty() {
                    picker = std::mem::replace(&mut deferred, MovePicker([0; 8]));
                    is_first = true;
                    continue;
                }
                break;
            };
            if can_defer && let Some(in_progress) = self.control.in_progress() {
                if !is_first && in_progress.contains(children.key[lane]) {
                    deferred.0[lane] = 1 << 6 | LANE_BITS[lane];
                    continue;
                }
                in_progress.insert(children.key[lane]);
            }
            is_first = false;
            let value = -self.visit(&node.child(&children, lane), 1 - beta);
            if C::CAN_STOP && self.control.is_stopped() {
                return 0;
            }
            if can_defer && let Some(in_progress) = self.control.in_progress() {
                in_progress.remove(children.key[lane]);
            }
            if value > best {
                best = value;
                best_column = CENTER_FIRST[lane];
                if value >= beta {
                    break;
                }
            }
        }
        if discs < PROBE_END {
            if best >= beta {
                lower = lower.max(best);
            } else {
                upper = upper.min(best);
            }
            self.table.put(
                slot,
                TableEntry { lower, upper, column: orient(best_column) },
                self.control.nodes() - before,
            );
        }
        best
    }

    /// The score of a position that the book stores because it is hard to search.
    #[inline]
    fn book_score(&self, key: u64, discs: u32) -> Option<i32> {
        // False for almost all nodes.
        if discs > self.last_book_ply {
            return None;
        }
        self.book?.hard_score(key + BOTTOM, discs)
    }

    /// Enhanced transposition cutoff: probes the book and the table for all children. `Err` with the bound and the lane of a child
    /// that causes a cutoff, else the best bound of the children proved to fail low and the moves that remain.
    #[inline]
    fn probe_children(&self, node: &Node, children: &Children, beta: i32) -> Result<(i32, u64), (i32, usize)> {
        let (mut best, mut moves) = (i32::MIN, node.moves);
        let mut left = node.moves;
        while left != 0 {
            let lane = LANE_OF_CELL[left.trailing_zeros() as usize];
            left &= left - 1;
            let (key, discs) = (children.key[lane], node.discs + 1);
            let bounds = match self.book_score(key, discs) {
                Some(score) => (score, score),
                None => match self.table.get(self.table.slot(key, discs)) {
                    Some(entry) => (entry.lower, entry.upper),
                    None => continue,
                },
            };
            let (lower, upper) = bounds;
            if -upper >= beta {
                return Err((-upper, lane));
            }
            if -lower < beta {
                moves ^= children.cell[lane];
                best = best.max(-lower);
            }
        }
        Ok((best, moves))
    }
}

/// Move ordering: the hash move, then by the number of winning cells, then from the center outwards. The
/// fixed order of columns matters: anything that disturbs it costs transpositions.
#[inline]
fn rank_moves(node: &Node, moves: u64, children: &Children, hash_move: usize) -> MovePicker {
    let mut ranks = [0; 8];
    for lane in 0..7 {
        let cell = children.cell[lane];
        let replies = children.moves[lane];
        let mut rank = 4 * children.wins[lane].count_ones().cast_signed() + 8;
        // Playing below a winning cell gives it up.
        rank -= 2 * i32::from(cell << 1 & node.mover_wins != 0);
        rank += i32::from(replies & replies.wrapping_sub(1) == 0);
        rank += 32 * i32::from(CENTER_FIRST[lane] == hash_move);
        let rank = (rank << 6) + LANE_BITS[lane];
        ranks[lane] = if cell & moves == 0 { 0 } else { rank };
    }
    MovePicker(ranks)
}
