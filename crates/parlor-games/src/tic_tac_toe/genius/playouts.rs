//! Playouts for boards that are too large to solve: both sides complete lines, block them, or else move at random.

use parlor_core::{Game, Outcome, Player};
use rand::Rng;

use crate::tic_tac_toe::{Bitboard, TicTacToe};

/// Plays out a position and sums the results for one player: 1 for a win, -1 for a loss.
pub(super) fn sum_playouts<B: Bitboard, const N: u32>(
    start: &TicTacToe<B, N>,
    player: Player,
    playouts: u32,
    rng: &mut impl Rng,
) -> i32 {
    (0..playouts).map(|_| play_out(start, player, rng)).sum()
}

fn play_out<B: Bitboard, const N: u32>(start: &TicTacToe<B, N>, player: Player, rng: &mut impl Rng) -> i32 {
    let mut position = *start;
    while let Some(square) = position.clever_move(rng) {
        position.play_unchecked(square);
    }
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == player => 1,
        Some(Outcome::Win(_)) => -1,
        Some(Outcome::Draw) | None => 0,
    }
}
