//! The rounds of a tournament. They run on all cores if there is neither a person nor visible output, otherwise one
//! after the other. Each round seeds its own random numbers, so the results are the same either way.

use std::io::{self, Write};

use parlor_core::{Game, Outcome, Player};
use parlor_games::tic_tac_toe::{Bitboard, TicTacToe};
use rayon::prelude::*;

use super::{NoOutput, PlayerEntry, Renderer, TournamentError};

/// Rounds won by each player, and ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TournamentResult {
    pub won: [u64; 2],
    pub ties: u64,
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
#[derive(Clone, Debug)]
pub struct Tournament<B: Bitboard, const N: u32> {
    rounds: u64,
    start: TicTacToe<B, N>,
    players: [PlayerEntry<B, N>; 2],
    seed: u64,
}

impl<B: Bitboard, const N: u32> Tournament<B, N> {
    /// A tournament of this many rounds. A streak outside `2..=N` is taken to be N. Equal seeds give equal rounds.
    pub fn new(rounds: u64, streak: u8, players: [PlayerEntry<B, N>; 2], seed: u64) -> Self {
        Tournament { rounds, start: TicTacToe::new(streak), players, seed }
    }

    /// Plays all rounds.
    pub fn play(
        &self,
        renderer: &dyn Renderer<B, N>,
        out: &mut dyn Write,
    ) -> Result<TournamentResult, TournamentError> {
        self.play_with_progress(renderer, out, &|| {})
    }

    /// Plays all rounds and calls `on_round` after each, from several threads.
    pub fn play_with_progress(
        &self,
        renderer: &dyn Renderer<B, N>,
        out: &mut dyn Write,
        on_round: &(dyn Fn() + Sync),
    ) -> Result<TournamentResult, TournamentError> {
        if renderer.is_visible() || self.players.iter().any(|player| player.build(self.seed).is_interactive()) {
            let mut rounds = 0..self.rounds;
            return rounds.try_fold(TournamentResult::default(), |result, round| {
                Ok(result.plus(self.play_round(round, renderer, out)?))
            });
        }
        let round = |round| {
            let result = self.play_round(round, &NoOutput, &mut io::sink());
            on_round();
            result
        };
        (0..self.rounds).into_par_iter().map(round).try_reduce(TournamentResult::default, |one, two| Ok(one.plus(two)))
    }

    /// Plays one round. Player 1 is X in round 0; then the players swap sides each round.
    fn play_round(
        &self,
        round: u64,
        renderer: &dyn Renderer<B, N>,
        out: &mut dyn Write,
    ) -> Result<TournamentResult, TournamentError> {
        let opener = usize::from(round % 2 == 1);
        let build = |player: usize| self.players[player].build(self.player_seed(round, player));
        let mut players = [build(opener), build(1 - opener)];
        let mut position = self.start;
        renderer.render(&position, out)?;
        while position.outcome().is_none() {
            let square = players[position.turn().index()].choose_move(&position, out)?;
            position.play(square).map_err(|_| TournamentError::IllegalMove(square))?;
            renderer.render(&position, out)?;
        }
        Ok(TournamentResult::of_round(match position.outcome() {
            Some(Outcome::Win(Player::First)) => Some(opener),
            Some(Outcome::Win(Player::Second)) => Some(1 - opener),
            Some(Outcome::Draw) | None => None,
        }))
    }

    /// Seed of a player's random numbers in a round.
    fn player_seed(&self, round: u64, player: usize) -> u64 {
        let number = round.wrapping_mul(2).wrapping_add(player as u64);
        // The multiplier (2^64 divided by the golden ratio) separates the sequences of neighboring seeds and rounds.
        self.seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
