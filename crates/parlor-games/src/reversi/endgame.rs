//! The last moves, exactly: the difference in discs with best play, the empty cells counted for the winner.
//! Alpha-beta with null windows. Far from the end the moves that leave the opponent fewest replies come first
//! (fastest first) and a table keeps whole positions; near it the regions with an odd number of empty cells
//! do (parity), and the last cells are filled without looking for moves at all.

use parlor_engines::Budget;

use super::evaluator::neighbours;
use super::known::{Bounds, Known};
use super::lines::{turned_discs, turning_cells};
use crate::bits::Bits;

/// Up to here parity orders the moves and nothing is kept.
const SHALLOW: u32 = 6;
const WORST: i32 = -64;
const CORNERS: u64 = 0x8100_0000_0000_0081;
const MOST_MOVES: usize = 34;

const QUARTERS: [u64; 4] = [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        table[cell] = neighbours(1 << cell);
        cell += 1;
    }
    table
};

/// The discs of the side to move and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Discs {
    pub(super) mover: u64,
    pub(super) other: u64,
}

impl Discs {
    fn empty(self) -> u64 {
        !(self.mover | self.other)
    }

    fn moves(self) -> u64 {
        turning_cells(self.mover, self.other)
    }

    fn passed(self) -> Discs {
        Discs { mover: self.other, other: self.mover }
    }

    #[inline]
    fn after(self, cell: u32, turned: u64) -> Discs {
        Discs { mover: self.other & !turned, other: self.mover | turned | 1 << cell }
    }

    /// `None` where the cell turns nothing.
    #[inline]
    fn try_place(self, cell: u32) -> Option<Discs> {
        // Most empty cells have no disc to turn beside them, and this sees it in one step.
        if NEIGHBOURS[cell as usize & 63] & self.other == 0 {
            return None;
        }
        let turned = turned_discs(self.mover, self.other, cell);
        (turned != 0).then(|| self.after(cell, turned))
    }

    /// Of a game that is over.
    fn margin(self) -> i32 {
        let (mine, theirs) = (self.mover.count_ones().cast_signed(), self.other.count_ones().cast_signed());
        let empty = 64 - mine - theirs;
        (mine - theirs) + (mine - theirs).signum() * empty
    }
}

#[derive(Debug)]
pub(super) struct Endgame {
    known: Known,
}

impl Endgame {
    pub(super) fn new(table_mib: u32) -> Endgame {
        Endgame { known: Known::new(table_mib) }
    }

    pub(super) fn reset(&mut self) {
        self.known.reset();
    }

    /// The margin for the side to move if it lies between `alpha` and `beta`, otherwise a bound on that side.
    /// `None` out of budget.
    pub(super) fn margin(&mut self, discs: Discs, alpha: i32, beta: i32, budget: &mut Budget) -> Option<i32> {
        if discs.empty().count_ones() <= SHALLOW {
            return shallow(discs, alpha, beta, false, budget);
        }
        if !budget.spend() {
            return None;
        }
        let moves = discs.moves();
        if moves == 0 {
            let passed = discs.passed();
            if passed.moves() == 0 {
                return Some(discs.margin());
            }
            return Some(-self.margin(passed, -beta, -alpha, budget)?);
        }
        let bounds = self.known.find(discs);
        let (mut alpha, beta) = (alpha.max(bounds.at_least), beta.min(bounds.at_most));
        if alpha >= beta {
            // Whichever bound it was, it is on the right side of the window.
            return Some(if bounds.at_least >= beta { bounds.at_least } else { bounds.at_most });
        }
        let floor = alpha;
        let (mut best, mut best_cell) = (WORST - 1, 0);
        for (place, child) in ranked(discs, moves, bounds.best).iter().enumerate() {
            let mut found = WORST - 1;
            if place > 0 {
                found = -self.margin(child.discs, -alpha - 1, -alpha, budget)?;
            }
            if place == 0 || (found > alpha && found < beta) {
                found = -self.margin(child.discs, -beta, -alpha, budget)?;
            }
            if found > best {
                (best, best_cell) = (found, child.cell);
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        let at_most = if best < beta { best } else { bounds.at_most };
        let at_least = if best > floor { best } else { bounds.at_least };
        self.known.store(discs, Bounds { at_least, at_most, best: Some(best_cell) });
        Some(best)
    }
}

#[derive(Clone, Copy, Debug)]
struct Child {
    cell: u32,
    discs: Discs,
    rank: i32,
}

/// The moves, the most promising first.
fn ranked(discs: Discs, moves: u64, best: Option<u32>) -> Vec<Child> {
    let odd = odd_quarters(discs.empty());
    let mut children: Vec<Child> = Vec::with_capacity(MOST_MOVES);
    children.extend(Bits(moves).map(|cell| {
        let next = discs.after(cell, turned_discs(discs.mover, discs.other, cell));
        let replies = next.moves();
        let mut rank = (replies.count_ones() + (replies & CORNERS).count_ones()).cast_signed() * 8;
        rank -= if 1 << cell & CORNERS == 0 { 0 } else { 6 };
        rank -= if 1 << cell & odd == 0 { 0 } else { 3 };
        rank += frontier(next);
        Child { cell, discs: next, rank: if best == Some(cell) { i32::MIN } else { rank } }
    }));
    children.sort_unstable_by_key(|child| child.rank);
    children
}

/// How much of who just moved can still be turned from outside.
fn frontier(next: Discs) -> i32 {
    (neighbours(next.empty()) & next.other).count_ones().cast_signed()
}

/// The cells of the quarters with an odd number of empty cells: who moves there first also moves last.
#[inline]
fn odd_quarters(empty: u64) -> u64 {
    QUARTERS.iter().fold(0, |odd, quarter| if (empty & quarter).count_ones() % 2 == 1 { odd | quarter } else { odd })
}

fn shallow(discs: Discs, mut alpha: i32, beta: i32, has_passed: bool, budget: &mut Budget) -> Option<i32> {
    let empty = discs.empty();
    match empty.count_ones() {
        0 => return Some(discs.margin()),
        1 => return Some(last_cell(discs, empty.trailing_zeros())),
        2 => {
            let (one, two) = (empty.trailing_zeros(), empty.ilog2());
            return Some(last_two(discs, one, two, alpha, beta, has_passed));
        }
        _ => {}
    }
    if !budget.spend() {
        return None;
    }
    let odd = odd_quarters(empty);
    let mut best = WORST - 1;
    for cell in Bits(empty & odd).chain(Bits(empty & !odd)) {
        let Some(next) = discs.try_place(cell) else { continue };
        best = best.max(-shallow(next, -beta, -alpha, false, budget)?);
        alpha = alpha.max(best);
        if alpha >= beta {
            return Some(best);
        }
    }
    if best >= WORST {
        return Some(best);
    }
    if has_passed {
        return Some(discs.margin());
    }
    Some(-shallow(discs.passed(), -beta, -alpha, true, budget)?)
}

fn last_two(discs: Discs, one: u32, two: u32, alpha: i32, beta: i32, has_passed: bool) -> i32 {
    let mut best = WORST - 1;
    for (cell, last) in [(one, two), (two, one)] {
        if let Some(next) = discs.try_place(cell) {
            best = best.max(-last_cell(next, last));
            if best >= beta {
                return best;
            }
        }
    }
    match (best >= WORST, has_passed) {
        (true, _) => best,
        (false, true) => discs.margin(),
        (false, false) => -last_two(discs.passed(), one, two, -beta, -alpha, true),
    }
}

/// One cell is left: whoever can takes it, the side to move first.
#[inline]
fn last_cell(discs: Discs, cell: u32) -> i32 {
    let mine = discs.mover.count_ones().cast_signed();
    let turned = turned_discs(discs.mover, discs.other, cell);
    if turned != 0 {
        return 2 * (mine + turned.count_ones().cast_signed() + 1) - 64;
    }
    let turned = turned_discs(discs.other, discs.mover, cell);
    if turned != 0 {
        return 2 * (mine - turned.count_ones().cast_signed()) - 64;
    }
    discs.margin()
}
