//! Commands to a match, and the errors for commands that it rejects.

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// A problem has only one player.
    #[error("This game has only one player.")]
    NoSuchSeat,
    #[error("The match is over.")]
    MatchIsOver,
    /// The command was meant for another position: the number of moves differs.
    #[error("The position has changed: you sent this at move {based_on}, and the match is at move {now}.")]
    StaleState { based_on: usize, now: usize },
    #[error("It is not your turn.")]
    NotYourTurn,
    #[error("{}", parlor_core::IllegalMove)]
    IllegalMove,
    #[error("This match does not allow take-backs.")]
    TakeBacksNotAllowed,
    #[error("You have no move to take back.")]
    NothingToTakeBack,
    #[error("Time is not up yet.")]
    TimeNotUp,
    /// An event is in flight: its host has not said yet whether it is stored.
    #[error("This match is saving another move; try again in a moment.")]
    Busy,
    /// [`MAX_EVENTS`](crate::MAX_EVENTS) is reached; only commands that end the match are still accepted.
    #[error("This match has reached its maximum length.")]
    MatchIsTooLong,
}
