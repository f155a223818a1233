//! `parlor pacman compare`: both best-first algorithms with every heuristic on one board, as a table.

use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use parlor_games::pacman::{BestFirst, HeuristicKind, HeuristicSearch, Solution};

use crate::command_error::CommandError;

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let time = super::parse_time_limit(arguments)?;
    let board = super::read_board(arguments)?;
    let header = ("heuristic", "admissible", "algorithm", "length", "expanded", "work in h", "seconds");
    writeln!(
        out,
        "{:<11} {:<10} {:<9} {:>7} {:>10} {:>12} {:>8}",
        header.0, header.1, header.2, header.3, header.4, header.5, header.6
    )?;
    for heuristic in HeuristicKind::ALL {
        for algorithm in BestFirst::ALL {
            let start = Instant::now();
            let search = HeuristicSearch { algorithm, heuristic, memory: super::SEARCH_MEMORY };
            let output = search.solve(&board, &super::search_limits(time));
            let length = match &output.solution {
                Solution::Plan { steps, .. } => steps.len().to_string(),
                Solution::NoPlan => "none".to_owned(),
                Solution::NotFound => "-".to_owned(),
            };
            let admissible = if heuristic.is_admissible() { "yes" } else { "no" };
            let seconds = start.elapsed().as_secs_f64();
            writeln!(
                out,
                "{heuristic:<11} {admissible:<10} {algorithm:<9} {length:>7} {:>10} {:>12} {seconds:>8.3}",
                output.expanded, output.heuristic_work
            )?;
        }
    }
    writeln!(out)?;
    for heuristic in HeuristicKind::ALL {
        writeln!(out, "{heuristic:<11} {}; work in h: {}", heuristic.about(), heuristic.work_unit())?;
    }
    Ok(())
}
