//! The `parlor` program as a library: every command, for any catalog of games.
//!
//! | item | content |
//! |---|---|
//! | [`run`] | the whole program: parses the command line and runs one command |
//! | [`run_with_output`] | the same with another output than stdout |
//! | [`tournament`] | the Tic-Tac-Toe tournament: players, renderers, rounds |
//!
//! # Example: Parlor with one game more
//!
//! A program with a game of its own adds an entry to the catalog. The game is then in the command line, the site and
//! the window, next to the others.
//!
//! ```no_run
//! # use parlor_core::{ErasedGame, GameEntry};
//! # use parlor_games::tic_tac_toe::TicTacToe;
//! # fn noughts() -> GameEntry {
//! #     GameEntry::new("noughts", "Noughts", |setup, _| Ok(ErasedGame::boxed(setup, TicTacToe::<u64, 3>::new(3))))
//! # }
//! fn main() -> std::process::ExitCode {
//!     let catalog = parlor_games::catalog().with_game(noughts());
//!     parlor::run(&catalog, std::env::args_os())
//! }
//! ```
//!
//! The entry says how to start the game. Here the rules are those of 3x3 Tic-Tac-Toe; your own type implements
//! [`Game`](parlor_core::Game), [`Depict`](parlor_core::Depict) and [`Playable`](parlor_core::Playable). The example
//! `own-game` of the repository is a complete game with a tutorial.
//!
//! ```
//! use parlor_core::{ErasedGame, GameEntry};
//! use parlor_games::tic_tac_toe::TicTacToe;
//!
//! let noughts = GameEntry::new("noughts", "Noughts and Crosses", |setup, _| {
//!     Ok(ErasedGame::boxed(setup, TicTacToe::<u64, 3>::new(3)))
//! });
//! let catalog = parlor_games::catalog().with_game(noughts);
//!
//! let mut out = Vec::new();
//! parlor::run_with_output(&catalog, ["parlor", "perft", "noughts", "2"].map(Into::into), &mut out);
//! assert!(out.starts_with(b"1 9\n2 72\n"));
//! ```

mod arguments;
mod command_error;
mod commands;
mod cpu_time;
mod engine_search;
mod external;
mod line_input;
#[cfg(feature = "web")]
mod named_engines;
mod players;
mod progress;
pub mod tournament;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use parlor_core::Catalog;

use command_error::CommandError;
use commands::Context;

/// Runs the program with the games and engines of a catalog, and with external programs as engines (`exec:`). `args`
/// begins with the name of the program, as [`std::env::args_os`] does.
pub fn run(catalog: &Catalog, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let catalog = parlor_external::add_schemes(catalog, &external::external_options());
    run_with_output(&catalog, args, &mut io::stdout().lock())
}

/// Like [`run`], but writes to `out` what the program prints to stdout, and adds no engines. Errors still go to stderr.
pub fn run_with_output(catalog: &Catalog, args: impl IntoIterator<Item = OsString>, out: &mut dyn Write) -> ExitCode {
    let typed: Vec<OsString> = args.into_iter().collect();
    match run_command(&mut Context { catalog, typed: &typed, out }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

fn run_command(context: &mut Context) -> Result<(), CommandError> {
    // Arguments that are not UTF-8 are rejected, and quoted, by the command that reads them.
    let words = context.typed.iter().map(|word| word.to_string_lossy().into_owned());
    let matches = match commands::program(context.catalog).try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) => return arguments::print_help_or_fail(&error, context.out),
    };
    match matches.subcommand() {
        Some((name, arguments)) => commands::run(name, arguments, context)?,
        None => commands::run_default(context)?,
    }
    Ok(context.out.flush()?)
}
