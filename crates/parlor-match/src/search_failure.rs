//! [`SearchFailure`]: what went wrong with an engine.

use std::error::Error;
use std::fmt::{self, Display};

use parlor_core::{FaultKind, SearchError};

/// Reason for which an engine gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchFailure {
    /// The engine could not be built; holds the reason.
    CannotStart(String),
    SearchError(SearchError),
    /// The engine panicked and was dropped; holds the message.
    Panicked(String),
    /// The engine reported no move.
    NoMove,
    /// The engine reported no move in time.
    TooSlow,
    /// The engine reported this move, which is not legal.
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

impl Display for SearchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchFailure::CannotStart(reason) => write!(f, "The engine cannot be started: {reason}."),
            SearchFailure::SearchError(error) => error.fmt(f),
            SearchFailure::Panicked(panic) => write!(f, "The engine crashed: {panic}."),
            SearchFailure::NoMove => f.write_str("The engine returned no move."),
            SearchFailure::TooSlow => f.write_str("The engine returned no move in time."),
            SearchFailure::IllegalMove(notation) => write!(f, "The engine returned an illegal move: {notation}."),
        }
    }
}

impl Error for SearchFailure {}
