//! How much work it is to search a child to the end of the game: the logarithm of its nodes, up to a constant that all
//! children of a node share. In an endgame nine of ten moves cut off, so not the best of them should come first but the
//! cheapest. Patterns and a few counts predict it; `cargo xtask reversi effort` measures it and fits the weights.

use std::sync::LazyLock;

use super::features::Features;
use super::weights::{KnotWeights, Stage, unpack};
use crate::reversi::bitboard::neighbours;
use crate::reversi::discs::Discs;

static PACKED: &[u8] = include_bytes!("effort.bin");

/// There are weights for nodes with 13 and 14 empty cells, with 15 and 16, and with 17 and more.
pub const EFFORT_KNOTS: usize = 3;
const FIRST_EMPTIES: u32 = 13;

/// The knot for nodes with so many empty cells.
pub fn effort_knot(empties: u32) -> usize {
    (empties.saturating_sub(FIRST_EMPTIES) as usize / 2).min(EFFORT_KNOTS - 1)
}

/// In [units](super::UNIT), by the number of replies: each multiplies the work. A pass is more work than one reply.
const REPLIES: [i32; 20] =
    [105, -58, -14, 44, 120, 202, 302, 413, 527, 637, 730, 806, 839, 840, 842, 845, 860, 928, 1037, 1094];
/// A reply into a corner, a disc of the side that moved beside an empty cell, a move into a corner, a disc of the side that
/// moved on the edge.
const CORNER_REPLY: i32 = 154;
const FRONTIER: i32 = 48;
const CORNER: i32 = -84;
const EDGE: i32 = -26;

/// The part of the effort that needs no patterns: of a child, whose replies are known, after a move to `cell`.
#[inline]
pub fn effort_of_replies(child: Discs<8>, replies: u64, cell: u8) -> i32 {
    let count = |cells: u64| cells.count_ones().cast_signed();
    let corners = Discs::<8>::CORNERS;
    let by_number = REPLIES[(REPLIES.len() - 1).min(replies.count_ones() as usize)];
    by_number
        + CORNER_REPLY * count(replies & corners)
        + FRONTIER * count(neighbours(child.empty()) & child.other)
        + EDGE * count(child.other & Discs::<8>::EDGE)
        + if 1 << cell & corners == 0 { 0 } else { CORNER }
}

/// Weights of the patterns of a child.
#[derive(Debug)]
pub struct EffortWeights {
    stages: Vec<Stage>,
}

/// The weights that the program carries.
pub fn built_in_effort() -> &'static EffortWeights {
    static BUILT_IN: LazyLock<EffortWeights> = LazyLock::new(|| EffortWeights::new(&unpack(PACKED, EFFORT_KNOTS)));
    &BUILT_IN
}

impl EffortWeights {
    pub fn new(knots: &[KnotWeights]) -> EffortWeights {
        EffortWeights { stages: knots.iter().map(|knot| Stage::between([knot, knot], 0.0, 0)).collect() }
    }

    /// The part of the effort that the patterns tell, for a child of a node with so many empty cells.
    #[inline]
    pub fn of_patterns(&self, child: &Features, empties: u32) -> i32 {
        self.stages.get(effort_knot(empties)).map_or(0, |stage| stage.sum(child))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mix;

    #[test]
    fn images_of_a_position_take_the_same_effort() {
        let weights = built_in_effort();
        for seed in 0..200 {
            let occupied = mix(seed) | mix(seed + 1_000);
            let mover = mix(seed + 2_000) & occupied;
            let discs = Discs::<8> { mover, other: occupied & !mover };
            let efforts = discs.images().map(|image| {
                let patterns = weights.of_patterns(&Features::new(image), 13 + seed as u32 % 8);
                patterns + effort_of_replies(image, image.moves(), 27)
            });
            assert_eq!(efforts, [efforts[0]; 8], "{discs:x?}");
        }
    }

    #[test]
    fn more_replies_are_more_work() {
        let replies: Vec<i32> =
            (1..20).map(|count| effort_of_replies(Discs::default(), (1 << count) - 1, 27)).collect();
        assert!(replies.is_sorted(), "{replies:?}");
    }

    #[test]
    fn all_weights_are_there() {
        let knots = unpack(PACKED, EFFORT_KNOTS);
        assert_eq!(super::super::pack(&knots).len(), PACKED.len());
        assert!(knots.iter().all(|knot| knot.shapes.iter().flatten().any(|weight| *weight != 0.0)));
    }
}
