//! Bounds of a score while null-window searches narrow them, and the choice of the next window.

use super::geometry::{CELLS, playable};
use super::node::Node;

/// Bounds up to this far from the draw are near it (measured: with 6, `L1_R2` takes 8 % more nodes than with 5).
const NEAR_DRAW: i32 = 5;

/// Lower and upper bound of a score, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoreBounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl ScoreBounds {
    pub(super) fn exact(score: i32) -> ScoreBounds {
        ScoreBounds { lower: score, upper: score }
    }

    /// Bounds without search: exact where the next disc decides the game, else by the number of discs left.
    pub(super) fn of_node(node: &Node) -> ScoreBounds {
        let discs = node.discs.cast_signed();
        immediate_score(node)
            .map_or(ScoreBounds { lower: -(40 - discs) / 2, upper: (41 - discs) / 2 }, ScoreBounds::exact)
    }

    pub(super) fn is_exact(self) -> bool {
        self.lower >= self.upper
    }

    /// Whether the bounds tell a win, a draw and a loss apart.
    pub(super) fn is_outcome_known(self) -> bool {
        self.lower > 0 || self.upper < 0 || self.is_exact()
    }

    /// The beta of the next null window. Windows for short wins and losses come first, because they cost little; they
    /// close in on the draw from the bound that is farther from it. Near the draw, where windows cost alike, the first
    /// one asks whether the side to move wins, and the others step from there.
    pub(super) fn next_beta(self) -> i32 {
        let ScoreBounds { lower, upper } = self;
        if lower >= -NEAR_DRAW && upper <= NEAR_DRAW {
            return 1.clamp(lower + 1, upper);
        }
        let towards_draw = |bound: i32| if bound.abs() > 6 { bound * 2 / 3 } else { bound / 3 };
        let middle = lower + (upper - lower + 1) / 2;
        let beta = if middle <= 0 { middle.min(towards_draw(lower)) } else { middle.max(towards_draw(upper) + 1) };
        beta.clamp(lower + 1, upper)
    }

    /// Applies the result of a null-window search: a lower bound if `value >= beta`, else an upper bound.
    pub(super) fn narrow(&mut self, beta: i32, value: i32) {
        if value >= beta {
            self.lower = self.lower.max(value);
        } else {
            self.upper = self.upper.min(value);
        }
    }
}

/// The score, if the next disc decides the game or fills the board.
pub(super) fn immediate_score(node: &Node) -> Option<i32> {
    let discs = node.discs.cast_signed();
    if node.mover_wins & playable(node.occupied) != 0 {
        Some((43 - discs) / 2)
    } else if node.discs + 1 >= CELLS {
        Some(0)
    } else if node.moves == 0 {
        Some(-(42 - discs) / 2)
    } else {
        None
    }
}
