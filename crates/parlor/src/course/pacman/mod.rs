//! `parlor pacman`: solves boards, checks and shows plans, and measures the planners.

mod bench;
mod frames;
mod show;
mod solve;

use std::fs::File;
use std::io::{Read, Write};
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use parlor_core::Limits;
use parlor_games::pacman::{Algorithm, Board, Findings, Solver, Verdict, replay};

use crate::command_line::{seconds, text};
use crate::failure::Failure;

const USUAL_TIME: Duration = Duration::from_mins(1);
/// What the search may hold; the program stays well under 8 GiB.
const MEMORY: usize = 5 << 30;
/// No board is larger than this, nor a list of boards worth reading.
const LARGEST_FILE: u64 = 64 << 20;

pub(crate) fn command() -> Command {
    let file = || Arg::new("file").value_name("FILE").required(true).help("A board: rows of codes, JSON or a tuple");
    let plan = || {
        let help = "The steps, such as RRDLU";
        Arg::new("plan").value_name("PLAN").required(true).allow_hyphen_values(true).help(help)
    };
    let algorithm = Arg::new("algorithm").long("algorithm").value_name("gbfs|astar|best");
    let time = Arg::new("time-limit")
        .long("time-limit")
        .value_name("SECONDS")
        .allow_hyphen_values(true)
        .help("Seconds for a board [default: 60]");
    Command::new("pacman")
        .about("Plan for Pac-Man: eat every pellet in as few steps as possible")
        .subcommand_required(true)
        .subcommands([
            Command::new("solve").about("Print a plan as short as can be found").args([
                file(),
                algorithm.clone().help("How to search [default: best]"),
                time.clone(),
            ]),
            Command::new("check").about("Replay a plan").args([file(), plan()]),
            Command::new("show").about("Show a plan step by step").args([file(), plan(), show::frames_option()]),
            Command::new("bench").about("Run the planners on every board of a list").args([
                Arg::new("file").value_name("FILE.json").required(true).help("A list of records, name and board"),
                algorithm.help("Only this algorithm"),
                time,
            ]),
        ])
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    match arguments.subcommand() {
        Some(("solve", arguments)) => solve::run(arguments, out),
        Some(("check", arguments)) => check(arguments, out),
        Some(("show", arguments)) => show::run(arguments, out),
        Some(("bench", arguments)) => bench::run(arguments, out),
        _ => Err(Failure::usage("say what to do: solve, check, show or bench (see --help)")),
    }
}

fn check(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let board = board(arguments)?;
    let verdict = verdict(&board, arguments)?;
    writeln!(out, "{verdict}")?;
    end_with(&verdict)
}

fn verdict(board: &Board, arguments: &ArgMatches) -> Result<Verdict, Failure> {
    let plan = text(arguments, "plan").unwrap_or_default();
    replay(&board.codes(), plan).map_err(|bad| Failure::usage(bad.to_string()))
}

fn end_with(verdict: &Verdict) -> Result<(), Failure> {
    match verdict {
        Verdict::Success { .. } => Ok(()),
        Verdict::Failure { .. } => Err(Failure::Silent { status: 1 }),
    }
}

fn board(arguments: &ArgMatches) -> Result<Board, Failure> {
    let (name, text) = read(arguments)?;
    text.parse().map_err(|bad| Failure::usage(format!("{name}: {bad}")))
}

/// The file that was named, and what it holds.
fn read(arguments: &ArgMatches) -> Result<(&str, String), Failure> {
    let name = text(arguments, "file").unwrap_or_default();
    let mut held = String::new();
    let result = File::open(name).and_then(|file| file.take(LARGEST_FILE).read_to_string(&mut held));
    result.map_err(|error| Failure::usage(format!("{name}: {error}")))?;
    Ok((name, held))
}

fn algorithm(arguments: &ArgMatches) -> Result<Option<Algorithm>, Failure> {
    let Some(name) = text(arguments, "algorithm") else { return Ok(None) };
    let wrong = |_| {
        let known = Algorithm::ALL.map(|algorithm| algorithm.to_string()).join(", ");
        Failure::usage(format!("algorithm \"{name}\" is not one of {known}"))
    };
    name.parse().map(Some).map_err(wrong)
}

fn time_limit(arguments: &ArgMatches) -> Result<Duration, Failure> {
    text(arguments, "time-limit").map_or(Ok(USUAL_TIME), |text| seconds("time-limit", text))
}

fn solver(algorithm: Algorithm) -> Solver {
    Solver { algorithm, memory: MEMORY }
}

/// A little of the time is kept for checking and printing, and for giving the memory back.
fn limits(time: Duration) -> Limits {
    Limits::time(time.mul_f64(0.97))
}

/// How far a search has come, in a line.
fn progress(findings: &Findings) -> String {
    let best = findings.plan.as_ref().map_or_else(|| "no plan yet".to_owned(), |plan| format!("length {}", plan.len()));
    format!("{best}, at least {}, {} expanded", findings.at_least, findings.expanded)
}
