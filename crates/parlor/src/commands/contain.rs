//! Hidden command that starts a bot: limits its own process and then becomes the bot. See `parlor_external`.

use std::ffi::OsString;

use clap::Args;

use super::Context;
use crate::command_error::CommandError;

/// Name of the command, which the launcher of [`parlor_external::Containment`] begins with.
pub(crate) const NAME: &str = "contain";

/// Start a bot in containment
#[derive(Args, Debug)]
#[command(hide = true, disable_help_flag = true)]
pub(super) struct Contain {
    /// Used as they were typed: the words of a bot's command line may be any bytes
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _words: Vec<OsString>,
}

impl Contain {
    #[cfg(target_os = "linux")]
    #[expect(clippy::unused_self, reason = "as every command")]
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let failure = parlor_external::launch(context.typed)
            .ok_or_else(|| CommandError::usage("contain is used by parlor itself to start a bot"))?;
        // Not an error message of this command: the program that started it reads the line.
        eprintln!("{failure}");
        Err(CommandError::Status(126))
    }

    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unused_self, reason = "as every command")]
    pub(super) fn run(&self, _: &mut Context) -> Result<(), CommandError> {
        Err(CommandError::usage("contain works on Linux only"))
    }
}
