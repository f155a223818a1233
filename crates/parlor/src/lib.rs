//! The `parlor` program as a library: every command, for any catalog of games.
//!
//! | item | content |
//! |---|---|
//! | [`run`] | the whole program: parses the command line and runs one command |
//! | [`run_from`] | the same in the process of another program, such as an interpreter |
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
mod game_options;
mod line_input;
#[cfg(feature = "web")]
mod named_engines;
mod players;
mod progress;
pub mod tournament;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use parlor_core::Catalog;
use parlor_external::ExternalOptions;

use command_error::CommandError;
use commands::{Context, Program};
use external::external_options;

/// Runs the program with the games and engines of a catalog, and with external programs as engines (`exec:`). `args`
/// begins with the name of the program, as [`std::env::args_os`] does.
pub fn run(catalog: &Catalog, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    start(catalog, env::current_exe().ok().as_deref(), args)
}

/// Like [`run`], in a process that another program began, such as an interpreter. `executable` is the file
/// that runs this function; it contains external programs.
pub fn run_from(executable: &Path, catalog: &Catalog, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    start(catalog, Some(executable), args)
}

/// Like [`run`], but writes to `out` what the program prints to stdout, and adds no engines. Errors still go to stderr.
pub fn run_with_output(catalog: &Catalog, args: impl IntoIterator<Item = OsString>, out: &mut dyn Write) -> ExitCode {
    let executable = env::current_exe().ok();
    exit_code(run_command(catalog, executable.as_deref(), |catalog, _| catalog.clone(), args, out))
}

fn start(catalog: &Catalog, executable: Option<&Path>, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let out = &mut io::stdout().lock();
    exit_code(run_command(catalog, executable, parlor_external::add_schemes, args, out))
}

fn exit_code(result: Result<(), CommandError>) -> ExitCode {
    result.map_or_else(CommandError::report, |()| ExitCode::SUCCESS)
}

fn run_command(
    catalog: &Catalog,
    executable: Option<&Path>,
    add_engines: impl Fn(&Catalog, &ExternalOptions) -> Catalog,
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let typed: Vec<OsString> = args.into_iter().collect();
    // Arguments that are not UTF-8 are rejected, and quoted, by the command that reads them.
    let words = typed.iter().map(|word| word.to_string_lossy().into_owned());
    let program = match Program::parse(words, catalog) {
        Ok(program) => program,
        Err(error) => return arguments::print_help_or_fail(&error, out),
    };
    let external = external_options(executable, program.containment);
    let external = if program.is_rated() { external.rated() } else { external };
    let catalog = &add_engines(catalog, &external);
    program.run(&mut Context { catalog, external, typed: words_of_command(&typed), out })?;
    Ok(out.flush()?)
}

/// The words after the name of the command. Before it are the name of the program and its flags.
fn words_of_command(typed: &[OsString]) -> &[OsString] {
    let mut words = typed.get(1..).unwrap_or_default();
    while let [flag, rest @ ..] = words
        && flag.as_encoded_bytes().starts_with(b"-")
    {
        let has_value = flag == "--containment";
        words = rest.get(usize::from(has_value)..).unwrap_or_default();
    }
    words.get(1..).unwrap_or_default()
}
