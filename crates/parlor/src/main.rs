//! The `parlor` program: parses the command line, runs one command, and exits with its status.

mod arguments;
mod command_error;
mod commands;
mod cpu_time;
mod engine_search;
mod line_input;
mod players;
mod progress;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use command_error::CommandError;

fn run(out: &mut dyn Write) -> Result<(), CommandError> {
    // Arguments that are not UTF-8 are rejected, and quoted, by the command that reads them.
    let words = env::args_os().map(|word| word.to_string_lossy().into_owned());
    let matches = match commands::program().try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) => return arguments::print_help_or_fail(&error, out),
    };
    match matches.subcommand() {
        Some((name, arguments)) => commands::run(name, arguments, out),
        None => commands::run_default(out),
    }
}

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let result = run(&mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
