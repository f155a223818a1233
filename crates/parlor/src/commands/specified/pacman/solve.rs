//! `parlor pacman solve`: a plan for one board, with its length, the expanded states and the time.

use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use parlor_core::{AnyReport, Setup};
use parlor_games::pacman::{NoPlanReason, entry};
use parlor_match::Seconds;

use crate::command_error::CommandError;
use crate::engine_search::search;
use crate::progress::Spinner;

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let spec = super::parse_engine(arguments)?;
    let time = super::parse_time_limit(arguments)?;
    let board = super::read_board(arguments)?;
    let game = entry().start(Setup::new("pacman").with_position(&board))?;
    if game.outcome().is_some() {
        // Without pellets there is no search to report.
        return Ok(writeln!(out, "\nlength 0\noptimal")?);
    }
    let spinner = Spinner::start(time);
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

/// Progress of a search, as one line.
fn describe(report: &AnyReport) -> String {
    let at_least = report.value.at_most.plies().unwrap_or(0);
    let length = if report.value.at_least.is_win() { format!("length {}, ", report.line.len()) } else { String::new() };
    format!("{length}at least {at_least}, {} expanded", report.nodes)
}
