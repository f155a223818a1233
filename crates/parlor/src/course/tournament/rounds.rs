//! The rounds: on all cores where nobody looks or types, else one after the other. Each has dice of its own, made from
//! the seed and its number, so the results are the same either way.

use std::io::{self, Write};

use parlor_core::{Game, Outcome, Player};
use parlor_games::tic_tac_toe::{Genius, TicTacToe, Word};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rayon::prelude::*;

use super::players::Kind;
use super::renderers::{Renderer, renderer};
use crate::failure::Failure;
use crate::progress::Bar;

/// Who won how many rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) won: [u64; 2],
    pub(super) ties: u64,
}

impl Tally {
    /// `winner` is an index of the players.
    fn of(winner: Option<usize>) -> Tally {
        let mut tally = Tally::default();
        match winner {
            Some(winner) => tally.won[winner] += 1,
            None => tally.ties += 1,
        }
        tally
    }

    fn plus(self, other: Tally) -> Tally {
        let won = [self.won[0] + other.won[0], self.won[1] + other.won[1]];
        Tally { won, ties: self.ties + other.ties }
    }
}

pub(super) struct Tournament<W: Word, const N: u32> {
    rounds: u64,
    start: TicTacToe<W, N>,
    kinds: [Kind; 2],
    seed: u64,
    genius: Genius<W, N>,
}

impl<W: Word, const N: u32> Tournament<W, N> {
    pub(super) fn new(rounds: u64, streak: u8, kinds: [Kind; 2], seed: u64) -> Self {
        let start = TicTacToe::new(streak);
        Tournament { rounds, start, kinds, seed, genius: Genius::new(start.streak()) }
    }

    pub(super) fn play(&self, renderer: &dyn Renderer<W, N>, out: &mut dyn Write) -> Result<Tally, Failure> {
        if renderer.shows() || self.kinds.contains(&Kind::Human) {
            let mut rounds = 0..self.rounds;
            rounds.try_fold(Tally::default(), |tally, round| Ok(tally.plus(self.play_round(round, renderer, out)?)))
        } else {
            self.play_at_once()
        }
    }

    fn play_at_once(&self) -> Result<Tally, Failure> {
        let progress = Bar::start(self.rounds);
        let round = |round| {
            let Some(nowhere) = renderer("none") else { return Ok(Tally::default()) };
            let tally = self.play_round(round, &*nowhere, &mut io::sink())?;
            progress.advance();
            Ok(tally)
        };
        let result =
            (0..self.rounds).into_par_iter().map(round).try_reduce(Tally::default, |one, two| Ok(one.plus(two)));
        progress.end();
        result
    }

    fn play_round(&self, round: u64, renderer: &dyn Renderer<W, N>, out: &mut dyn Write) -> Result<Tally, Failure> {
        // Player 1 is X in round 0, and then they swap.
        let opener = usize::from(round % 2 == 1);
        let seat = |player: usize| self.kinds[player].seated(&self.genius, self.dice(round, player));
        let mut contestants = [seat(opener), seat(1 - opener)];
        let mut position = self.start;
        renderer.render(&position, out)?;
        while position.outcome().is_none() {
            let square = contestants[position.turn().index()].choose(&position, out)?;
            position.play_unchecked(square);
            renderer.render(&position, out)?;
        }
        Ok(Tally::of(match position.outcome() {
            Some(Outcome::Win(Player::First)) => Some(opener),
            Some(Outcome::Win(Player::Second)) => Some(1 - opener),
            Some(Outcome::Draw) | None => None,
        }))
    }

    fn dice(&self, round: u64, player: usize) -> SmallRng {
        let number = round.wrapping_mul(2).wrapping_add(player as u64);
        // An odd multiplier far from small numbers keeps neighbouring seeds and rounds from sharing dice.
        SmallRng::seed_from_u64(self.seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}
