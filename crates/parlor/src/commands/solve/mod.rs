//! `parlor solve`: the exact value of a position, for every game with a solver.

mod any_game;
mod file_lines;
mod four_in_a_row;
mod reversi;

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{Catalog, ErasedGame, GameEntry, Setup};
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::reversi::Reversi;

use super::Context;
use super::position_lines::shorten;
use crate::command_error::CommandError;
use crate::untyped::{add_game_options, get_str, option, parse_setup};

untyped_command!(pub(super) Solve);

fn command(command: Command) -> Command {
    let game = Arg::new("game")
        .value_name("GAME")
        .required(true)
        .help("Name of a game with a solver, as listed by `parlor games`");
    let position = Arg::new("position")
        .value_name("POSITION")
        .required_unless_present("file")
        .conflicts_with("file")
        .allow_hyphen_values(true)
        .help("Position in the game's notation, such as 4453; \"-\" for the start");
    let side = Arg::new("side")
        .value_name("SIDE")
        .conflicts_with("file")
        .help("Side to move, where the shell split it from a Reversi position");
    let flag = |name: &'static str, help| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let command = command.about("Print the exact value of a position with perfect play").args([
        game,
        position,
        side,
        flag("json", "Print one JSON object per position, on a line of its own, for programs"),
        option("time-limit", "SECONDS").help("Give up after this time [default: none]").conflicts_with("file"),
        option("threads", "N").help("Number of search threads [default: 1]"),
        option("table-mib", "N").help("Largest size of the solver's table in MiB"),
        Arg::new("file").long("file").value_name("FILE").help(
            "Four in a Row and Reversi: solve every line of FILE: a position and, optionally, its expected score. Prints \
             position, score, nodes and microseconds (CPU time; with --threads, elapsed time). \"-\" reads stdin",
        ),
        option("limit", "N").help("Read at most N lines of the file").conflicts_with("position"),
        flag("columns", "Four in a Row only: with --file, print the score of every column, too").requires("file"),
        flag("outcome", "Reversi only: find out who wins, which is faster than the margin").conflicts_with("json"),
        flag("no-book", "Four in a Row only: solve without the opening book"),
    ]);
    add_game_options(command)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let catalog = context.catalog;
    let entry = catalog.game(get_str(arguments, "game").unwrap_or_default())?;
    if entry.solver.is_none() {
        let solvable = solvable(catalog).join(", ");
        return Err(CommandError::usage(format!("there is no solver for {}, only for {solvable}", entry.name)));
    }
    if is_four_in_a_row(entry) {
        reject_side(arguments)?;
        reject_outcome(arguments)?;
        return four_in_a_row::run(arguments, context);
    }
    if is_standard_reversi(arguments, catalog)? && get_str(arguments, "time-limit").is_none() {
        reject_columns(arguments)?;
        return reversi::run(arguments, context);
    }
    reject_outcome(arguments)?;
    if let Some(name) = ["file", "columns", "no-book"].into_iter().find(|name| is_given(arguments, name)) {
        return Err(not_for_this_game(name));
    }
    reject_side(arguments)?;
    any_game::run(arguments, context)
}

fn reject_columns(arguments: &ArgMatches) -> Result<(), CommandError> {
    if is_given(arguments, "columns") { Err(not_for_this_game("columns")) } else { Ok(()) }
}

fn not_for_this_game(name: &str) -> CommandError {
    CommandError::usage(format!("--{name} is not for this game"))
}

/// Only the solver of Reversi on 8x8 looks for the outcome without the margin, and it takes no time limit.
fn reject_outcome(arguments: &ArgMatches) -> Result<(), CommandError> {
    if arguments.get_flag("outcome") {
        return Err(CommandError::usage("--outcome is only for Reversi on 8x8 without --time-limit".to_owned()));
    }
    Ok(())
}

/// Only a Reversi position ends with a word of its own for the side to move.
fn reject_side(arguments: &ArgMatches) -> Result<(), CommandError> {
    let error = |side| CommandError::usage(format!("unexpected argument \"{}\"", shorten(side)));
    get_str(arguments, "side").map_or(Ok(()), |side| Err(error(side)))
}

/// Whether the game is Reversi on 8x8, whose solver counts discs and reads files.
fn is_standard_reversi(arguments: &ArgMatches, catalog: &Catalog) -> Result<bool, CommandError> {
    let setup = Setup { position: None, ..parse_setup(arguments, catalog)? };
    Ok(catalog.start(setup)?.as_any().is::<ErasedGame<Reversi>>())
}

/// Names of the games with a solver.
fn solvable(catalog: &Catalog) -> Vec<&str> {
    catalog.games().iter().filter(|entry| entry.solver.is_some()).map(|entry| &*entry.name).collect()
}

/// Whether an entry is Four in a Row, whose scores count discs as in the published tables.
fn is_four_in_a_row(entry: &GameEntry) -> bool {
    entry.start(entry.default_setup()).is_ok_and(|game| game.as_any().is::<ErasedGame<FourInARow>>())
}

fn is_given(arguments: &ArgMatches, name: &str) -> bool {
    arguments.value_source(name).is_some_and(|source| source == clap::parser::ValueSource::CommandLine)
}
