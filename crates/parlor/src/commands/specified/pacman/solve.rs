//! `parlor pacman solve`: a plan for one board, with its length, the expanded states and the time.

use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use parlor_games::pacman::{Algorithm, HeuristicSearch, NoPlanReason, Solution};
use parlor_match::Seconds;

use crate::command_error::CommandError;
use crate::progress::Spinner;

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let algorithm = super::parse_algorithm(arguments)?.unwrap_or(Algorithm::Best);
    let heuristic = super::parse_heuristic(arguments)?;
    let time = super::parse_time_limit(arguments)?;
    let board = super::read_board(arguments)?;
    let spinner = Spinner::start(time);
    let started = Instant::now();
    let limits = super::search_limits(time);
    let (solution, expanded, heuristic_work) = if let Some((heuristic, algorithm)) = heuristic {
        let search = HeuristicSearch { algorithm, heuristic, memory: super::SEARCH_MEMORY };
        let output = search.solve(&board, &limits);
        (output.solution, output.expanded, Some(output.heuristic_work))
    } else {
        let mut report = |findings: &_| spinner.set_message(super::describe_progress(findings));
        let output = super::solver(algorithm).solve(&board, &limits, &mut report);
        (output.solution, output.expanded, None)
    };
    let elapsed = started.elapsed();
    spinner.finish();
    match solution {
        Solution::Plan { steps, is_optimal } => {
            let plan: String = steps.iter().map(|step| step.letter()).collect();
            writeln!(out, "{plan}\nlength {}", steps.len())?;
            // Without pellets there is no search to report.
            if !steps.is_empty() {
                writeln!(out, "expanded {expanded}\ntime {:.3}", elapsed.as_secs_f64())?;
                if let Some(work) = heuristic_work {
                    writeln!(out, "work in h {work}")?;
                }
            }
            if is_optimal {
                writeln!(out, "optimal")?;
            }
            Ok(())
        }
        Solution::NoPlan => {
            writeln!(out, "no solution")?;
            eprintln!("{}", NoPlanReason::of(&board));
            Err(CommandError::Status(1))
        }
        Solution::NotFound => {
            writeln!(out, "no plan found within {} s", Seconds(time))?;
            Err(CommandError::Status(3))
        }
    }
}
