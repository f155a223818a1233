//! Multi-ProbCut: a shallow search predicts the value of a deep one with a known error, so that a prediction far
//! outside the window cuts the node off. The errors were measured by `cargo xtask reversi probcut`.

use std::sync::LazyLock;

use super::FULL;

/// By selectivity level, how many standard deviations outside the window a prediction must lie.
const CONFIDENCE: [f64; FULL as usize] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// Confidence of a prediction with a normal error, in percent, by level; the last level cuts nothing
/// off by prediction.
pub const PERCENT: [u8; FULL as usize + 1] = [73, 87, 95, 99, 99, 100];

/// The depth of the search that predicts: of the same parity, about half as deep.
#[inline]
pub(super) fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

/// The measured positions come from games with random moves, where predictions are worse than in well played ones. With
/// this share of the deviations FFO 40-44 take 70 million nodes, with all of them 88 million.
const SHARE: f64 = 0.5;

/// The standard deviation of the difference between searches to these depths, in discs.
fn deviation(shallow: u32, depth: u32, empties: u32) -> f64 {
    let (shallow, depth, empties) = (f64::from(shallow), f64::from(depth), f64::from(empties));
    let difference = depth - shallow;
    (4.58 + 0.623 * difference.sqrt() + 0.098 * difference - 0.253 * shallow - 0.063 * empties).max(1.5)
}

/// The same where the deep search is exact to the end of the game.
fn endgame_deviation(shallow: u32) -> f64 {
    7.16 * (-0.0837 * f64::from(shallow)).exp()
}

/// Cells of the board, as a limit of depths and empty cells.
const CELLS: usize = 64;

/// Whole discs by level, depth and empty cells.
static THRESHOLDS: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let mut all = Vec::with_capacity(CONFIDENCE.len() * CELLS * CELLS);
    for confidence in CONFIDENCE {
        for depth in 0..CELLS as u32 {
            for empties in 0..CELLS as u32 {
                let shallow = shallow_depth(depth);
                let deviation =
                    if depth == empties { endgame_deviation(shallow) } else { deviation(shallow, depth, empties) };
                all.push((SHARE * confidence * deviation).round() as i32);
            }
        }
    }
    all
});

/// Margin by which a prediction must lie outside the window, in whole discs; `None` at full selectivity.
#[inline]
pub(super) fn threshold(selectivity: u8, depth: u32, empties: u32) -> Option<i32> {
    if selectivity >= FULL {
        return None;
    }
    let index = (usize::from(selectivity) * CELLS + depth as usize) * CELLS + empties as usize;
    THRESHOLDS.get(index).copied()
}
