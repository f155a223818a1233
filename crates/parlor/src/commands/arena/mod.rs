//! `parlor arena`: competitions between engines. The direct form takes a game and engines; the subcommands run a file,
//! resume, report and export, solve positions, and use many machines. One file each.

mod class;
mod direct;
mod export;
mod live;
mod report;
mod resume;
mod run;
mod session;
mod solve;
mod status;
mod table;
mod via;
mod work;

use clap::{Arg, ArgMatches, Command};
use parlor_arena::{ArenaError, CompetitionId};
use parlor_core::Catalog;
use parlor_distributed::JobError;

use super::{Context, Subcommand};
use crate::arguments::{get_str, option, parse_number};
use crate::command_error::CommandError;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const DEFAULT_STORE: &str = "arena.sqlite";

const HELP: &str = "\
Every pairing plays the same openings, and each opening twice, with swapped sides.

Examples:
  parlor arena four-in-a-row alphabeta:depth=4 mcts --games 200 --nodes 1000
  parlor arena reversi strong alphabeta greedy --seconds 0.05,0.2
  parlor arena knights alphabeta 'exec:python3 bot.py' --sprt 0,20 --games 5000
  parlor arena run weekly.toml
  parlor arena report --out weekly.html
  parlor arena run weekly.toml --via nats://host:4222   (and on every machine: parlor arena work --via nats://host:4222)

Games are stored in arena.sqlite while they are played; `parlor arena resume` continues after an interruption.";

type Part = (fn() -> Command, fn(&ArgMatches, &mut Context) -> Result<(), CommandError>);

/// The subcommands, in the order of the help.
const PARTS: [Part; 8] = [
    (run::command, run::run),
    (resume::command, resume::run),
    (report::command, report::run),
    (export::command, export::run),
    (class::command, class::run),
    (solve::command, solve::run),
    (work::command, work::run),
    (status::command, status::run),
];

fn command(catalog: &Catalog) -> Command {
    let command = Command::new("arena")
        .about("Let engines compete: matches, tournaments, ratings and sequential tests")
        .args_conflicts_with_subcommands(true)
        .override_usage("parlor arena GAME ENGINE ENGINE... [OPTIONS]\n       parlor arena COMMAND")
        .after_help(HELP)
        .subcommands(PARTS.iter().map(|(command, _)| command()));
    direct::add_arguments(command, catalog)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    match arguments.subcommand() {
        None => direct::run(arguments, context),
        Some((name, arguments)) => match PARTS.iter().find(|(command, _)| command().get_name() == name) {
            Some((_, run)) => run(arguments, context),
            None => Err(CommandError::usage(format!("there is no command \"arena {name}\""))),
        },
    }
}

impl From<ArenaError> for CommandError {
    fn from(error: ArenaError) -> CommandError {
        match error {
            ArenaError::Invalid(text) => CommandError::usage(text),
            ArenaError::Storage(text) | ArenaError::Worker(text) => CommandError::runtime(text),
        }
    }
}

impl From<JobError> for CommandError {
    fn from(error: JobError) -> CommandError {
        match error {
            JobError::Invalid(text) => CommandError::usage(text),
            JobError::Failed(text) => CommandError::runtime(text),
        }
    }
}

/// `--store FILE`.
fn store_argument() -> Arg {
    option("store", "FILE").help("File with the games [default: arena.sqlite]")
}

fn store_path(arguments: &ArgMatches) -> &str {
    get_str(arguments, "store").unwrap_or(DEFAULT_STORE)
}

/// The number of a competition, if one is not to be the latest.
fn id_argument() -> Arg {
    Arg::new("competition").value_name("NUMBER").help("Number of the competition [default: the latest]")
}

fn competition_id(arguments: &ArgMatches) -> Result<Option<CompetitionId>, CommandError> {
    get_str(arguments, "competition").map(|text| parse_number("NUMBER", text, 1..=CompetitionId::MAX)).transpose()
}
