//! A position as the search sees it: with both sides' winning cells, the moves that do not lose at once, and
//! the mirror image, all kept up to date instead of computed anew.

use super::super::rules::FourInARow;
use super::geometry::{BOARD, column_cells, completing, mirror, playable};

/// Columns in the order in which they are tried when nothing else is known: from the centre outwards.
/// The eighth lane is there to fill the vector and is never a move.
pub(super) const CENTRE_FIRST: [usize; 8] = [3, 2, 4, 1, 5, 0, 6, 6];

/// The side to move cannot win at once, and `moves` are the cells after which the rival cannot either.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) mover: u64,
    pub(super) occupied: u64,
    mover_mirrored: u64,
    occupied_mirrored: u64,
    /// Free cells that complete a four of the side to move.
    pub(super) mover_wins: u64,
    /// Free cells that complete a four of the side that moved last.
    pub(super) rival_wins: u64,
    pub(super) moves: u64,
    pub(super) discs: u32,
}

/// All children of a node at once, lane by lane in the order of `CENTRE_FIRST`; lanes whose move is not among the
/// node's moves hold nonsense.
pub(super) struct Children {
    pub(super) cell: [u64; 8],
    /// Winning cells of the side that makes the move.
    pub(super) wins: [u64; 8],
    /// The answers that do not lose at once.
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
        let column = CENTRE_FIRST[lane];
        cells[lane] = column_cells(if mirrored { 6 - column } else { column });
        lane += 1;
    }
    cells
}

/// The answers that do not lose at once to `wins`; none if there is no such answer.
#[inline]
pub(super) const fn answers(playable: u64, wins: u64) -> u64 {
    let forced = playable & wins;
    let lone =
        if forced == 0 { playable } else { forced & (((forced & forced.wrapping_sub(1) == 0) as u64).wrapping_neg()) };
    lone & !(wins >> 1)
}

impl Node {
    pub(super) fn new(position: &FourInARow) -> Self {
        let (mover, occupied) = (position.mover(), position.occupied());
        let free = BOARD & !occupied;
        let rival_wins = completing(mover ^ occupied) & free;
        Self {
            mover,
            occupied,
            mover_mirrored: mirror(mover),
            occupied_mirrored: mirror(occupied),
            mover_wins: completing(mover) & free,
            rival_wins,
            moves: answers(playable(occupied), rival_wins),
            discs: occupied.count_ones(),
        }
    }

    pub(super) const fn rival(&self) -> u64 {
        self.mover ^ self.occupied
    }

    /// The same number for a position and its mirror image, and whether it was taken from the mirror.
    #[inline]
    pub(super) fn key(&self) -> (u64, bool) {
        let (straight, mirrored) = (self.mover + self.occupied, self.mover_mirrored + self.occupied_mirrored);
        (straight.min(mirrored), mirrored < straight)
    }

    /// After the only move; `moves` has one cell.
    #[inline]
    pub(super) fn after_only_move(&self) -> Self {
        let cell = self.moves;
        let occupied = self.occupied | cell;
        let wins = completing(self.mover | cell) & BOARD & !occupied;
        let shift = cell.trailing_zeros();
        let mirrored = 1 << (shift % 7 + 7 * (6 - shift / 7));
        Self {
            mover: self.rival(),
            occupied,
            mover_mirrored: self.mover_mirrored ^ self.occupied_mirrored,
            occupied_mirrored: self.occupied_mirrored | mirrored,
            mover_wins: self.rival_wins & !cell,
            rival_wins: wins,
            moves: answers(playable(occupied), wins),
            discs: self.discs + 1,
        }
    }

    #[expect(clippy::inline_always, reason = "the compiler does not by itself, and the search is 4 % slower for it")]
    #[inline(always)]
    pub(super) fn children(&self) -> Children {
        let open = playable(self.occupied);
        let open_mirrored = playable(self.occupied_mirrored);
        let (rival, rival_mirrored) = (self.rival(), self.mover_mirrored ^ self.occupied_mirrored);
        let mut children =
            Children { cell: [0; 8], wins: [0; 8], moves: [0; 8], occupied_mirrored: [0; 8], key: [0; 8] };
        for lane in 0..8 {
            let cell = open & LANE_COLUMNS[lane];
            let occupied = self.occupied | cell;
            let wins = completing(self.mover | cell) & BOARD & !occupied;
            let occupied_mirrored = self.occupied_mirrored | open_mirrored & LANE_COLUMNS_MIRRORED[lane];
            children.cell[lane] = cell;
            children.wins[lane] = wins;
            children.moves[lane] = answers((open ^ cell) | (cell << 1) & BOARD, wins);
            children.occupied_mirrored[lane] = occupied_mirrored;
            let (straight, mirrored) = (rival + occupied, rival_mirrored + occupied_mirrored);
            children.key[lane] = if straight < mirrored { straight } else { mirrored };
        }
        children
    }

    #[inline]
    pub(super) fn child(&self, children: &Children, lane: usize) -> Self {
        let cell = children.cell[lane];
        Self {
            mover: self.rival(),
            occupied: self.occupied | cell,
            mover_mirrored: self.mover_mirrored ^ self.occupied_mirrored,
            occupied_mirrored: children.occupied_mirrored[lane],
            mover_wins: self.rival_wins & !cell,
            rival_wins: children.wins[lane],
            moves: children.moves[lane],
            discs: self.discs + 1,
        }
    }
}

/// The lane of the column that a cell, given by its bit number, belongs to.
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
    /// The moves, legal or not, after which the rival has no answer that does not lose at once.
    #[inline]
    pub(super) fn without_answer(&self) -> u64 {
        let mut cells = 0;
        for lane in 0..8 {
            cells |= if self.moves[lane] == 0 { self.cell[lane] } else { 0 };
        }
        cells
    }
}
