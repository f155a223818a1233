//! What a position is worth at a glance: corners and what lies beside them, moves to choose from, and discs
//! that look out on empty cells. Discs themselves hardly count before the end.

use parlor_core::{Evaluate, Game, Score};

use super::lines::turning_cells;
use super::rules::Reversi;

#[derive(Clone, Copy, Debug, Default)]
pub struct Positional;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Diagonally beside a corner, and straight beside it: bad as long as the corner is empty.
const DIAGONAL: u64 = 0x0042_0000_0000_4200;
const STRAIGHT: u64 = 0x4281_0000_0000_8142;
const LEFT_HALF: u64 = 0x0f0f_0f0f_0f0f_0f0f;
const UPPER_HALF: u64 = 0x0000_0000_ffff_ffff;

const CORNER: i32 = 80;
const BESIDE_DIAGONALLY: i32 = -40;
const BESIDE_STRAIGHT: i32 = -15;
const MOVE: i32 = 8;
const FRONTIER: i32 = -4;

impl Evaluate<Reversi> for Positional {
    fn evaluate(&self, position: &Reversi) -> Score {
        let [mover, other] = [position.turn(), !position.turn()].map(|player| position.discs(player));
        let empty = !(mover | other);
        Score::points(one_side(mover, other, empty) - one_side(other, mover, empty))
    }
}

fn one_side(mine: u64, theirs: u64, empty: u64) -> i32 {
    let count = |cells: u64| cells.count_ones().cast_signed();
    let near_empty_corner = quarters(empty & CORNERS);
    CORNER * count(mine & CORNERS)
        + BESIDE_DIAGONALLY * count(mine & DIAGONAL & near_empty_corner)
        + BESIDE_STRAIGHT * count(mine & STRAIGHT & near_empty_corner)
        + MOVE * count(turning_cells(mine, theirs))
        + FRONTIER * count(mine & neighbours(empty))
}

/// The quarters of the board whose corners these are.
fn quarters(corners: u64) -> u64 {
    let quarter = |corner: u64, cells: u64| if corners & corner == 0 { 0 } else { cells };
    quarter(1, LEFT_HALF & UPPER_HALF)
        | quarter(1 << 7, !LEFT_HALF & UPPER_HALF)
        | quarter(1 << 56, LEFT_HALF & !UPPER_HALF)
        | quarter(1 << 63, !LEFT_HALF & !UPPER_HALF)
}

/// The cells around these, and the cells themselves.
pub(super) const fn neighbours(cells: u64) -> u64 {
    let beside = cells | (cells & !0x8080_8080_8080_8080) << 1 | (cells & !0x0101_0101_0101_0101) >> 1;
    beside | beside << 8 | beside >> 8
}
