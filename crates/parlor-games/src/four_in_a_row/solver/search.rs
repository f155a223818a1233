//! The null-window search: is the score of a position at least so much?

use super::bounds::{follow_up, followed_up};
use super::node::{CENTRE_FIRST, Children, LANE_OF_CELL, Node};
use super::table::{Known, WorkersTable};
use super::watch::Watch;

/// From this many discs on, the children are no longer looked up before one of them is searched.
const LAST_CHILDREN_PROBE: i32 = 32;
/// From this many discs on, searching again is cheaper than asking the table.
const LAST_PROBE: i32 = 36;

/// From this many discs on, workers do not look at what the others are at: late positions are in no table that they share.
const LAST_SHARED: i32 = 19;

/// One worker's search.
pub(super) struct Search<'t, W> {
    table: WorkersTable<'t>,
    watch: W,
}

/// Earlier lanes first among equals, and which lane it is.
const LANE_BITS: [i32; 8] = [0o70, 0o61, 0o52, 0o43, 0o34, 0o25, 0o16, 0o07];

/// Moves by their promise, each with its lane in the lowest bits; picked one by one, as most often one is enough.
struct Merits([i32; 8]);

impl Merits {
    fn is_empty(&self) -> bool {
        self.0 == [0; 8]
    }
}

impl Iterator for Merits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let best = self.0.iter().copied().fold(0, i32::max);
        let lane = (best & 7).cast_unsigned() as usize;
        self.0[lane] = 0;
        (best > 0).then_some(lane)
    }
}

impl<'t, W: Watch> Search<'t, W> {
    pub(super) fn new(table: WorkersTable<'t>, watch: W) -> Self {
        Self { table, watch }
    }

    /// Positions visited, as the watch counts them.
    pub(super) fn nodes(&self) -> u64 {
        self.watch.nodes()
    }

    /// A lower bound of the score if it is at least `beta`, an upper bound otherwise. The node must have a move.
    /// `None` if the watch ended the search.
    pub(super) fn at_least(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let value = self.visit(node, beta);
        (!self.watch.has_ended()).then_some(value)
    }

    /// As `at_least`; what it returns means nothing once the watch has ended the search.
    fn visit(&mut self, node: &Node, beta: i32) -> i32 {
        if !self.watch.enter() {
            return 0;
        }
        let discs = node.discs.cast_signed();
        if discs >= 40 {
            return 0;
        }
        // Nobody wins with the next disc.
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
        match follow_up(&child) {
            Some(bound) if -bound >= beta => -bound,
            _ => -self.visit(&child, 1 - beta),
        }
    }

    fn expand(&mut self, node: &Node, beta: i32) -> i32 {
        let discs = node.discs.cast_signed();
        let (key, is_mirrored) = node.key();
        let slot = self.table.slot(key, node.discs);
        let children = node.children();
        if children.without_answer() & node.moves != 0 {
            return (41 - discs) / 2;
        }
        let (mut upper, mut lower) = ((39 - discs) / 2, -(40 - discs) / 2);
        if upper < beta {
            return upper;
        }
        let turned = |column: usize| if is_mirrored && column < 7 { 6 - column } else { column };
        let mut first = 7;
        if discs < LAST_PROBE
            && let Some(known) = self.table.get(slot)
        {
            if known.lower >= beta {
                return known.lower;
            }
            if known.upper < beta {
                return known.upper;
            }
            lower = lower.max(known.lower);
            upper = upper.min(known.upper);
            first = turned(known.column);
        }
        if let Some(bound) = followed_up(node, &children)
            && bound >= beta
        {
            return bound;
        }
        let (mut best, mut moves) = (i32::MIN, node.moves);
        if discs < LAST_CHILDREN_PROBE {
            match self.look_up_children(node, &children, beta) {
                Err((lower, lane)) => {
                    self.table.put(slot, Known { lower, upper, column: turned(CENTRE_FIRST[lane]) }, 0);
                    return lower;
                }
                Ok(left) => (best, moves) = left,
            }
        }
        let before = self.watch.nodes();
        let mut best_column = 7;
        let mut merits = merits(node, moves, &children, first);
        let shares = W::MAY_END && discs < LAST_SHARED;
        let mut deferred = Merits([0; 8]);
        let mut is_first = true;
        loop {
            let Some(lane) = merits.next() else {
                // The second round, of what others were at: by now most of it is in the table.
                if shares && !deferred.is_empty() {
                    merits = std::mem::replace(&mut deferred, Merits([0; 8]));
                    is_first = true;
                    continue;
                }
                break;
            };
            if shares && let Some(busy) = self.watch.busy() {
                if !is_first && busy.has(children.key[lane]) {
                    deferred.0[lane] = 1 << 6 | LANE_BITS[lane];
                    continue;
                }
                busy.begin(children.key[lane]);
            }
            is_first = false;
            let value = -self.visit(&node.child(&children, lane), 1 - beta);
            if W::MAY_END && self.watch.has_ended() {
                return 0;
            }
            if shares && let Some(busy) = self.watch.busy() {
                busy.end(children.key[lane]);
            }
            if value > best {
                best = value;
                best_column = CENTRE_FIRST[lane];
                if value >= beta {
                    break;
                }
            }
        }
        if discs < LAST_PROBE {
            if best >= beta {
                lower = lower.max(best);
            } else {
                upper = upper.min(best);
            }
            self.table.put(slot, Known { lower, upper, column: turned(best_column) }, self.watch.nodes() - before);
        }
        best
    }

    /// Enhanced transposition cut-off: perhaps a child is known well enough already. If not, the best score of those that are
    /// known to fall short, and the moves that are left.
    #[inline]
    fn look_up_children(&self, node: &Node, children: &Children, beta: i32) -> Result<(i32, u64), (i32, usize)> {
        let (mut best, mut moves) = (i32::MIN, node.moves);
        let mut left = node.moves;
        while left != 0 {
            let lane = LANE_OF_CELL[left.trailing_zeros() as usize];
            left &= left - 1;
            let Some(known) = self.table.get(self.table.slot(children.key[lane], node.discs + 1)) else { continue };
            if -known.upper >= beta {
                return Err((-known.upper, lane));
            }
            if -known.lower < beta {
                moves ^= children.cell[lane];
                best = best.max(-known.lower);
            }
        }
        Ok((best, moves))
    }
}

/// The more winning cells the better, then from the centre outwards. What else was tried is in the README.
#[inline]
fn merits(node: &Node, moves: u64, children: &Children, first: usize) -> Merits {
    let mut merits = [0; 8];
    for lane in 0..7 {
        let cell = children.cell[lane];
        let answers = children.moves[lane];
        let mut merit = 4 * children.wins[lane].count_ones().cast_signed() + 8;
        // Playing below a winning cell gives it up.
        merit -= 2 * i32::from(cell << 1 & node.mover_wins != 0);
        merit += i32::from(answers & answers.wrapping_sub(1) == 0);
        merit += 32 * i32::from(CENTRE_FIRST[lane] == first);
        let merit = (merit << 6) + LANE_BITS[lane];
        merits[lane] = if cell & moves == 0 { 0 } else { merit };
    }
    Merits(merits)
}
