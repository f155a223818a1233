//! The rounds of a tournament. They run on all cores if there is neither a person nor visible output, otherwise one
//! after the other. Each round seeds its own random numbers, so the results are the same either way.

use std::io::{self, Write};

use parlor_core::{Game, Outcome, Player};
use parlor_games::tic_tac_toe::{Bitboard, Genius, TicTacToe};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rayon::prelude::*;

use super::players::PlayerKind;
use super::renderers::{Renderer, renderer};
use crate::command_error::CommandError;
use crate::progress::DelayedProgressBar;

/// Rounds won by each player, and ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TournamentResult {
    pub(super) won: [u64; 2],
    pub(super) ties: u64,
}

impl TournamentResult {
    /// Result of one round; `winner` is the index of a player.
    fn of_round(winner: Option<usize>) -> TournamentResult {
        let mut result = TournamentResult::default();
        match winner {
            Some(winner) => result.won[winner] += 1,
            None => result.ties += 1,
        }
        result
    }

    fn plus(self, other: TournamentResult) -> TournamentResult {
        let won = [self.won[0] + other.won[0], self.won[1] + other.won[1]];
        TournamentResult { won, ties: self.ties + other.ties }
    }
}

/// A tournament on an `N` x `N` board.
pub(super) struct Tournament<W: Bitboard, const N: u32> {
    rounds: u64,
    start: TicTacToe<W, N>,
    kinds: [PlayerKind; 2],
    seed: u64,
    genius: Genius<W, N>,
}

impl<W: Bitboard, const N: u32> Tournament<W, N> {
    pub(super) fn new(rounds: u64, streak: u8, kinds: [PlayerKind; 2], seed: u64) -> Self {
        let start = TicTacToe::new(streak);
        Tournament { rounds, start, kinds, seed, genius: Genius::new(start.streak()) }
    }

    pub(super) fn play(
        &self,
        renderer: &dyn Renderer<W, N>,
        out: &mut dyn Write,
    ) -> Result<TournamentResult, CommandError> {
        if renderer.is_visible() || self.kinds.contains(&PlayerKind::Human) {
            let mut rounds = 0..self.rounds;
            rounds.try_fold(TournamentResult::default(), |result, round| {
                Ok(result.plus(self.play_round(round, renderer, out)?))
            })
        } else {
            self.play_in_parallel()
        }
    }

    fn play_in_parallel(&self) -> Result<TournamentResult, CommandError> {
        let progress = DelayedProgressBar::start(self.rounds);
        let round = |round| {
            let Some(no_output) = renderer("none") else { return Ok(TournamentResult::default()) };
            let result = self.play_round(round, &*no_output, &mut io::sink())?;
            progress.advance();
            Ok(result)
        };
        let result = (0..self.rounds)
            .into_par_iter()
            .map(round)
            .try_reduce(TournamentResult::default, |one, two| Ok(one.plus(two)));
        progress.finish();
        result
    }

    fn play_round(
        &self,
        round: u64,
        renderer: &dyn Renderer<W, N>,
        out: &mut dyn Write,
    ) -> Result<TournamentResult, CommandError> {
        // Player 1 is X in round 0; then the players swap sides each round.
        let opener = usize::from(round % 2 == 1);
        let build = |player: usize| self.kinds[player].build(&self.genius, self.rng(round, player));
        let mut players = [build(opener), build(1 - opener)];
        let mut position = self.start;
        renderer.render(&position, out)?;
        while position.outcome().is_none() {
            let square = players[position.turn().index()].choose_move(&position, out)?;
            position.play_unchecked(square);
            renderer.render(&position, out)?;
        }
        Ok(TournamentResult::of_round(match position.outcome() {
            Some(Outcome::Win(Player::First)) => Some(opener),
            Some(Outcome::Win(Player::Second)) => Some(1 - opener),
            Some(Outcome::Draw) | None => None,
        }))
    }

    fn rng(&self, round: u64, player: usize) -> SmallRng {
        let number = round.wrapping_mul(2).wrapping_add(player as u64);
        // The multiplier (2^64 divided by the golden ratio) separates the sequences of neighboring seeds and rounds.
        SmallRng::seed_from_u64(self.seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}
