//! `parlor solve four-in-a-row`: the exact score in discs, of a position or of every position in a file, with nodes
//! and time.

use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use parlor_core::{Game, Outcome};
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::{DiscScore, Solver};
use serde_json::{Value, json};

use super::file_lines::{SolvedLine, line_error, measure, solve_lines};
use super::shorten;
use crate::arguments::{get_str, parse_number};
use crate::command_error::CommandError;

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    if get_str(arguments, "time-limit").is_some() {
        return Err(CommandError::usage("the solver of Four in a Row always ends: leave out --time-limit"));
    }
    let threads = get_str(arguments, "threads").map_or(Ok(1), |text| parse_number("threads", text, 1..=256))?;
    let mib = get_str(arguments, "table-mib").map_or(Ok(128), |text| parse_number("table-mib", text, 2..=4096))?;
    let mut solver = Solver::new(mib).with_threads(threads);
    if !arguments.get_flag("no-book") {
        solver = solver.with_book();
    }
    if let Some(file) = get_str(arguments, "file") {
        let limit =
            get_str(arguments, "limit").map_or(Ok(usize::MAX), |text| parse_number("limit", text, 1..=usize::MAX))?;
        return solve_file(file, limit, threads > 1, &mut solver, out);
    }
    let text = get_str(arguments, "position").unwrap_or_default();
    let position = text.parse().map_err(|error| CommandError::usage(format!("\"{}\": {error}", shorten(text))))?;
    if arguments.get_flag("json") {
        writeln!(out, "{}", solve_to_json(&position, &mut solver))?;
        return Ok(());
    }
    solve_position(&position, &mut solver, out)
}

fn solve_to_json(position: &FourInARow, solver: &mut Solver) -> Value {
    let started = Instant::now();
    let score = solver.score(position);
    let is_over = position.outcome().is_some();
    let columns = if is_over { Vec::new() } else { solver.column_scores(position) };
    let columns = columns.iter().map(|(column, score)| json!({ "move": column.to_string(), "score": score.number() }));
    let line = if is_over { Vec::new() } else { solver.best_line(position) };
    json!({
        "game": "four-in-a-row",
        "position": position.to_string(),
        "turn": position.turn().to_string(),
        "score": score.number(),
        "plies": score.plies_left(position.plies()),
        "moves": columns.collect::<Vec<_>>(),
        "line": line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "nodes": solver.nodes(),
        "seconds": started.elapsed().as_secs_f64(),
    })
}

fn solve_position(position: &FourInARow, solver: &mut Solver, out: &mut dyn Write) -> Result<(), CommandError> {
    let score = solver.score(position);
    writeln!(out, "score {score}")?;
    writeln!(out, "{}", describe_score(position, score))?;
    // The scores of the columns may take longer, so the score is printed first.
    out.flush()?;
    if position.outcome().is_none() {
        let columns = solver.column_scores(position);
        writeln!(
            out,
            "columns {}",
            join_with_spaces(columns.iter().map(|(column, score)| format!("{column}:{score}")))
        )?;
        writeln!(out, "line {}", join_with_spaces(solver.best_line(position)))?;
    }
    Ok(())
}

fn describe_score(position: &FourInARow, score: DiscScore) -> String {
    let moves = score.plies_left(position.plies());
    match (score.outcome(position.turn()), moves) {
        (Outcome::Draw, 0) => "the game is drawn".to_owned(),
        (Outcome::Draw, _) => format!("draw, after {}", count_moves(moves)),
        (Outcome::Win(winner), 0) => format!("{winner} has won"),
        (Outcome::Win(winner), _) => format!("{winner} wins in {}", count_moves(moves)),
    }
}

fn count_moves(moves: u32) -> String {
    format!("{moves} move{}", if moves == 1 { "" } else { "s" })
}

pub(super) fn join_with_spaces(words: impl IntoIterator<Item = impl Display>) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" ")
}

fn solve_file(
    file: &str,
    limit: usize,
    is_parallel: bool,
    solver: &mut Solver,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    solve_lines(file, limit, out, |line| {
        let mut words = line.split_whitespace();
        let text = words.next().unwrap_or_default();
        let (position, expected) = parse_line(text, words.next()).map_err(|error| line_error(text, &error))?;
        solver.reset();
        let before = solver.nodes();
        let (score, time) = measure(is_parallel, || solver.score(&position));
        let is_wrong = expected.is_some_and(|expected| expected != score.number());
        Ok(SolvedLine { text: format!("{text} {score}"), is_wrong, nodes: solver.nodes() - before, time })
    })
}

fn parse_line(position: &str, score: Option<&str>) -> Result<(FourInARow, Option<i32>), String> {
    let position = position.parse().map_err(|error: parlor_core::PositionError| error.to_string())?;
    let score = score.map(|text| text.parse().map_err(|_| format!("score \"{}\" is not a number", shorten(text))));
    Ok((position, score.transpose()?))
}
