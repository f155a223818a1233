//! The players of a tournament, and the one place that turns a name into a player.

use std::io::Write;

use parlor_core::{Game, Player};
use parlor_games::tic_tac_toe::{Bitboard, Genius, Square, TicTacToe};
use rand::Rng;
use rand::rngs::SmallRng;

use crate::command_error::CommandError;
use crate::line_input::LineReader;

/// A player that chooses the moves of one side.
pub(super) trait TournamentPlayer<W: Bitboard, const N: u32> {
    /// Chooses a legal move. Only a person is asked, through `out` and stdin.
    fn choose_move(&mut self, position: &TicTacToe<W, N>, out: &mut dyn Write) -> Result<Square, CommandError>;
}

/// The kinds of players that can be named on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayerKind {
    Human,
    Clever,
    Whatever,
    Genius,
}

/// All players by name, in the order of the specified error message.
pub(super) const PLAYERS: [(&str, PlayerKind); 4] = [
    ("human", PlayerKind::Human),
    ("clever", PlayerKind::Clever),
    ("whatever", PlayerKind::Whatever),
    ("genius", PlayerKind::Genius),
];

impl PlayerKind {
    /// The player of this name; case does not matter.
    pub(super) fn from_name(name: &str) -> Option<PlayerKind> {
        PLAYERS.iter().find(|(candidate, _)| candidate.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }

    /// Builds the player for one round, with its own random numbers. All rounds share one genius.
    pub(super) fn build<'a, W: Bitboard, const N: u32>(
        self,
        genius: &'a Genius<W, N>,
        rng: SmallRng,
    ) -> Box<dyn TournamentPlayer<W, N> + 'a> {
        match self {
            PlayerKind::Human => Box::new(Human),
            PlayerKind::Clever => Box::new(Clever(rng)),
            PlayerKind::Whatever => Box::new(Whatever(rng)),
            PlayerKind::Genius => Box::new(genius),
        }
    }
}

struct Human;

impl<W: Bitboard, const N: u32> TournamentPlayer<W, N> for Human {
    fn choose_move(&mut self, position: &TicTacToe<W, N>, out: &mut dyn Write) -> Result<Square, CommandError> {
        let mark = match position.turn() {
            Player::First => "X",
            Player::Second => "O",
        };
        write!(out, "Player {mark}, type coordinates: ")?;
        loop {
            out.flush()?;
            // Two people share stdin: each reads the next line when asked.
            let line = LineReader::stdin().next_line()?;
            let line = line
                .ok_or_else(|| CommandError::runtime(format!("the input ended before player {mark} typed a move")))?;
            match position.parse_move(line.trim()) {
                Ok(square) => return Ok(square),
                Err(_) => write!(out, "Invalid coordinates, type again: ")?,
            }
        }
    }
}

struct Whatever(SmallRng);

impl<W: Bitboard, const N: u32> TournamentPlayer<W, N> for Whatever {
    fn choose_move(&mut self, position: &TicTacToe<W, N>, _: &mut dyn Write) -> Result<Square, CommandError> {
        let count = position.legal_moves().count().max(1);
        position.legal_moves().nth(self.0.random_range(0..count)).ok_or_else(no_move)
    }
}

struct Clever(SmallRng);

impl<W: Bitboard, const N: u32> TournamentPlayer<W, N> for Clever {
    fn choose_move(&mut self, position: &TicTacToe<W, N>, _: &mut dyn Write) -> Result<Square, CommandError> {
        position.clever_move(&mut self.0).ok_or_else(no_move)
    }
}

impl<W: Bitboard, const N: u32> TournamentPlayer<W, N> for &Genius<W, N> {
    fn choose_move(&mut self, position: &TicTacToe<W, N>, _: &mut dyn Write) -> Result<Square, CommandError> {
        Genius::choose(self, position).ok_or_else(no_move)
    }
}

fn no_move() -> CommandError {
    CommandError::runtime(parlor_core::NoMoves.to_string())
}
