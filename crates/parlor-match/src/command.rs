//! What may be asked of a match, and the ways in which it says no.

use std::error::Error;
use std::fmt::{self, Display};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A move as typed; the match stores its canonical notation.
    Play(String),
    /// At any time, also out of turn.
    Resign,
    /// Back to where the player last moved, who then moves anew.
    TakeBack,
    /// The side to move has no time left: says the opponent, or a driver that slept until `flag_falls`.
    ClaimTime,
    /// Nobody wins: a connection is lost for good, or a table is cleared. For the driver to give, not for a
    /// player who would rather not lose.
    Abandon,
}

/// Why a command has no effect; the match is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchError {
    /// A problem seats one.
    NoSuchSeat,
    MatchIsOver,
    /// The command was based on another number of moves than are on the board.
    StaleState {
        based_on: usize,
        now: usize,
    },
    NotYourTurn,
    IllegalMove,
    TakeBacksNotAllowed,
    NothingToTakeBack,
    TimeNotUp,
    /// See [`MOST_EVENTS`](crate::MOST_EVENTS); only what ends the match is still accepted.
    MatchIsTooLong,
}

impl Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::NoSuchSeat => f.write_str("This game has no second seat."),
            MatchError::MatchIsOver => f.write_str("The match is over."),
            MatchError::StaleState { based_on, now } => {
                write!(f, "The board has changed: this was meant for move {based_on}, and now it is move {now}.")
            }
            MatchError::NotYourTurn => f.write_str("It is not your turn."),
            MatchError::IllegalMove => parlor_core::IllegalMove.fmt(f),
            MatchError::TakeBacksNotAllowed => f.write_str("This match is played without taking back."),
            MatchError::NothingToTakeBack => f.write_str("You have made no move that could be taken back."),
            MatchError::TimeNotUp => f.write_str("The time is not up."),
            MatchError::MatchIsTooLong => f.write_str("This match has become too long to go on."),
        }
    }
}

impl Error for MatchError {}
