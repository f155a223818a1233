//! A small evaluator for the general engines, on boards of any size: corners and the cells beside them, mobility,
//! and discs next to empty cells (the frontier). The number of discs hardly counts before the end.

use parlor_core::{Evaluate, Game, Score};

use super::bitboard::neighbours;
use super::discs::Discs;
use super::rules::SizedReversi;

#[derive(Clone, Copy, Debug, Default)]
pub struct Positional;

const CORNER: i32 = 80;
/// Diagonally and straight beside an empty corner.
const BESIDE_DIAGONALLY: i32 = -40;
const BESIDE_STRAIGHT: i32 = -15;
const MOVE: i32 = 8;
const FRONTIER: i32 = -4;

impl<const SIZE: u32> Evaluate<SizedReversi<SIZE>> for Positional {
    fn evaluate(&self, position: &SizedReversi<SIZE>) -> Score {
        let [mover, other] = [position.turn(), !position.turn()].map(|player| position.discs(player));
        Score::points(points(Discs::<SIZE> { mover, other }))
    }
}

/// The estimate for the side to move.
pub(super) fn points<const SIZE: u32>(discs: Discs<SIZE>) -> i32 {
    one_side(discs) - one_side(discs.passed())
}

fn one_side<const SIZE: u32>(discs: Discs<SIZE>) -> i32 {
    let count = |cells: u64| cells.count_ones().cast_signed();
    let (mine, empty) = (discs.mover, discs.empty());
    let corners = Discs::<SIZE>::CORNERS;
    let beside = neighbours(empty & corners) & !corners;
    let edge = Discs::<SIZE>::EDGE;
    CORNER * count(mine & corners)
        + BESIDE_DIAGONALLY * count(mine & beside & !edge)
        + BESIDE_STRAIGHT * count(mine & beside & edge)
        + MOVE * count(discs.moves())
        + FRONTIER * count(mine & neighbours(empty))
}
