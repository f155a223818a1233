//! The commands of the program, one file or folder each. A new command is a file, its module and a line of
//! [`SUBCOMMANDS`].

mod analyze;
mod bench;
mod games;
mod perft;
mod play;
mod record;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod specified;
#[cfg(feature = "window")]
mod window;

use std::io::Write;

use clap::{ArgMatches, Command};

use crate::command_error::CommandError;

/// A command: its arguments, and the function that runs it.
pub(crate) struct Subcommand {
    command: fn() -> Command,
    run: fn(&ArgMatches, &mut dyn Write) -> Result<(), CommandError>,
}

/// All commands, in the order of `parlor --help`.
const SUBCOMMANDS: &[Subcommand] = &[
    #[cfg(feature = "web")]
    serve::SUBCOMMAND,
    games::SUBCOMMAND,
    play::SUBCOMMAND,
    analyze::SUBCOMMAND,
    solve::SUBCOMMAND,
    record::SUBCOMMAND,
    specified::tournament::SUBCOMMAND,
    specified::knights::SUBCOMMAND,
    specified::reversi::SUBCOMMAND,
    specified::pacman::SUBCOMMAND,
    #[cfg(feature = "window")]
    window::SUBCOMMAND,
    #[cfg(feature = "window")]
    specified::four_in_a_row::SUBCOMMAND,
    perft::SUBCOMMAND,
    bench::SUBCOMMAND,
];

/// The argument parser of the whole program.
pub(crate) fn program() -> Command {
    Command::new("parlor")
        .about("Classic board games and the programs that play them")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommands(SUBCOMMANDS.iter().map(|subcommand| (subcommand.command)()))
}

/// Runs the command of this name.
pub(crate) fn run(name: &str, arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    match SUBCOMMANDS.iter().find(|subcommand| (subcommand.command)().get_name() == name) {
        Some(subcommand) => (subcommand.run)(arguments, out),
        None => Err(CommandError::usage(format!("there is no command \"{name}\""))),
    }
}

/// Runs `parlor` without arguments: the site, or in a build without it a list of the games.
pub(crate) fn run_default(out: &mut dyn Write) -> Result<(), CommandError> {
    #[cfg(feature = "web")]
    return serve::run_default(out);
    #[cfg(not(feature = "web"))]
    return games::print_welcome(out);
}
