//! `parlor pacman solve`: a plan for one board, with its length, the expanded states and the time.

use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use parlor_games::pacman::{Algorithm, Solution};
use parlor_match::Seconds;

use crate::command_error::CommandError;
use crate::progress::Spinner;

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let algorithm = super::parse_algorithm(arguments)?.unwrap_or(Algorithm::Best);
    let time = super::parse_time_limit(arguments)?;
    let board = super::read_board(arguments)?;
    let spinner = Spinner::start(time);
    let started = Instant::now();
    let mut report = |findings: &_| spinner.set_message(super::describe_progress(findings));
    let answer = super::solver(algorithm).solve(&board, &super::search_limits(time), &mut report);
    let elapsed = started.elapsed();
    spinner.finish();
    match answer.solution {
        Solution::Plan { steps, is_optimal } => {
            let plan: String = steps.iter().map(|step| step.letter()).collect();
            writeln!(out, "{plan}\nlength {}", steps.len())?;
            // Without pellets there is no search to report.
            if !steps.is_empty() {
                writeln!(out, "expanded {}\ntime {:.3}", answer.expanded, elapsed.as_secs_f64())?;
            }
            if is_optimal {
                writeln!(out, "optimal")?;
            }
            Ok(())
        }
        Solution::NoPlan => {
            writeln!(out, "no solution")?;
            Err(CommandError::Status(1))
        }
        Solution::NotFound => {
            writeln!(out, "no plan found within {} s", Seconds(time))?;
            Err(CommandError::Status(3))
        }
    }
}
