//! Error of a tournament.

use std::io;

use parlor_core::{EngineFault, NoMoves};

/// The reason why a tournament ended early.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input ended while the player of this mark, `X` or `O`, was asked for a move.
    #[error("the input ended before player {mark} typed a move")]
    InputEnded { mark: char },
    /// A player has no move to offer. It loses the round; a tournament does not end with this error.
    #[error("{NoMoves}")]
    NoMove,
    /// An engine could not be built or used.
    #[error("{0}")]
    Engine(String),
    /// An external engine misbehaved; it loses the round.
    #[error("{}", .0.reason)]
    PlayerFailed(EngineFault),
}
