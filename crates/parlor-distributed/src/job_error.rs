//! Error of a job: one sentence for the user.

use std::error::Error;
use std::fmt::{self, Display};

/// Why a job cannot be started or finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobError {
    /// The request is invalid.
    Invalid(String),
    /// Something failed while the job was running.
    Failed(String),
}

impl Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (JobError::Invalid(text) | JobError::Failed(text)) = self;
        f.write_str(text)
    }
}

impl Error for JobError {}

impl From<parlor_core::SetupError> for JobError {
    fn from(error: parlor_core::SetupError) -> JobError {
        JobError::Invalid(error.to_string())
    }
}

impl From<parlor_core::EngineSpecError> for JobError {
    fn from(error: parlor_core::EngineSpecError) -> JobError {
        JobError::Invalid(error.to_string())
    }
}

impl From<serde_json::Error> for JobError {
    fn from(error: serde_json::Error) -> JobError {
        JobError::Failed(format!("a message is damaged: {error}"))
    }
}

impl From<std::io::Error> for JobError {
    fn from(error: std::io::Error) -> JobError {
        JobError::Failed(error.to_string())
    }
}
