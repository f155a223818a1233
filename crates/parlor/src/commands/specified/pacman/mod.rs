//! `parlor pacman`: solves boards, compares heuristics, checks and shows plans.

mod compare;
mod picture;
mod show;
mod solve;

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use clap::{Args, Subcommand};
use parlor_core::Limits;
use parlor_games::pacman::{Board, ReplayOutcome, replay};

use crate::arguments::seconds;
use crate::command_error::CommandError;
use crate::commands::Context;

/// Memory limit of the search in bytes. The whole program stays well under 8 GiB.
const SEARCH_MEMORY: usize = 5 << 30;
/// Most bytes read from a file. Every board is smaller.
const MAX_FILE_SIZE: u64 = 64 << 20;

/// Plan Pac-Man's route: eat every pellet in as few steps as possible
#[derive(Args, Debug)]
#[command(arg_required_else_help = false)]
pub(in crate::commands) struct Pacman {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Solve(solve::Solve),
    /// Compare every heuristic with gbfs and astar on one board
    Compare(TimedBoard),
    /// Replay a plan and print whether it succeeds
    Check(PlanOfBoard),
    Show(show::Show),
}

/// A file with a board.
#[derive(Args, Debug)]
struct BoardFile {
    /// File with a board: rows of codes, JSON or a nested tuple
    file: String,
}

#[derive(Args, Debug)]
struct TimedBoard {
    #[command(flatten)]
    board: BoardFile,
    /// Seconds for each board
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    time_limit: Duration,
}

#[derive(Args, Debug)]
struct PlanOfBoard {
    #[command(flatten)]
    board: BoardFile,
    /// The actions of the plan, such as RRDLU
    #[arg(allow_hyphen_values = true)]
    plan: String,
}

impl Pacman {
    pub(in crate::commands) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let out = &mut *context.out;
        match &self.task {
            Task::Solve(solve) => solve.run(out),
            Task::Compare(timed) => compare::run(timed, out),
            Task::Check(check) => {
                let verdict = check.replay(&check.board.read()?)?;
                writeln!(out, "{verdict}")?;
                exit_status(&verdict)
            }
            Task::Show(show) => show.run(out),
        }
    }
}

impl BoardFile {
    fn read(&self) -> Result<Board, CommandError> {
        let name = &self.file;
        let mut text = String::new();
        let result = File::open(name).and_then(|file| file.take(MAX_FILE_SIZE).read_to_string(&mut text));
        result.map_err(|error| CommandError::usage(format!("{name}: {error}")))?;
        text.parse().map_err(|error| CommandError::usage(format!("{name}: {error}")))
    }
}

impl PlanOfBoard {
    fn replay(&self, board: &Board) -> Result<ReplayOutcome, CommandError> {
        replay(&board.codes(), &self.plan).map_err(|error| CommandError::usage(error.to_string()))
    }
}

fn exit_status(verdict: &ReplayOutcome) -> Result<(), CommandError> {
    match verdict {
        ReplayOutcome::Success { .. } => Ok(()),
        ReplayOutcome::Failure { .. } => Err(CommandError::Status(1)),
    }
}

/// Limits of the search. The last 3 % of the time are for checking, printing and freeing memory.
fn search_limits(time: Duration) -> Limits {
    Limits::time(time.mul_f64(0.97))
}
