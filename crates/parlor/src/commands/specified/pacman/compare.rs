//! `parlor pacman compare`: both best-first algorithms with every heuristic on one board, as a table.

use std::io::Write;
use std::time::Instant;

use parlor_games::pacman::{BestFirst, HeuristicKind, HeuristicSearch, Pacman};
use parlor_games::with_pellet_words;

use crate::command_error::CommandError;

pub(super) fn run(timed: &super::TimedBoard, out: &mut dyn Write) -> Result<(), CommandError> {
    let (time, board) = (timed.time_limit, timed.board.read()?);
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
            let (found, work) = with_pellet_words!(&board, W => {
                let problem = Pacman::<W>::new(&board).map_err(|error| CommandError::usage(error.to_string()))?;
                search.solve(&problem, &super::search_limits(time))
            });
            let length = match &found.plan {
                Some(plan) => plan.len().to_string(),
                None if found.is_unsolvable() => "none".to_owned(),
                None => "-".to_owned(),
            };
            let admissible = if heuristic.is_admissible() { "yes" } else { "no" };
            let seconds = start.elapsed().as_secs_f64();
            writeln!(
                out,
                "{heuristic:<11} {admissible:<10} {algorithm:<9} {length:>7} {:>10} {:>12} {seconds:>8.3}",
                found.expanded, work.steps
            )?;
        }
    }
    writeln!(out)?;
    for heuristic in HeuristicKind::ALL {
        writeln!(out, "{heuristic:<11} {}; work in h: {}", heuristic.about(), heuristic.work_unit())?;
    }
    Ok(())
}
