//! Enumeration of all positions with a given number of discs, up to mirror symmetry and sorted by key, so that
//! neighbors are similar positions.

use std::collections::HashSet;

use parlor_core::Game;

use super::super::rules::FourInARow;
use super::geometry::{BOTTOM, column_cells, mirror};
use super::node::Node;
use super::score_bounds::immediate_score;

/// Key shared by a position and its mirror image, and by no other: per column the mover's discs below a marker bit.
pub(super) fn canonical_key(position: &FourInARow) -> u64 {
    let key = position.mover() + position.occupied() + BOTTOM;
    key.min(mirror(key))
}

/// The position of a key, or its mirror image.
pub(super) fn position_of(key: u64) -> FourInARow {
    let (mut mover, mut occupied) = (0, 0);
    for column in 0..7 {
        let bits = key >> (7 * column) & 0x7f;
        let height = bits.checked_ilog2().unwrap_or(0);
        mover |= (bits & !(1 << height)) << (7 * column);
        occupied |= ((1 << height) - 1) << (7 * column);
    }
    FourInARow::from_bitboards(mover, occupied)
}

/// The sorted keys of all reachable positions with this many discs whose game is not over.
pub(super) fn keys_after(plies: u32) -> Vec<u64> {
    let mut keys = vec![canonical_key(&FourInARow::default())];
    for _ in 0..plies {
        let mut next = Vec::with_capacity(keys.len() * 4);
        for position in keys.iter().map(|&key| position_of(key)) {
            let children = position.legal_moves().map(|column| position.after(column));
            next.extend(children.filter(|child| child.outcome().is_none()).map(|child| canonical_key(&child)));
        }
        next.sort_unstable();
        next.dedup();
        keys = next;
    }
    keys
}

/// The keys of [`keys_after`] that a book has to store: positions that the next disc does not decide.
pub(super) fn quiet_keys_after(plies: u32) -> Vec<u64> {
    let mut keys = keys_after(plies);
    keys.retain(|&key| immediate_score(&Node::new(&position_of(key))).is_none());
    keys
}

/// The positions whose scores make a book of this many plies, in the order that [`write_book`](super::write_book)
/// expects.
pub fn quiet_positions_after(plies: u32) -> Vec<FourInARow> {
    quiet_keys_after(plies).into_iter().map(position_of).collect()
}

/// The positions from which one disc leads to this one; not all of them need be reachable.
pub(super) fn predecessors(position: &FourInARow) -> impl Iterator<Item = FourInARow> + use<> {
    let (mover, occupied) = (position.mover(), position.occupied());
    let last_mover = mover ^ occupied;
    (0..7).filter_map(move |column| {
        let top = 1 << (occupied & column_cells(column)).checked_ilog2()?;
        (last_mover & top != 0).then(|| FourInARow::from_bitboards(last_mover ^ top, occupied ^ top))
    })
}

/// Whether some order of moves leads to a position whose game is not over.
pub(super) fn is_reachable(position: &FourInARow) -> bool {
    let mut seen = HashSet::new();
    let mut stack = vec![*position];
    while let Some(position) = stack.pop() {
        if position.occupied() == 0 {
            return true;
        }
        stack.extend(predecessors(&position).filter(|earlier| seen.insert(earlier.occupied())));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_reachable_positions_from_unreachable_ones() {
        for position in keys_after(6).into_iter().map(position_of) {
            assert!(is_reachable(&position), "{position}");
        }
        let (a1, a2, b1, b2) = (1, 1 << 1, 1 << 7, 1 << 8);
        // The second player's disc is below the first player's only one.
        assert!(!is_reachable(&FourInARow::from_bitboards(a2, a1 | a2)));
        assert!(is_reachable(&FourInARow::from_bitboards(a1, a1 | a2)));
        // Both lower discs are the second player's.
        assert!(!is_reachable(&FourInARow::from_bitboards(a2 | b2, a1 | a2 | b1 | b2)));
        assert!(is_reachable(&FourInARow::from_bitboards(a1 | b2, a1 | a2 | b1 | b2)));
    }

    /// Published counts of positions by discs (OEIS A212693); mirror images count twice here.
    #[test]
    fn enumerates_each_position_once() {
        for (plies, count) in [1, 7, 49, 238, 1120, 4263, 16422].into_iter().enumerate() {
            let keys = keys_after(plies as u32);
            let images: usize = keys.iter().map(|&key| if mirror(key) == key { 1 } else { 2 }).sum();
            assert_eq!(images, count);
            assert!(keys.iter().all(|&key| canonical_key(&position_of(key)) == key));
        }
    }
}
