//! Evaluation: pawns count, and advanced pawns count more.

use parlor_core::{Evaluate, Game, Player, Score};

use crate::rules::{Breakthrough, SIZE};

/// Static evaluator by material and advancement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Advance;

impl Evaluate<Breakthrough> for Advance {
    fn evaluate(&self, position: &Breakthrough) -> Score {
        let worth = |player: Player| -> i32 {
            (0..SIZE)
                .map(|row| {
                    let pawns = (position.pawns[player.index()] >> (row * SIZE)) & ((1 << SIZE) - 1);
                    let steps = if player == Player::First { SIZE - 1 - row } else { row };
                    pawns.count_ones().cast_signed() * (100 + 10 * i32::from(steps) * i32::from(steps))
                })
                .sum()
        };
        Score::points(worth(position.turn()) - worth(!position.turn()))
    }
}
