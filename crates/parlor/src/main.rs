//! The program: reads the command line, runs one command, and ends with its status.

mod analyze;
mod bench;
mod command_line;
mod course;
mod cpu_time;
mod failure;
mod games;
mod input;
#[cfg(feature = "window")]
mod lan;
mod perft;
mod play;
mod progress;
mod seats;
#[cfg(feature = "web")]
mod serve;
mod solve;
#[cfg(feature = "window")]
mod window;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ArgMatches, Command};

use failure::Failure;

/// One subcommand: what it takes, and what it does.
struct Subcommand {
    command: fn() -> Command,
    run: fn(&ArgMatches, &mut dyn Write) -> Result<(), Failure>,
}

const SUBCOMMANDS: &[Subcommand] = &[
    #[cfg(feature = "web")]
    Subcommand { command: serve::command, run: serve::run },
    Subcommand { command: games::command, run: games::run },
    Subcommand { command: play::command, run: play::run },
    Subcommand { command: analyze::command, run: analyze::run },
    Subcommand { command: solve::command, run: solve::run },
    Subcommand { command: course::tournament::command, run: course::tournament::run },
    Subcommand { command: course::knights::command, run: course::knights::run },
    Subcommand { command: course::reversi::command, run: course::reversi::run },
    Subcommand { command: course::pacman::command, run: course::pacman::run },
    #[cfg(feature = "window")]
    Subcommand { command: window::command, run: window::run },
    #[cfg(feature = "window")]
    Subcommand { command: lan::command, run: lan::run },
    Subcommand { command: perft::command, run: perft::run },
    Subcommand { command: bench::command, run: bench::run },
];

fn program() -> Command {
    Command::new("parlor")
        .about("Classic board games and the programs that play them")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommands(SUBCOMMANDS.iter().map(|subcommand| (subcommand.command)()))
}

fn run(out: &mut dyn Write) -> Result<(), Failure> {
    // What is not UTF-8 is refused by whoever reads it, and named.
    let words = env::args_os().map(|word| word.to_string_lossy().into_owned());
    let matches = match program().try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) => return command_line::refuse_or_help(&error, out),
    };
    let Some((name, arguments)) = matches.subcommand() else {
        #[cfg(feature = "web")]
        return serve::welcome(out);
        #[cfg(not(feature = "web"))]
        return games::welcome(out);
    };
    match SUBCOMMANDS.iter().find(|subcommand| (subcommand.command)().get_name() == name) {
        Some(subcommand) => (subcommand.run)(arguments, out),
        None => Err(Failure::usage(format!("there is no command \"{name}\""))),
    }
}

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let result = run(&mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
