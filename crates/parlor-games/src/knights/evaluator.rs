//! Evaluator of Knights: territory (cells reached first) and mobility.

use parlor_core::{Evaluate, Game, Score};

use super::reachability::territories;
use super::rules::Knights;

/// Evaluator that compares territory and mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerritoryEvaluator;

const POINTS_PER_CELL: i32 = 20;
const POINTS_PER_MOVE: i32 = 10;

impl Evaluate<Knights> for TerritoryEvaluator {
    fn evaluate(&self, position: &Knights) -> Score {
        let [mine, theirs] = territories(position).map(u64::count_ones).map(u32::cast_signed);
        let [my_moves, their_moves] =
            [position.turn(), !position.turn()].map(|player| position.mobility(player).cast_signed());
        Score::points(POINTS_PER_CELL * (mine - theirs) + POINTS_PER_MOVE * (my_moves - their_moves))
    }
}
