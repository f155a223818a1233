//! `parlor pacman bench`: plan length, expanded states and time of every algorithm on every board of a list.

use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use parlor_games::pacman::{Algorithm, Pacman, Solver, read_boards};
use parlor_games::with_pellet_words;

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
            let solver = Solver { algorithm, memory: super::SEARCH_MEMORY };
            let found = with_pellet_words!(board, W => {
                let problem = Pacman::<W>::new(board).map_err(|error| CommandError::usage(error.to_string()))?;
                solver.solve(&problem, &super::search_limits(time), &mut |_| ())
            });
            let elapsed = started.elapsed();
            spinner.finish();
            let length = match &found.plan {
                Some(plan) if found.is_optimal() => format!("{} optimal", plan.len()),
                Some(plan) => plan.len().to_string(),
                None if found.is_unsolvable() => "no solution".to_owned(),
                None => "none found".to_owned(),
            };
            let size = format!("{}x{}", board.rows(), board.columns());
            let pellets = board.pellets().to_string();
            let [algorithm, expanded] = [algorithm.to_string(), found.expanded.to_string()];
            let seconds = format!("{:.3}", elapsed.as_secs_f64());
            write_row(out, [name, &size, &pellets, &algorithm, &length, &expanded, &seconds])?;
            out.flush()?;
        }
    }
    Ok(())
}
