//! The commands of the program, one file or folder each. A new command is a file, its module and a line of
//! [`SUBCOMMANDS`].

mod analyze;
mod bench;
mod bot;
pub(crate) mod contain;
#[cfg(feature = "web")]
mod data;
mod engine;
mod games;
mod perft;
mod play;
mod position_lines;
mod record;
mod record_file;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod specified;
#[cfg(feature = "window")]
mod window;

use std::ffi::OsString;
use std::io::Write;

use clap::{ArgMatches, Command};
use parlor_core::Catalog;

use crate::command_error::CommandError;

/// A command: its arguments, and the function that runs it.
pub(crate) struct Subcommand {
    command: fn(&Catalog) -> Command,
    run: fn(&ArgMatches, &mut Context) -> Result<(), CommandError>,
}

/// Catalog and output that every command gets besides its arguments.
pub(crate) struct Context<'a> {
    /// The games and engines on offer.
    pub(crate) catalog: &'a Catalog,
    /// All words of the command line as they were typed, the name of the program first.
    pub(crate) typed: &'a [OsString],
    pub(crate) out: &'a mut dyn Write,
}

/// All commands, in the order of `parlor --help`.
const SUBCOMMANDS: &[Subcommand] = &[
    #[cfg(feature = "web")]
    serve::SUBCOMMAND,
    #[cfg(feature = "web")]
    data::SUBCOMMAND,
    games::SUBCOMMAND,
    play::SUBCOMMAND,
    analyze::SUBCOMMAND,
    solve::SUBCOMMAND,
    record::SUBCOMMAND,
    engine::SUBCOMMAND,
    bot::SUBCOMMAND,
    specified::tournament::SUBCOMMAND,
    specified::knights::SUBCOMMAND,
    specified::reversi::SUBCOMMAND,
    specified::pacman::SUBCOMMAND,
    #[cfg(feature = "window")]
    window::SUBCOMMAND,
    specified::four_in_a_row::SUBCOMMAND,
    perft::SUBCOMMAND,
    bench::SUBCOMMAND,
    contain::SUBCOMMAND,
];

/// The argument parser of the whole program.
pub(crate) fn program(catalog: &Catalog) -> Command {
    Command::new("parlor")
        .about("Classic board games and the programs that play them")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommands(SUBCOMMANDS.iter().map(|subcommand| (subcommand.command)(catalog)))
}

/// Runs the command of this name.
pub(crate) fn run(name: &str, arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let catalog = context.catalog;
    match SUBCOMMANDS.iter().find(|subcommand| (subcommand.command)(catalog).get_name() == name) {
        Some(subcommand) => (subcommand.run)(arguments, context),
        None => Err(CommandError::usage(format!("there is no command \"{name}\""))),
    }
}

/// Runs `parlor` without arguments: the site, or in a build without it a list of the games.
pub(crate) fn run_default(context: &mut Context) -> Result<(), CommandError> {
    #[cfg(feature = "web")]
    return serve::run_default(context);
    #[cfg(not(feature = "web"))]
    return games::print_welcome(context);
}
