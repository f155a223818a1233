//! The children of a node near the leaves of the endgame. Their positions lie in lanes, so that vector code ranks four
//! at a time.

use crate::reversi::bitboard::{neighbours, turning_cells_in_lanes};
use crate::reversi::discs::Discs;

/// No fewer than the legal moves of any position that the endgame search is used for.
const PLACES: usize = 16;
const GROUPS: usize = PLACES / 4;

/// Weights of the ordering: a reply of the opponent (corners count twice), a move into a corner, a move into an odd
/// quarter. A disc on the frontier counts 1.
const MOBILITY: u32 = 8;
const CORNER: u32 = 6;
const PARITY: u32 = 3;
/// The rank of a move before its replies are counted; more than can be added. The move to search first has 0.
const RANK: u32 = 4096;

/// After the keys of all children.
const NO_CHILD: u32 = u32::MAX;

/// A child with its legal moves, which ranking finds anyway.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearChild<const SIZE: u32> {
    pub(super) discs: Discs<SIZE>,
    pub(super) moves: u64,
    pub(super) cell: u8,
}

#[derive(Debug)]
pub(super) struct NearChildren<const SIZE: u32> {
    movers: [[u64; 4]; GROUPS],
    others: [[u64; 4]; GROUPS],
    replies: [[u64; 4]; GROUPS],
    /// Rank (the lower the earlier), place in the lanes, cell: 16, 8 and 8 bits.
    keys: [u32; PLACES],
    count: usize,
    /// The lowest key of those that are left.
    first: u32,
}

impl<const SIZE: u32> NearChildren<SIZE> {
    #[inline]
    pub(super) fn new() -> Self {
        let lanes = [[0; 4]; GROUPS];
        let keys = [NO_CHILD; PLACES];
        NearChildren { movers: lanes, others: lanes, replies: lanes, keys, count: 0, first: NO_CHILD }
    }

    /// Adds the position after a move. `odd`: the cells of odd quarters before it; `best`: the move to search first.
    #[inline]
    pub(super) fn push(&mut self, discs: Discs<SIZE>, cell: u32, odd: u64, best: u8) {
        let place = self.count % PLACES;
        self.movers[place / 4][place % 4] = discs.mover;
        self.others[place / 4][place % 4] = discs.other;
        let is_in = |cells: u64| (cells >> cell & 1) as u32;
        let bonus = CORNER * is_in(Discs::<SIZE>::CORNERS) + PARITY * is_in(odd);
        let rank = if u32::from(best) == cell { 0 } else { RANK - bonus };
        self.keys[place] = rank << 16 | (place as u32) << 8 | cell;
        self.count = place + 1;
    }

    /// To call once, when all children are added. Each of the loops over lanes becomes vector code.
    #[inline]
    pub(super) fn rank(&mut self) {
        let used = self.count.div_ceil(4).min(GROUPS);
        let (movers, others, replies) = (&self.movers[..used], &self.others[..used], &mut self.replies[..used]);
        turning_cells_in_lanes(movers, others, replies);
        let mut frontiers = [0; PLACES];
        let positions = movers.as_flattened().iter().zip(others.as_flattened());
        let found = frontiers.iter_mut().zip(replies.as_flattened_mut());
        for ((mover, other), (frontier, replies)) in positions.zip(found) {
            *frontier = neighbours(Discs::<SIZE>::BOARD & !(mover | other)) & other;
            *replies &= Discs::<SIZE>::BOARD;
        }
        let mut first = NO_CHILD;
        let found = frontiers.iter().zip(replies.as_flattened());
        for (key, (frontier, replies)) in self.keys[..self.count].iter_mut().zip(found) {
            let mobility = replies.count_ones() + (replies & Discs::<SIZE>::CORNERS).count_ones();
            *key += (MOBILITY * mobility + frontier.count_ones()) << 16;
            first = first.min(*key);
        }
        self.first = first;
    }

    /// The best child of those that are left.
    #[inline]
    pub(super) fn first(&self) -> Option<NearChild<SIZE>> {
        if self.first == NO_CHILD {
            return None;
        }
        let place = place_of(self.first);
        let (group, lane) = (place / 4, place % 4);
        let discs = Discs { mover: self.movers[group][lane], other: self.others[group][lane] };
        Some(NearChild { discs, moves: self.replies[group][lane], cell: self.first as u8 })
    }

    /// Removes the best child. The rest is not sorted: a cutoff often makes its order irrelevant.
    #[inline]
    pub(super) fn remove_first(&mut self) {
        self.keys[place_of(self.first)] = NO_CHILD;
        // A minimum over all places takes no branches.
        self.first = self.keys.iter().fold(NO_CHILD, |first, key| first.min(*key));
    }
}

#[inline]
fn place_of(key: u32) -> usize {
    (key >> 8) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;

    #[test]
    fn children_come_once_each_with_their_moves_the_known_best_one_first() {
        let discs = Discs::<8> { mover: 0x0000_1818_3c00_0000, other: 0x003c_2424_0000_0000 };
        let moves = discs.moves();
        let best = moves.ilog2() as u8;
        let mut children = NearChildren::new();
        for cell in Bits(moves) {
            children.push(discs.place(cell), cell, 0, best);
        }
        children.rank();
        let (mut found, mut fewest) = (0, 0);
        while let Some(child) = children.first() {
            let cell = u32::from(child.cell);
            assert_eq!(child.discs, discs.place(cell));
            assert_eq!(child.moves, child.discs.moves());
            assert_eq!(found == 0, child.cell == best);
            let replies = if found == 0 { 0 } else { child.moves.count_ones() };
            // The other terms of the rank outweigh fewer than nine replies.
            assert!(replies + 9 > fewest, "{replies} after {fewest}");
            fewest = fewest.max(replies);
            found |= 1 << cell;
            children.remove_first();
        }
        assert_eq!(found, moves);
    }
}
