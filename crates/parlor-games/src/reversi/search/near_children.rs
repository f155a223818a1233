//! The children of a node near the leaves of the endgame, four side by side, so that vector code makes and ranks them
//! together.

use crate::reversi::bitboard::{neighbours_in_lanes, turning_cells_in_lanes};
use crate::reversi::discs::{Discs, take_four};
use crate::reversi::lanes::Lanes;

/// Weights of the ordering: a move into a corner, a move into an odd quarter. A reply of the opponent counts 8 (corners
/// twice), a disc on the frontier 1, one on the edge 1 less.
const CORNER: u64 = 4;
const PARITY: u64 = 3;
/// The rank of a move before its replies are counted, more than its weights. The move to search first has 0.
const RANK: u64 = 40;

/// In place of a key: no child.
const NO_CHILD: u16 = u16::MAX;

/// A child with its legal moves, which ranking finds anyway.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearChild<const SIZE: u32> {
    pub(super) discs: Discs<SIZE>,
    pub(super) moves: u64,
    pub(super) cell: u8,
}

/// Four children; where there are fewer, the last one again.
#[derive(Clone, Copy, Default, Debug)]
#[repr(align(32))]
struct Group {
    mover: [u64; 4],
    other: [u64; 4],
    replies: [u64; 4],
}

/// Up to `4 * GROUPS` children. No more than 16: their places have four bits.
#[derive(Debug)]
pub(super) struct NearChildren<const SIZE: u32, const GROUPS: usize> {
    groups: [Group; GROUPS],
    count: usize,
    /// Of each child that is left its rank (the lower the earlier) and its place: 12 and 4 bits.
    keys: Lanes,
}

impl<const SIZE: u32, const GROUPS: usize> NearChildren<SIZE, GROUPS> {
    /// No children, to be filled where it lies.
    #[inline]
    pub(super) fn new() -> Self {
        const { assert!(GROUPS <= 4) };
        NearChildren { groups: [Group::default(); GROUPS], count: 0, keys: Lanes::splat(u64::MAX) }
    }

    /// Makes the children of a position.
    #[inline]
    pub(super) fn make(&mut self, discs: Discs<SIZE>, moves: u64) {
        let mut rest = moves;
        for group in &mut self.groups {
            [group.mover, group.other] = discs.after_four(take_four(&mut rest)).map(Lanes::words);
            if rest == 0 {
                break;
            }
        }
        self.count = (moves.count_ones() as usize).min(4 * GROUPS);
    }

    /// All children, in no order.
    #[inline]
    pub(super) fn positions(&self) -> impl Iterator<Item = Discs<SIZE>> {
        (0..self.count).map(|place| self.position(place))
    }

    #[inline]
    fn position(&self, place: usize) -> Discs<SIZE> {
        let (group, lane) = (&self.groups[place / 4 % GROUPS], place % 4);
        Discs { mover: group.mover[lane], other: group.other[lane] }
    }

    /// Finds the replies to all children, and their order. Of the position before: the empty cells and those of odd quarters;
    /// `best` is the move to search first.
    #[inline]
    pub(super) fn rank(&mut self, empty: u64, odd: u64, best: u8) {
        let [none, board, corners] = [0, Discs::<SIZE>::BOARD, Discs::<SIZE>::CORNERS].map(Lanes::splat);
        let best = Lanes::splat(1u64.checked_shl(u32::from(best)).unwrap_or(0));
        let bonus = |cells: Lanes, of: Lanes, weight: u64| !(cells & of).equal(none) & Lanes::splat(weight);
        let mut places = Lanes::new([0, 1, 2, 3]);
        let mut complements = none;
        let mut left = self.count;
        for group in &mut self.groups {
            let (mover, other) = (Lanes::new(group.mover), Lanes::new(group.other));
            let replies = turning_cells_in_lanes(mover, other) & board;
            group.replies = replies.words();
            let frontier = neighbours_in_lanes(board & !(mover | other)) & other;
            let mobility = replies.count_ones() + (replies & corners).count_ones();
            let cells = (mover | other) & Lanes::splat(empty);
            let edge = other & Lanes::splat(Discs::<SIZE>::EDGE);
            let rank = Lanes::splat(RANK) + mobility.shl::<3>() + frontier.count_ones()
                - edge.count_ones()
                - bonus(cells, corners, CORNER)
                - bonus(cells, Lanes::splat(odd), PARITY);
            let keys = (rank & !cells.equal(best)).shl::<4>() | places;
            // The complements of keys, because places without a child have none of their bits.
            let is_child = Lanes::splat(self.count as u64).above(places);
            complements = complements.shl::<16>() | !keys & is_child & Lanes::splat(u64::from(u16::MAX));
            places = places + Lanes::splat(4);
            left = left.saturating_sub(4);
            if left == 0 {
                break;
            }
        }
        self.keys = !complements;
    }

    /// Takes the best child of those that are left. The rest is not sorted: a cutoff often makes its order irrelevant.
    #[inline]
    pub(super) fn next(&mut self, empty: u64) -> Option<NearChild<SIZE>> {
        let first = self.keys.least_u16();
        if first == NO_CHILD {
            return None;
        }
        self.keys = self.keys | self.keys.equal_u16(first);
        let place = usize::from(first & 15);
        let discs = self.position(place);
        let cell = ((discs.mover | discs.other) & empty).trailing_zeros() as u8;
        Some(NearChild { discs, moves: self.groups[place / 4 % GROUPS].replies[place % 4], cell })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_come_once_each_with_their_moves_the_known_best_one_first() {
        let discs = Discs::<8> { mover: 0x0000_1818_3c00_0000, other: 0x003c_2424_0000_0000 };
        let (moves, empty) = (discs.moves(), discs.empty());
        let best = moves.ilog2() as u8;
        let mut children = NearChildren::<8, 4>::new();
        children.make(discs, moves);
        children.rank(empty, 0, best);
        let (mut found, mut fewest) = (0, 0);
        while let Some(child) = children.next(empty) {
            let cell = u32::from(child.cell);
            assert_eq!(child.discs, discs.place(cell));
            assert_eq!(child.moves, child.discs.moves());
            assert_eq!(found == 0, child.cell == best);
            let replies = if found == 0 { 0 } else { child.moves.count_ones() };
            // The other terms of the rank outweigh fewer than nine replies.
            assert!(replies + 9 > fewest, "{replies} after {fewest}");
            fewest = fewest.max(replies);
            found |= 1 << cell;
        }
        assert_eq!(found, moves);
    }
}
