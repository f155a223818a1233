//! Error type of all commands: a message for stderr and an exit status.

use std::io;
use std::process::ExitCode;

use parlor_core::{EngineSpecError, PositionError, SetupError};
use parlor_match::BuildError;

/// The reason why a command ends with a status other than success.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// One line for stderr.
    #[error("{text}")]
    Message { status: u8, text: String },
    /// An exit status alone. The command has printed everything already.
    #[error("exit status {0}")]
    Status(u8),
}

impl CommandError {
    /// Exit status of invalid arguments and invalid input.
    pub(crate) const USAGE: u8 = 2;

    /// Invalid arguments or invalid input: exit status 2.
    pub(crate) fn usage(text: impl Into<String>) -> CommandError {
        CommandError::Message { status: CommandError::USAGE, text: text.into() }
    }

    /// A failure while the command was running: exit status 1.
    pub(crate) fn runtime(text: impl Into<String>) -> CommandError {
        CommandError::Message { status: 1, text: text.into() }
    }

    /// Prints the message, if there is one, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            CommandError::Message { status, text } => {
                eprintln!("parlor: {}", escape_controls(&text));
                ExitCode::from(status)
            }
            CommandError::Status(status) => ExitCode::from(status),
        }
    }
}

/// Escapes control characters, which may come from the input, so that the message stays one line.
fn escape_controls(text: &str) -> String {
    let escape =
        |letter: char| if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() };
    text.chars().map(escape).collect::<String>()
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        match error.kind() {
            // The reader of a pipe has closed it, as `head` does. That is not an error.
            io::ErrorKind::BrokenPipe => CommandError::Status(0),
            _ => CommandError::runtime(error.to_string()),
        }
    }
}

#[cfg(feature = "web")]
impl From<parlor_web::DataError> for CommandError {
    fn from(error: parlor_web::DataError) -> CommandError {
        CommandError::runtime(error.to_string())
    }
}

impl From<SetupError> for CommandError {
    fn from(error: SetupError) -> CommandError {
        CommandError::usage(error.to_string())
    }
}

impl From<EngineSpecError> for CommandError {
    fn from(error: EngineSpecError) -> CommandError {
        CommandError::usage(error.to_string())
    }
}

impl From<BuildError> for CommandError {
    fn from(error: BuildError) -> CommandError {
        match error {
            BuildError::Spec(error) => error.into(),
            BuildError::Panicked(_) => CommandError::runtime(error.to_string()),
        }
    }
}

impl From<PositionError> for CommandError {
    fn from(error: PositionError) -> CommandError {
        CommandError::usage(error.to_string())
    }
}
