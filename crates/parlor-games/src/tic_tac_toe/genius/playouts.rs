//! Where a board is too large to solve, the chances of a move are tried out: both sides go on as a sensible beginner
//! would, many times, and the results are added up.

use parlor_core::{Game, Outcome, Player};
use rand::Rng;

use crate::tic_tac_toe::{TicTacToe, Word};

/// The sum of the results for one player: 1 for a win, -1 for a loss.
pub(super) fn sum_of_results<W: Word, const N: u32>(
    start: &TicTacToe<W, N>,
    player: Player,
    times: u32,
    dice: &mut impl Rng,
) -> i32 {
    (0..times).map(|_| result(start, player, dice)).sum()
}

fn result<W: Word, const N: u32>(start: &TicTacToe<W, N>, player: Player, dice: &mut impl Rng) -> i32 {
    let mut position = *start;
    while let Some(square) = position.clever_move(dice) {
        position.play_unchecked(square);
    }
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == player => 1,
        Some(Outcome::Win(_)) => -1,
        Some(Outcome::Draw) | None => 0,
    }
}
