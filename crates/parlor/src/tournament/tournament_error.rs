//! Error of a tournament.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;

use parlor_core::{EngineFault, NoMoves};

/// The reason why a tournament ended early.
#[derive(Debug)]
pub enum TournamentError {
    /// Reading or writing failed.
    Io(io::Error),
    /// The input ended while the player of this mark, `X` or `O`, was asked for a move.
    InputEnded { mark: char },
    /// A player has no move to offer. It loses the round; a tournament does not end with this error.
    NoMove,
    /// An engine could not be built or used.
    Engine(String),
    /// An external engine misbehaved; it loses the round.
    PlayerFailed(EngineFault),
}

impl Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TournamentError::Io(error) => error.fmt(f),
            TournamentError::InputEnded { mark } => {
                write!(f, "the input ended before player {mark} typed a move")
            }
            TournamentError::NoMove => NoMoves.fmt(f),
            TournamentError::Engine(reason) => f.write_str(reason),
            TournamentError::PlayerFailed(fault) => f.write_str(&fault.reason),
        }
    }
}

impl Error for TournamentError {}

impl From<io::Error> for TournamentError {
    fn from(error: io::Error) -> TournamentError {
        TournamentError::Io(error)
    }
}
