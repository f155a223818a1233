//! [`SearchFailure`]: what went wrong with an engine.

use parlor_core::{FaultKind, SearchError};

/// Reason for which an engine gave no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchFailure {
    /// The engine could not be built; holds the reason.
    #[error("The engine cannot be started: {0}.")]
    CannotStart(String),
    #[error(transparent)]
    SearchError(SearchError),
    /// The engine panicked and was dropped; holds the message.
    #[error("The engine crashed: {0}.")]
    Panicked(String),
    /// The engine reported no move.
    #[error("The engine returned no move.")]
    NoMove,
    /// The engine reported no move in time.
    #[error("The engine returned no move in time.")]
    TooSlow,
    /// The engine reported this move, which is not legal.
    #[error("The engine returned an illegal move: {0}.")]
    IllegalMove(String),
}

impl SearchFailure {
    /// Whether the engine only took too long.
    pub fn is_overrun(&self) -> bool {
        match self {
            SearchFailure::TooSlow => true,
            SearchFailure::SearchError(SearchError::Fault(fault)) => fault.kind == FaultKind::Overrun,
            _ => false,
        }
    }
}
