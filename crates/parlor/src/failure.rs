//! How a command fails: one clear sentence on stderr and a status.

use std::io;
use std::process::ExitCode;

use parlor_core::{EngineSpecError, SetupError};

#[derive(Debug)]
pub(crate) enum Failure {
    Sentence {
        status: u8,
        message: String,
    },
    /// The command has said all there is to say.
    Silent {
        status: u8,
    },
}

impl Failure {
    /// Something is wrong with what was asked for.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::Sentence { status: 2, message: message.into() }
    }

    /// Something went wrong on the way.
    pub(crate) fn trouble(message: impl Into<String>) -> Failure {
        Failure::Sentence { status: 1, message: message.into() }
    }

    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Sentence { status, message } => {
                eprintln!("parlor: {message}");
                ExitCode::from(status)
            }
            Failure::Silent { status } => ExitCode::from(status),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            // The reader has gone away: there is nobody left to tell.
            io::ErrorKind::BrokenPipe => Failure::Silent { status: 0 },
            _ => Failure::trouble(error.to_string()),
        }
    }
}

impl From<SetupError> for Failure {
    fn from(bad: SetupError) -> Failure {
        Failure::usage(bad.to_string())
    }
}

impl From<EngineSpecError> for Failure {
    fn from(bad: EngineSpecError) -> Failure {
        Failure::usage(bad.to_string())
    }
}
