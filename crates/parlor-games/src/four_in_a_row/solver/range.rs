//! What is known of a score while it is being narrowed down, and where to ask next.

use super::geometry::{CELLS, playable};
use super::node::Node;

/// The score lies in `lower..=upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Range {
    pub(super) fn exactly(score: i32) -> Range {
        Range { lower: score, upper: score }
    }

    /// What can be said at a glance.
    pub(super) fn of(node: &Node) -> Range {
        let discs = node.discs.cast_signed();
        decided(node).map_or(Range { lower: -(40 - discs) / 2, upper: (41 - discs) / 2 }, Range::exactly)
    }

    pub(super) fn is_exact(self) -> bool {
        self.lower >= self.upper
    }

    pub(super) fn has_sign(self) -> bool {
        self.lower > 0 || self.upper < 0 || self.is_exact()
    }

    /// From the outside in, towards draws from the end that is farther from them: whether there is a short win or loss
    /// costs little to ask. Steps of a third while beyond 6, then of two thirds.
    pub(super) fn probe(self) -> i32 {
        let Range { lower, upper } = self;
        let towards_draw = |bound: i32| if bound.abs() > 6 { bound * 2 / 3 } else { bound / 3 };
        let middle = lower + (upper - lower + 1) / 2;
        let beta = if middle <= 0 { middle.min(towards_draw(lower)) } else { middle.max(towards_draw(upper) + 1) };
        beta.clamp(lower + 1, upper)
    }

    /// With the answer of a search: `value` bounds the score from below if it is at least `beta`, else from above.
    pub(super) fn narrow(&mut self, beta: i32, value: i32) {
        if value >= beta {
            self.lower = self.lower.max(value);
        } else {
            self.upper = self.upper.min(value);
        }
    }
}

/// The score, if the next disc decides the game or there is none.
pub(super) fn decided(node: &Node) -> Option<i32> {
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
