//! Search node: a position with both sides' winning cells, the moves that do not lose at once, and the mirror image,
//! all updated incrementally.

use super::super::rules::FourInARow;
use super::geometry::{BOARD, column_cells, completing, mirror, playable};

/// Default move order: columns from the center outwards. The eighth lane only fills the vector and is never a move.
pub(super) const CENTER_FIRST: [usize; 8] = [3, 2, 4, 1, 5, 0, 6, 6];

/// Search node whose side to move cannot win at once; `moves` are the cells after which the opponent cannot either.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) mover: u64,
    pub(super) occupied: u64,
    mover_mirrored: u64,
    occupied_mirrored: u64,
    /// Free cells that complete a four of the side to move.
    pub(super) mover_wins: u64,
    /// Free cells that complete a four of the side that moved last.
    pub(super) opponent_wins: u64,
    pub(super) moves: u64,
    pub(super) discs: u32,
}

/// All children of a node, one lane per column in the order of `CENTER_FIRST`. The contents of a lane are meaningless
/// if its move is not among the node's moves.
pub(super) struct Children {
    pub(super) cell: [u64; 8],
    /// Winning cells of the side that makes the move.
    pub(super) wins: [u64; 8],
    /// The opponent's replies that do not lose at once.
    pub(super) moves: [u64; 8],
    pub(super) occupied_mirrored: [u64; 8],
    pub(super) key: [u64; 8],
}

const LANE_COLUMNS: [u64; 8] = lane_columns(false);
const LANE_COLUMNS_MIRRORED: [u64; 8] = lane_columns(true);

const fn lane_columns(mirrored: bool) -> [u64; 8] {
    let mut cells = [0; 8];
    let mut lane = 0;
    while lane < 7 {
        let column = CENTER_FIRST[lane];
        cells[lane] = column_cells(if mirrored { 6 - column } else { column });
        lane += 1;
    }
    cells
}

/// The replies that do not lose at once to the winning cells `wins`; empty if all lose.
#[inline]
const fn safe_replies(playable: u64, wins: u64) -> u64 {
    let forced = playable & wins;
    let lone =
        if forced == 0 { playable } else { forced & (((forced & forced.wrapping_sub(1) == 0) as u64).wrapping_neg()) };
    lone & !(wins >> 1)
}

impl Node {
    pub(super) fn new(position: &FourInARow) -> Self {
        let (mover, occupied) = (position.mover(), position.occupied());
        let free = BOARD & !occupied;
        let opponent_wins = completing(mover ^ occupied) & free;
        Self {
            mover,
            occupied,
            mover_mirrored: mirror(mover),
            occupied_mirrored: mirror(occupied),
            mover_wins: completing(mover) & free,
            opponent_wins,
            moves: safe_replies(playable(occupied), opponent_wins),
            discs: occupied.count_ones(),
        }
    }

    pub(super) const fn opponent(&self) -> u64 {
        self.mover ^ self.occupied
    }

    /// A key shared by the position and its mirror image, and whether it is the mirror image's.
    #[inline]
    pub(super) fn key(&self) -> (u64, bool) {
        let (straight, mirrored) = (self.mover + self.occupied, self.mover_mirrored + self.occupied_mirrored);
        (straight.min(mirrored), mirrored < straight)
    }

    /// The child after the only move; `moves` must hold exactly one cell.
    #[inline]
    pub(super) fn after_only_move(&self) -> Self {
        let cell = self.moves;
        let occupied = self.occupied | cell;
        let wins = completing(self.mover | cell) & BOARD & !occupied;
        let shift = cell.trailing_zeros();
        let mirrored = 1 << (shift % 7 + 7 * (6 - shift / 7));
        Self {
            mover: self.opponent(),
            occupied,
            mover_mirrored: self.mover_mirrored ^ self.occupied_mirrored,
            occupied_mirrored: self.occupied_mirrored | mirrored,
            mover_wins: self.opponent_wins & !cell,
            opponent_wins: wins,
            moves: safe_replies(playable(occupied), wins),
            discs: self.discs + 1,
        }
    }

    #[expect(clippy::inline_always, reason = "the compiler does not inline it, which makes the search 4 % slower")]
    #[inline(always)]
    pub(super) fn children(&self) -> Children {
        let open = playable(self.occupied);
        let open_mirrored = playable(self.occupied_mirrored);
        let (opponent, opponent_mirrored) = (self.opponent(), self.mover_mirrored ^ self.occupied_mirrored);
        let mut children =
            Children { cell: [0; 8], wins: [0; 8], moves: [0; 8], occupied_mirrored: [0; 8], key: [0; 8] };
        for lane in 0..8 {
            let cell = open & LANE_COLUMNS[lane];
            let occupied = self.occupied | cell;
            let wins = completing(self.mover | cell) & BOARD & !occupied;
            let occupied_mirrored = self.occupied_mirrored | open_mirrored & LANE_COLUMNS_MIRRORED[lane];
            children.cell[lane] = cell;
            children.wins[lane] = wins;
            children.moves[lane] = safe_replies((open ^ cell) | (cell << 1) & BOARD, wins);
            children.occupied_mirrored[lane] = occupied_mirrored;
            let (straight, mirrored) = (opponent + occupied, opponent_mirrored + occupied_mirrored);
            children.key[lane] = if straight < mirrored { straight } else { mirrored };
        }
        children
    }

    #[inline]
    pub(super) fn child(&self, children: &Children, lane: usize) -> Self {
        let cell = children.cell[lane];
        Self {
            mover: self.opponent(),
            occupied: self.occupied | cell,
            mover_mirrored: self.mover_mirrored ^ self.occupied_mirrored,
            occupied_mirrored: children.occupied_mirrored[lane],
            mover_wins: self.opponent_wins & !cell,
            opponent_wins: children.wins[lane],
            moves: children.moves[lane],
            discs: self.discs + 1,
        }
    }
}

/// The lane of a cell's column, by the cell's bit number.
pub(super) const LANE_OF_CELL: [usize; 64] = {
    let mut lanes = [0; 64];
    let mut bit = 0;
    while bit < 49 {
        let column = bit / 7;
        lanes[bit] = if column < 3 {
            1 + 2 * (2 - column)
        } else if column == 3 {
            0
        } else {
            2 * (column - 3)
        };
        bit += 1;
    }
    lanes
};

impl Children {
    /// The moves, legal or not, after which every reply of the opponent loses at once.
    #[inline]
    pub(super) fn without_safe_reply(&self) -> u64 {
        let mut cells = 0;
        for lane in 0..8 {
            cells |= if self.moves[lane] == 0 { self.cell[lane] } else { 0 };
        }
        cells
    }
}
