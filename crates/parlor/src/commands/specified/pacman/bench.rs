//! `parlor pacman bench`: plan length, expanded states and time of every algorithm on every board of a list.

use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use parlor_games::pacman::{Algorithm, Solution, read_boards};

use crate::command_error::CommandError;
use crate::progress::Spinner;

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let time = super::parse_time_limit(arguments)?;
    let algorithms = super::parse_algorithm(arguments)?.map_or(Algorithm::ALL.to_vec(), |algorithm| vec![algorithm]);
    let (file, text) = super::read_file(arguments)?;
    let boards = read_boards(&text).map_err(|error| CommandError::usage(format!("{file}: {error}")))?;
    let width = boards.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(5);
    let write_row = |out: &mut dyn Write, cells: [&str; 7]| {
        let [name, size, pellets, algorithm, length, expanded, seconds] = cells;
        writeln!(out, "{name:<width$} {size:>6} {pellets:>7}  {algorithm:<9} {length:<14} {expanded:>12} {seconds:>9}")
    };
    write_row(out, ["board", "size", "pellets", "algorithm", "length", "expanded", "seconds"])?;
    for (name, board) in &boards {
        for &algorithm in &algorithms {
            let spinner = Spinner::start(time);
            let started = Instant::now();
            let mut report = |findings: &_| {
                spinner.set_message(format!("{name} {algorithm}: {}", super::describe_progress(findings)));
            };
            let answer = super::solver(algorithm).solve(board, &super::search_limits(time), &mut report);
            let elapsed = started.elapsed();
            spinner.finish();
            let length = match answer.solution {
                Solution::Plan { steps, is_optimal: true } => format!("{} optimal", steps.len()),
                Solution::Plan { steps, is_optimal: false } => steps.len().to_string(),
                Solution::NoPlan => "no solution".to_owned(),
                Solution::NotFound => "none found".to_owned(),
            };
            let size = format!("{}x{}", board.rows(), board.columns());
            let pellets = board.pellets().to_string();
            let [algorithm, expanded] = [algorithm.to_string(), answer.expanded.to_string()];
            let seconds = format!("{:.3}", elapsed.as_secs_f64());
            write_row(out, [name, &size, &pellets, &algorithm, &length, &expanded, &seconds])?;
            out.flush()?;
        }
    }
    Ok(())
}
