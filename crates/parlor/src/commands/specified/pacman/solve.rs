//! `parlor pacman solve`: a plan for one board, with its length, the expanded states and the time.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use parlor_core::{AnyReport, EngineSpec, Setup};
use parlor_games::pacman::{Algorithm, HeuristicKind, NoPlanReason, entry};
use parlor_match::Seconds;

use crate::command_error::CommandError;
use crate::engine_search::search;
use crate::progress::Spinner;

/// Print the shortest plan that can be found
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 a plan, 1 there is none, 2 invalid input, 3 none found in time")]
pub(super) struct Solve {
    #[command(flatten)]
    timed: super::TimedBoard,
    /// Search algorithm
    #[arg(long, value_name = "gbfs|astar|best", value_parser = algorithm, default_value = "best")]
    algorithm: Algorithm,
    #[arg(long, value_name = "NAME", value_parser = heuristic, help = heuristic_help())]
    heuristic: Option<HeuristicKind>,
}

fn algorithm(text: &str) -> Result<Algorithm, String> {
    let names = || Algorithm::ALL.map(|algorithm| algorithm.to_string()).join(", ");
    text.parse().map_err(|_| format!("is not one of {}", names()))
}

fn heuristic(text: &str) -> Result<HeuristicKind, String> {
    let names = || HeuristicKind::ALL.map(|kind| kind.to_string()).join(", ");
    text.parse().map_err(|_| format!("is not one of {}", names()))
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

impl Solve {
    /// The engine that algorithm and heuristic name. `best` takes no heuristic.
    fn engine(&self) -> Result<EngineSpec, CommandError> {
        let spec = EngineSpec::new(&self.algorithm.to_string()).with_option("memory-mib", super::SEARCH_MEMORY >> 20);
        match self.heuristic {
            None => Ok(spec),
            Some(_) if self.algorithm == Algorithm::Best => {
                Err(CommandError::usage("--heuristic needs --algorithm gbfs or --algorithm astar"))
            }
            Some(kind) => Ok(spec.with_option("heuristic", kind)),
        }
    }

    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), CommandError> {
        let (spec, time) = (self.engine()?, self.timed.time_limit);
        let board = self.timed.board.read()?;
        let game = entry().start(Setup::new("pacman").with_position(&board))?;
        if game.outcome().is_some() {
            // Without pellets there is no search to report.
            return Ok(writeln!(out, "\nlength 0\noptimal")?);
        }
        let spinner = Spinner::start(Some(time));
        let started = Instant::now();
        let report = search(&mut *game.engine(&spec)?, &*game, &super::search_limits(time), &mut |report| {
            spinner.set_message(describe(report));
        })?;
        let elapsed = started.elapsed();
        spinner.finish();
        if report.value.at_least.is_win() {
            writeln!(out, "{}\nlength {}", report.line.concat(), report.line.len())?;
            writeln!(out, "expanded {}\ntime {:.3}", report.nodes, elapsed.as_secs_f64())?;
            if report.value.is_exact() {
                writeln!(out, "optimal")?;
            }
            Ok(())
        } else if report.value.at_most.is_loss() {
            writeln!(out, "no solution")?;
            eprintln!("{}", NoPlanReason::of(&board));
            Err(CommandError::Status(1))
        } else {
            writeln!(out, "no plan found within {} s", Seconds(time))?;
            Err(CommandError::Status(3))
        }
    }
}

/// Progress of a search, as one line.
fn describe(report: &AnyReport) -> String {
    let at_least = report.value.at_most.plies().unwrap_or(0);
    let length = if report.value.at_least.is_win() { format!("length {}, ", report.line.len()) } else { String::new() };
    format!("{length}at least {at_least}, {} expanded", report.nodes)
}
