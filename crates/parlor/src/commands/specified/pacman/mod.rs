//! `parlor pacman`: solves boards, compares heuristics, checks and shows plans, and measures the planners.

mod bench;
mod compare;
mod picture;
mod show;
mod solve;

use std::fs::File;
use std::io::{Read, Write};
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use parlor_core::{EngineSpec, Limits};
use parlor_games::pacman::{Algorithm, Board, HeuristicKind, ReplayOutcome, replay};

use crate::command_error::CommandError;
use crate::commands::Context;
use crate::untyped::{get_str, option, parse_seconds};

untyped_command!(pub(in crate::commands) Pacman);

const DEFAULT_TIME: Duration = Duration::from_mins(1);
/// Memory limit of the search in bytes. The whole program stays well under 8 GiB.
const SEARCH_MEMORY: usize = 5 << 30;
/// Most bytes read from a file. Every board, and every reasonable list of boards, is smaller.
const MAX_FILE_SIZE: u64 = 64 << 20;

fn command(command: Command) -> Command {
    let file = || {
        Arg::new("file")
            .value_name("FILE")
            .required(true)
            .help("File with a board: rows of codes, JSON or a nested tuple")
    };
    let plan = || {
        let help = "The actions of the plan, such as RRDLU";
        Arg::new("plan").value_name("PLAN").required(true).allow_hyphen_values(true).help(help)
    };
    let algorithm = Arg::new("algorithm").long("algorithm").value_name("gbfs|astar|best");
    let time = option("time-limit", "SECONDS").help("Seconds for each board [default: 60]");
    let heuristic = option("heuristic", "NAME").help(heuristic_help());
    command
        .about("Plan Pac-Man's route: eat every pellet in as few steps as possible")
        .subcommand_required(true)
        .subcommands([
            Command::new("solve")
                .about("Print the shortest plan that can be found")
                .args([file(), algorithm.clone().help("Search algorithm [default: best]"), heuristic, time.clone()])
                .after_help("Exit status: 0 a plan, 1 there is none, 2 invalid input, 3 none found in time"),
            Command::new("compare")
                .about("Compare every heuristic with gbfs and astar on one board")
                .args([file(), time.clone()]),
            Command::new("check").about("Replay a plan and print whether it succeeds").args([file(), plan()]),
            Command::new("show").about("Show a plan as an animation, step by step").args([
                file(),
                plan(),
                show::frames_option(),
            ]),
            Command::new("bench").about("Measure the algorithms on every board of a list").args([
                Arg::new("file")
                    .value_name("FILE.json")
                    .required(true)
                    .help("JSON list of objects with the fields name and board"),
                algorithm.help("Measure only this algorithm [default: all]"),
                time,
            ]),
        ])
}

/// Every heuristic with its explanation, one per line.
fn heuristic_help() -> String {
    let line = |kind: HeuristicKind| {
        let admissible = if kind.is_admissible() { "admissible" } else { "not admissible" };
        format!("\n{kind}: {} ({admissible})", kind.about())
    };
    let lines: String = HeuristicKind::ALL.map(line).concat();
    format!("Heuristic of gbfs and astar:{lines}")
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let out = &mut *context.out;
    match arguments.subcommand() {
        Some(("solve", arguments)) => solve::run(arguments, out),
        Some(("compare", arguments)) => compare::run(arguments, out),
        Some(("check", arguments)) => check(arguments, out),
        Some(("show", arguments)) => show::run(arguments, out),
        Some(("bench", arguments)) => bench::run(arguments, out),
        _ => Err(CommandError::usage("choose one of solve, compare, check, show and bench (see --help)")),
    }
}

fn check(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let board = read_board(arguments)?;
    let verdict = replay_plan(&board, arguments)?;
    writeln!(out, "{verdict}")?;
    exit_status(&verdict)
}

fn replay_plan(board: &Board, arguments: &ArgMatches) -> Result<ReplayOutcome, CommandError> {
    let plan = get_str(arguments, "plan").unwrap_or_default();
    replay(&board.codes(), plan).map_err(|error| CommandError::usage(error.to_string()))
}

fn exit_status(verdict: &ReplayOutcome) -> Result<(), CommandError> {
    match verdict {
        ReplayOutcome::Success { .. } => Ok(()),
        ReplayOutcome::Failure { .. } => Err(CommandError::Status(1)),
    }
}

fn read_board(arguments: &ArgMatches) -> Result<Board, CommandError> {
    let (name, text) = read_file(arguments)?;
    text.parse().map_err(|error| CommandError::usage(format!("{name}: {error}")))
}

/// Name and content of the file argument.
fn read_file(arguments: &ArgMatches) -> Result<(&str, String), CommandError> {
    let name = get_str(arguments, "file").unwrap_or_default();
    let mut content = String::new();
    let result = File::open(name).and_then(|file| file.take(MAX_FILE_SIZE).read_to_string(&mut content));
    result.map_err(|error| CommandError::usage(format!("{name}: {error}")))?;
    Ok((name, content))
}

fn parse_algorithm(arguments: &ArgMatches) -> Result<Option<Algorithm>, CommandError> {
    let Some(name) = get_str(arguments, "algorithm") else { return Ok(None) };
    let unknown = |_| {
        let names = Algorithm::ALL.map(|algorithm| algorithm.to_string()).join(", ");
        CommandError::usage(format!("algorithm \"{name}\" is not one of {names}"))
    };
    name.parse().map(Some).map_err(unknown)
}

/// The engine that algorithm and heuristic name. `best` takes no heuristic.
fn parse_engine(arguments: &ArgMatches) -> Result<EngineSpec, CommandError> {
    let algorithm = parse_algorithm(arguments)?.unwrap_or(Algorithm::Best);
    let spec = EngineSpec::new(&algorithm.to_string()).with_option("memory-mib", SEARCH_MEMORY >> 20);
    let Some(name) = get_str(arguments, "heuristic") else { return Ok(spec) };
    let kind: HeuristicKind =
        name.parse().map_err(|error| CommandError::usage(format!("heuristic \"{name}\": {error}")))?;
    if algorithm == Algorithm::Best {
        return Err(CommandError::usage("--heuristic needs --algorithm gbfs or --algorithm astar"));
    }
    Ok(spec.with_option("heuristic", kind))
}

fn parse_time_limit(arguments: &ArgMatches) -> Result<Duration, CommandError> {
    get_str(arguments, "time-limit").map_or(Ok(DEFAULT_TIME), |text| parse_seconds("time-limit", text))
}

/// Limits of the search. The last 3 % of the time are for checking, printing and freeing memory.
fn search_limits(time: Duration) -> Limits {
    Limits::time(time.mul_f64(0.97))
}
