//! `parlor pacman solve`: a plan, and how it was found.

use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use parlor_games::pacman::{Algorithm, Solution};
use parlor_match::Seconds;

use crate::failure::Failure;
use crate::progress::Spinner;

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let algorithm = super::algorithm(arguments)?.unwrap_or(Algorithm::Best);
    let time = super::time_limit(arguments)?;
    let board = super::board(arguments)?;
    let spinner = Spinner::start(time);
    let begun = Instant::now();
    let mut hear = |findings: &_| spinner.say(super::progress(findings));
    let answer = super::solver(algorithm).solve(&board, &super::limits(time), &mut hear);
    let taken = begun.elapsed();
    spinner.end();
    match answer.solution {
        Solution::Plan { steps, is_optimal } => {
            let plan: String = steps.iter().map(|step| step.letter()).collect();
            writeln!(out, "{plan}\nlength {}", steps.len())?;
            // Where there was nothing to search, there is nothing to say of the search.
            if !steps.is_empty() {
                writeln!(out, "expanded {}\ntime {:.3}", answer.expanded, taken.as_secs_f64())?;
            }
            if is_optimal {
                writeln!(out, "optimal")?;
            }
            Ok(())
        }
        Solution::NoPlan => {
            writeln!(out, "no solution")?;
            Err(Failure::Silent { status: 1 })
        }
        Solution::NotFound => {
            writeln!(out, "no plan found within {} s", Seconds(time))?;
            Err(Failure::Silent { status: 3 })
        }
    }
}
