//! Error of a job: one sentence for the user.

/// Why a job cannot be started or finished.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JobError {
    /// The request is invalid.
    #[error("{0}")]
    Invalid(String),
    /// Something failed while the job was running.
    #[error("{0}")]
    Failed(String),
}

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
