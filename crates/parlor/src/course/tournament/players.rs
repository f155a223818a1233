//! Whoever chooses a move, and the one place that turns a name into a player.

use std::io::Write;

use parlor_core::{Game, Player};
use parlor_games::tic_tac_toe::{Genius, Square, TicTacToe, Word};
use rand::Rng;
use rand::rngs::SmallRng;

use crate::failure::Failure;
use crate::input::Lines;

pub(super) trait Contestant<W: Word, const N: u32> {
    /// A legal move, where there is one. Only a person says or reads anything.
    fn choose(&mut self, position: &TicTacToe<W, N>, out: &mut dyn Write) -> Result<Square, Failure>;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Human,
    Clever,
    Whatever,
    Genius,
}

/// Every player there is, as people are told.
pub(super) const PLAYERS: [(&str, Kind); 4] =
    [("human", Kind::Human), ("clever", Kind::Clever), ("whatever", Kind::Whatever), ("genius", Kind::Genius)];

impl Kind {
    /// Case does not matter.
    pub(super) fn named(name: &str) -> Option<Kind> {
        PLAYERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }

    /// The player for one round, with its own dice. All rounds share one genius.
    pub(super) fn seated<'a, W: Word, const N: u32>(
        self,
        genius: &'a Genius<W, N>,
        dice: SmallRng,
    ) -> Box<dyn Contestant<W, N> + 'a> {
        match self {
            Kind::Human => Box::new(Human),
            Kind::Clever => Box::new(Clever(dice)),
            Kind::Whatever => Box::new(Whatever(dice)),
            Kind::Genius => Box::new(genius),
        }
    }
}

struct Human;

impl<W: Word, const N: u32> Contestant<W, N> for Human {
    fn choose(&mut self, position: &TicTacToe<W, N>, out: &mut dyn Write) -> Result<Square, Failure> {
        let mark = match position.turn() {
            Player::First => "X",
            Player::Second => "O",
        };
        write!(out, "Player {mark}, type coordinates: ")?;
        loop {
            out.flush()?;
            // Two people share one stdin: whoever is asked reads the next line.
            let line = Lines::of_stdin().next()?;
            let line = line.ok_or_else(|| Failure::trouble(format!("the input ended when player {mark} was asked")))?;
            match position.parse_move(line.trim()) {
                Ok(square) => return Ok(square),
                Err(_) => write!(out, "Invalid coordinates, type again: ")?,
            }
        }
    }
}

struct Whatever(SmallRng);

impl<W: Word, const N: u32> Contestant<W, N> for Whatever {
    fn choose(&mut self, position: &TicTacToe<W, N>, _: &mut dyn Write) -> Result<Square, Failure> {
        let count = position.legal_moves().count().max(1);
        position.legal_moves().nth(self.0.random_range(0..count)).ok_or_else(no_move)
    }
}

struct Clever(SmallRng);

impl<W: Word, const N: u32> Contestant<W, N> for Clever {
    fn choose(&mut self, position: &TicTacToe<W, N>, _: &mut dyn Write) -> Result<Square, Failure> {
        position.clever_move(&mut self.0).ok_or_else(no_move)
    }
}

impl<W: Word, const N: u32> Contestant<W, N> for &Genius<W, N> {
    fn choose(&mut self, position: &TicTacToe<W, N>, _: &mut dyn Write) -> Result<Square, Failure> {
        Genius::choose(self, position).ok_or_else(no_move)
    }
}

fn no_move() -> Failure {
    Failure::trouble(parlor_core::NoMoves.to_string())
}
