//! What a position is worth at a glance: who gets to more cells first, and who has more moves now.

use parlor_core::{Evaluate, Game, Score};

use super::reach::territories;
use super::rules::Knights;

#[derive(Clone, Copy, Debug, Default)]
pub struct Territory;

const POINTS_A_CELL: i32 = 20;
const POINTS_A_MOVE: i32 = 10;

impl Evaluate<Knights> for Territory {
    fn evaluate(&self, position: &Knights) -> Score {
        let [mine, theirs] = territories(position).map(u64::count_ones).map(u32::cast_signed);
        let [my_moves, their_moves] =
            [position.turn(), !position.turn()].map(|player| position.mobility(player).cast_signed());
        Score::points(POINTS_A_CELL * (mine - theirs) + POINTS_A_MOVE * (my_moves - their_moves))
    }
}
