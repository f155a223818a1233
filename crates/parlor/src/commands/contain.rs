//! Hidden command that starts a bot: limits its own process and then becomes the bot. See `parlor_external`.

use clap::{Arg, ArgMatches, Command};
use parlor_core::Catalog;

use super::{Context, Subcommand};
use crate::command_error::CommandError;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

/// Name of the command, which the launcher of [`parlor_external::Containment`] begins with.
pub(crate) const NAME: &str = "contain";

fn command(_: &Catalog) -> Command {
    let words = Arg::new("words").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true);
    Command::new(NAME).hide(true).disable_help_flag(true).arg(words)
}

#[cfg(target_os = "linux")]
fn run(_: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    use parlor_external::{ContainedCommand, PROBE, SUPERVISE, exec_contained, probe, supervise};

    // As typed: the words of a bot's command line may be any bytes.
    let words = context.typed.get(2..).unwrap_or_default();
    if words == [PROBE] {
        writeln!(context.out, "{}", probe())?;
        return Ok(());
    }
    let failure = match words {
        [first, supervised @ ..] if first == SUPERVISE => supervise(supervised),
        _ => {
            let command = ContainedCommand::from_arguments(words)
                .ok_or_else(|| CommandError::usage("contain is used by parlor itself to start a bot"))?;
            exec_contained(&command)
        }
    };
    // Not an error message of this command: the program that started it reads the line.
    eprintln!("{failure}");
    Err(CommandError::Status(126))
}

#[cfg(not(target_os = "linux"))]
fn run(_: &ArgMatches, _: &mut Context) -> Result<(), CommandError> {
    Err(CommandError::usage("contain works on Linux only"))
}
