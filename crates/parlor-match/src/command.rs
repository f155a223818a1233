//! Commands to a match, and the errors for commands that it rejects.

use std::error::Error;
use std::fmt::{self, Display};

/// A player's or a driver's request to a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A move in any accepted notation; the match stores the canonical one.
    Play(String),
    /// Allowed at any time, also out of turn.
    Resign,
    /// Goes back to the player's last turn, who then moves again.
    TakeBack,
    /// Claims that the player to move has run out of time. Sent by the opponent, or by a driver at the deadline.
    ClaimTime,
    /// Ends the match without a winner, for example after a lost connection. For drivers only: players could use it
    /// to avoid a loss.
    Abandon,
    /// Reports that the engine to move has failed, with the reason. For drivers only; see
    /// [`EngineFailure`](crate::EngineFailure).
    FailEngine(String),
}

/// Error for a command that has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchError {
    /// A problem has only one player.
    NoSuchSeat,
    MatchIsOver,
    /// The command was meant for another position: the number of moves differs.
    StaleState {
        based_on: usize,
        now: usize,
    },
    NotYourTurn,
    IllegalMove,
    TakeBacksNotAllowed,
    NothingToTakeBack,
    TimeNotUp,
    /// An event is in flight: its host has not said yet whether it is stored.
    Busy,
    /// [`MAX_EVENTS`](crate::MAX_EVENTS) is reached; only commands that end the match are still accepted.
    MatchIsTooLong,
}

impl Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::NoSuchSeat => f.write_str("This game has only one player."),
            MatchError::MatchIsOver => f.write_str("The match is over."),
            MatchError::StaleState { based_on, now } => {
                write!(f, "The position has changed: you sent this at move {based_on}, and the match is at move {now}.")
            }
            MatchError::NotYourTurn => f.write_str("It is not your turn."),
            MatchError::IllegalMove => parlor_core::IllegalMove.fmt(f),
            MatchError::TakeBacksNotAllowed => f.write_str("This match does not allow take-backs."),
            MatchError::NothingToTakeBack => f.write_str("You have no move to take back."),
            MatchError::TimeNotUp => f.write_str("Time is not up yet."),
            MatchError::Busy => f.write_str("This match is saving another move; try again in a moment."),
            MatchError::MatchIsTooLong => f.write_str("This match has reached its maximum length."),
        }
    }
}

impl Error for MatchError {}
