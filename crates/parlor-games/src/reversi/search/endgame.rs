//! The endgame with null windows: exact, without the evaluator. Up to `SHALLOW` empty cells parity orders the
//! moves and nothing is stored; above, the moves that leave the opponent fewest replies come first (fastest
//! first), with stability cutoffs, enhanced transposition cutoffs and the transposition table.

use super::FULL;
use super::children::{Child, bring_best};
use super::last_empties::odd_quarters;
use super::stability::stable_discs;
use super::table::{Entry, NO_MOVE};
use super::worker::Worker;
use crate::bits::Bits;
use crate::reversi::bitboard::neighbours;
use crate::reversi::discs::Discs;

/// Up to so many empty cells there is no table and no sorting.
const SHALLOW: u32 = 6;
/// Up to so many empty cells the table of this thread is used, above it the shared one.
const NEAR: u32 = 12;
const NEAR_MOVES: usize = 16;
/// From so many empty cells on the children are looked up in the table before any of them is searched.
const CUTOFFS_FROM: u32 = 13;
/// The most legal moves of a position with at most as many empty cells as this search is used for.
const MOST_MOVES: usize = 20;

/// Weights of the ordering: a reply of the opponent (corners count twice), a move into a corner, a move into an odd
/// quarter. A disc on the frontier counts 1.
const MOBILITY: i32 = 8;
const CORNER: i32 = 6;
const PARITY: i32 = 3;

/// Above every margin that can still be reached, or `None` when stability does not decide.
#[inline]
pub(super) fn stability_cutoff<const SIZE: u32>(discs: Discs<SIZE>, empties: u32, alpha: i32) -> Option<i32> {
    // Few discs are stable where many cells are empty; measured, a test below this margin costs more than it saves.
    if alpha < STABILITY_FROM[empties as usize & 63] {
        return None;
    }
    let stable = stable_discs::<SIZE>(discs.other, discs.mover).count_ones().cast_signed();
    let upper = Discs::<SIZE>::CELLS - 2 * stable;
    (upper <= alpha).then_some(upper)
}

static STABILITY_FROM: [i32; 64] = {
    let mut from = [0; 64];
    let mut empties = 12;
    while empties < 64 {
        from[empties] = 2 * (empties as u32).cast_signed() - 20;
        empties += 1;
    }
    from
};

impl Worker<'_> {
    /// Whether the margin is above `alpha`: a bound on the right side of it. 0 or more empty cells.
    pub(super) fn endgame<const SIZE: u32>(&mut self, discs: Discs<SIZE>, alpha: i32) -> i32 {
        let empties = discs.empties();
        if empties <= SHALLOW {
            self.shallow(discs, empties, alpha)
        } else if empties <= NEAR {
            self.near(discs, empties, alpha)
        } else {
            self.sorted(discs, empties, alpha)
        }
    }

    fn shallow<const SIZE: u32>(&mut self, discs: Discs<SIZE>, empties: u32, alpha: i32) -> i32 {
        if empties <= 4 {
            return discs.last_cells(alpha, &mut self.nodes);
        }
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if let Some(upper) = stability_cutoff(discs, empties, alpha) {
            return upper;
        }
        let moves = discs.moves();
        if moves == 0 {
            let passed = discs.passed();
            return if passed.moves() == 0 { discs.margin() } else { -self.shallow(passed, empties, -alpha - 1) };
        }
        let odd = odd_quarters(discs.empty());
        let mut best = -Discs::<SIZE>::CELLS;
        for cells in [moves & odd, moves & !odd] {
            for cell in Bits(cells) {
                let next = discs.after(cell, discs.turned(cell));
                let found = if empties == 5 {
                    -next.last_four(-alpha - 1, &mut self.nodes)
                } else {
                    -self.shallow(next, empties - 1, -alpha - 1)
                };
                best = best.max(found);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Near the leaves: bounds in the table of this thread.
    fn near<const SIZE: u32>(&mut self, discs: Discs<SIZE>, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if let Some(upper) = stability_cutoff(discs, empties, alpha) {
            return upper;
        }
        let known = self.local.get(discs);
        if i32::from(known.lower) > alpha {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) <= alpha {
            return i32::from(known.upper);
        }
        let moves = discs.moves();
        if moves == 0 {
            let passed = discs.passed();
            return if passed.moves() == 0 { discs.margin() } else { -self.near(passed, empties, -alpha - 1) };
        }
        let mut children = [Child::default(); NEAR_MOVES];
        let mut count = 0;
        let odd = odd_quarters(discs.empty());
        for cell in Bits(moves) {
            let next = discs.after(cell, discs.turned(cell));
            if next.mover == 0 {
                return Discs::<SIZE>::CELLS;
            }
            let rank = if u32::from(known.best) == cell { i32::MIN } else { rank(next, cell, odd) };
            children[count % NEAR_MOVES] = Child { discs: next, features: (), cell: cell as u8, rank };
            count += 1;
        }
        let children = &mut children[..count];
        let (mut best, mut best_cell) = (-Discs::<SIZE>::CELLS - 1, NO_MOVE);
        for place in 0..children.len() {
            bring_best(children, place);
            let child = children[place];
            let found = -if empties - 1 <= SHALLOW {
                self.shallow(child.discs, empties - 1, -alpha - 1)
            } else {
                self.near(child.discs, empties - 1, -alpha - 1)
            };
            if self.is_stopped {
                return alpha;
            }
            if found > best {
                (best, best_cell) = (found, child.cell);
                if best > alpha {
                    break;
                }
            }
        }
        let (lower, upper) = if best > alpha { (best, 64) } else { (-64, best) };
        self.local.store(discs, lower, upper, best_cell);
        best
    }

    fn sorted<const SIZE: u32>(&mut self, discs: Discs<SIZE>, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if let Some(upper) = stability_cutoff(discs, empties, alpha) {
            return upper;
        }
        let moves = discs.moves();
        if moves == 0 {
            let passed = discs.passed();
            return if passed.moves() == 0 { discs.margin() } else { -self.sorted(passed, empties, -alpha - 1) };
        }
        let shared = self.shared;
        let known = shared.table.get(discs).unwrap_or(Entry::NOTHING);
        let is_exact = known.depth >= empties && known.selectivity == FULL;
        if is_exact && known.lower > alpha {
            return known.lower;
        }
        if is_exact && known.upper <= alpha {
            return known.upper;
        }
        let mut children = [Child::default(); MOST_MOVES];
        let mut count = 0;
        let odd = odd_quarters(discs.empty());
        let mut touched = 0;
        for cell in Bits(moves) {
            let next = discs.after(cell, discs.turned(cell));
            if next.mover == 0 {
                return Discs::<SIZE>::CELLS;
            }
            // Misses of the cache overlap this way; the look-ups follow when all are under way.
            touched ^= if empties >= CUTOFFS_FROM { shared.table.touch(next) } else { 0 };
            children[count.min(MOST_MOVES - 1)] = Child { discs: next, features: (), cell: cell as u8, rank: 0 };
            count += 1;
        }
        std::hint::black_box(touched);
        let children = &mut children[..count.min(MOST_MOVES)];
        for child in children.iter_mut() {
            child.rank = if known.best == child.cell {
                i32::MIN
            } else if known.second == child.cell {
                i32::MIN + 1
            } else {
                rank(child.discs, u32::from(child.cell), odd)
            };
        }
        if empties >= CUTOFFS_FROM {
            for child in children.iter() {
                if let Some(reply) = shared.table.get(child.discs)
                    && reply.depth >= empties - 1
                    && reply.selectivity == FULL
                    && -reply.upper > alpha
                {
                    return -reply.upper;
                }
            }
        }
        let (mut best, mut best_cell) = (-Discs::<SIZE>::CELLS - 1, NO_MOVE);
        for place in 0..children.len() {
            bring_best(children, place);
            let child = children[place];
            let found = -self.endgame(child.discs, -alpha - 1);
            if self.is_stopped {
                return alpha;
            }
            if found > best {
                (best, best_cell) = (found, child.cell);
                if best > alpha {
                    break;
                }
            }
        }
        self.store(
            discs,
            empties,
            alpha,
            best,
            best_cell,
            if is_exact { known } else { Entry { best: known.best, ..Entry::NOTHING } },
        );
        best
    }

    fn store<const SIZE: u32>(
        &mut self,
        discs: Discs<SIZE>,
        empties: u32,
        alpha: i32,
        best: i32,
        best_cell: u8,
        known: Entry,
    ) {
        let (lower, upper) = if best > alpha { (best, known.upper.max(best)) } else { (known.lower.min(best), best) };
        let second = if known.best == best_cell { known.second } else { known.best };
        let entry = Entry { lower, upper, depth: empties, selectivity: FULL, best: best_cell, second };
        self.shared.table.store(discs, entry);
    }
}

#[inline]
fn rank<const SIZE: u32>(next: Discs<SIZE>, cell: u32, odd: u64) -> i32 {
    let corners = Discs::<SIZE>::CORNERS;
    let replies = next.moves();
    let mut rank = (replies.count_ones() + (replies & corners).count_ones()).cast_signed() * MOBILITY;
    rank -= if 1 << cell & corners == 0 { 0 } else { CORNER };
    rank -= if 1 << cell & odd == 0 { 0 } else { PARITY };
    rank + (neighbours(next.empty()) & next.other).count_ones().cast_signed()
}
