//! The rounds of a tournament. They run on all cores if there is neither a person nor visible output, otherwise one
//! after the other. Each round seeds its own random numbers, so the results are the same either way.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_core::{FaultKind, Game, Outcome, Player};
use parlor_games::tic_tac_toe::{Bitboard, Square, TicTacToe};
use rayon::prelude::*;

use super::{NoOutput, PlayerEntry, Renderer, TournamentError, TournamentPlayer};

/// Rounds won by each player, and ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TournamentResult {
    pub won: [u64; 2],
    pub ties: u64,
    /// Rounds that each player lost because it panicked, or had no legal move to offer.
    pub failed: [u64; 2],
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

    /// Result of a round in which a player failed.
    fn of_forfeit(player: usize) -> TournamentResult {
        let mut result = TournamentResult::of_round(Some(1 - player));
        result.failed[player] += 1;
        result
    }

    fn plus(self, other: TournamentResult) -> TournamentResult {
        let sum = |one: [u64; 2], two: [u64; 2]| [one[0] + two[0], one[1] + two[1]];
        TournamentResult {
            won: sum(self.won, other.won),
            ties: self.ties + other.ties,
            failed: sum(self.failed, other.failed),
        }
    }
}

/// Asks a player for a move; `None` if it panics, has none, or chooses an illegal one, which loses the round. A person
/// is asked until the answer is legal, so that only the end of input is an error.
fn choose_legal_move<B: Bitboard, const N: u32>(
    player: &mut dyn TournamentPlayer<B, N>,
    position: &TicTacToe<B, N>,
    round: u64,
    out: &mut dyn Write,
) -> Result<Option<Square>, TournamentError> {
    match catch_unwind(AssertUnwindSafe(|| player.choose_move(position, out))) {
        Ok(Ok(square)) => Ok(position.is_legal(square).then_some(square)),
        Ok(Err(TournamentError::NoMove)) | Err(_) => Ok(None),
        Ok(Err(TournamentError::PlayerFailed(fault))) => {
            // A withdrawn engine loses all further rounds; its last fault has said why.
            if fault.kind != FaultKind::Withdrawn {
                let _ = writeln!(io::stderr(), "parlor: round {}: {}", round + 1, fault.reason);
            }
            Ok(None)
        }
        Ok(Err(error)) => Err(error),
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
            let turn = position.turn().index();
            let Some(square) = choose_legal_move(&mut *players[turn], &position, round, out)? else {
                let player = if turn == 0 { opener } else { 1 - opener };
                return Ok(TournamentResult::of_forfeit(player));
            };
            position.play_unchecked(square);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::PlayerFactory;

    /// Player that panics, has no move, or chooses the same cell again and again.
    #[derive(Clone, Copy)]
    enum Failing {
        Panics,
        HasNoMove,
        Repeats,
    }

    impl<B: Bitboard, const N: u32> TournamentPlayer<B, N> for Failing {
        fn choose_move(&mut self, _: &TicTacToe<B, N>, _: &mut dyn Write) -> Result<Square, TournamentError> {
            match self {
                Failing::Panics => panic!("out of ideas"),
                Failing::HasNoMove => Err(TournamentError::NoMove),
                Failing::Repeats => Ok(Square { row: 0, column: 0 }),
            }
        }
    }

    #[test]
    fn player_that_fails_loses_the_round_and_not_the_tournament() {
        for failing in [Failing::Panics, Failing::HasNoMove, Failing::Repeats] {
            let players = PlayerFactory::<u64, 4>::standard(3).with_player("failing", move |_| failing);
            let pair = ["failing", "genius"].map(|name| players.find(name).unwrap());
            let result = Tournament::new(10, 3, pair, 7).play(&NoOutput, &mut io::sink()).unwrap();
            assert_eq!((result.won, result.ties), ([0, 10], 0));
            assert_eq!(result.failed, [10, 0]);
        }
    }
}
