//! Error of a competition: one sentence for the user.

use std::io;

use parlor_core::{EngineSpecError, SetupError};
use parlor_distributed::JobError;

/// Why a competition cannot be set up, played or stored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArenaError {
    /// The description of the competition is invalid.
    #[error("{0}")]
    Invalid(String),
    /// The store or a file failed.
    #[error("{0}")]
    Storage(String),
    /// A worker could not be started, or ended early.
    #[error("{0}")]
    Worker(String),
}

impl From<SetupError> for ArenaError {
    fn from(error: SetupError) -> ArenaError {
        ArenaError::Invalid(error.to_string())
    }
}

impl From<EngineSpecError> for ArenaError {
    fn from(error: EngineSpecError) -> ArenaError {
        ArenaError::Invalid(error.to_string())
    }
}

impl From<rusqlite::Error> for ArenaError {
    fn from(error: rusqlite::Error) -> ArenaError {
        ArenaError::Storage(format!("the arena store failed: {error}"))
    }
}

impl From<serde_json::Error> for ArenaError {
    fn from(error: serde_json::Error) -> ArenaError {
        ArenaError::Storage(format!("the arena store is damaged: {error}"))
    }
}

impl From<io::Error> for ArenaError {
    fn from(error: io::Error) -> ArenaError {
        ArenaError::Worker(error.to_string())
    }
}

impl From<JobError> for ArenaError {
    fn from(error: JobError) -> ArenaError {
        match error {
            JobError::Invalid(text) => ArenaError::Invalid(text),
            JobError::Failed(text) => ArenaError::Worker(text),
        }
    }
}

impl From<ArenaError> for JobError {
    fn from(error: ArenaError) -> JobError {
        match error {
            ArenaError::Invalid(text) => JobError::Invalid(text),
            ArenaError::Storage(text) | ArenaError::Worker(text) => JobError::Failed(text),
        }
    }
}
