//! [`StudyError`]: why a position cannot be studied.

use parlor_core::{EngineSpecError, ParsePuzzleError, SearchError, SetupError};
use thiserror::Error;

/// Error of an analysis, a puzzle or a trace.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum StudyError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Engine(#[from] EngineSpecError),
    #[error("\"{0}\" is not a legal move here")]
    IllegalMove(String),
    #[error("no engine can analyze this game")]
    NoAnalysisEngine,
    #[error("{what} can be at most {max}")]
    AboveMaximum { what: &'static str, max: usize },
    #[error("{game} has no puzzle {number}: its puzzles are 1 to {count}")]
    NoSuchPuzzle { game: String, number: usize, count: usize },
    /// An error of the catalog, not of the request.
    #[error("the puzzles of this game are damaged: {0}")]
    DamagedPuzzle(#[from] ParsePuzzleError),
    #[error("the game is over in this position, so there is nothing to search")]
    GameIsOver,
    #[error("the engine returned no value")]
    NoValue,
    #[error(transparent)]
    Search(SearchError),
}

impl From<SearchError> for StudyError {
    fn from(error: SearchError) -> StudyError {
        match error {
            SearchError::NoMoves => StudyError::GameIsOver,
            error => StudyError::Search(error),
        }
    }
}

/// Checks a number of a request.
pub(crate) fn check_maximum(what: &'static str, value: usize, max: usize) -> Result<(), StudyError> {
    if value <= max { Ok(()) } else { Err(StudyError::AboveMaximum { what, max }) }
}
