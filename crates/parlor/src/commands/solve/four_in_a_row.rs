//! `parlor solve four-in-a-row`: the exact score in discs, of a position or of every position in a file, with nodes
//! and time.

use std::fmt::Display;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use parlor_core::{AnyGame, Game, Outcome, PositionError, Value};
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::{DiscScore, Solver};
use serde_json::json;

use super::file_lines::{SolvedLine, line_text, measure, solve_lines};
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::commands::position_lines::{position_error, position_json, shorten, start_at};
use crate::untyped::{get_str, parse_number, parse_setup};

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
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
        return solve_file(file, threads > 1, arguments, &mut solver, context);
    }
    let game = start_at(context.catalog, parse_setup(arguments, context.catalog)?)?;
    let position = game.position().parse()?;
    if arguments.get_flag("json") {
        let started = Instant::now();
        let score = solver.score(&position);
        let text = solution_json(&*game, &position, score, &mut solver, started.elapsed());
        writeln!(context.out, "{text}")?;
        return Ok(());
    }
    solve_position(&position, &mut solver, context.out)
}

/// The solution as a JSON object: values count plies, and `score` counts discs as in the published tables.
fn solution_json(
    game: &dyn AnyGame,
    position: &FourInARow,
    score: DiscScore,
    solver: &mut Solver,
    time: Duration,
) -> String {
    let value = |score: DiscScore| Value::exact(score.in_plies(position.plies())).report(FourInARow::<7, 6>::UNIT);
    let nodes = solver.nodes();
    let is_over = position.outcome().is_some();
    let columns = if is_over { Vec::new() } else { solver.column_scores(position) };
    let columns = columns
        .into_iter()
        .map(|(column, score)| json!({ "move": column.to_string(), "score": score.number(), "value": value(score) }));
    let line = if is_over { Vec::new() } else { solver.best_line(position) };
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    let mut object = position_json(game);
    object.extend([
        ("score".to_owned(), json!(score.number())),
        ("value".to_owned(), json!(value(score))),
        ("moves".to_owned(), columns.collect()),
        ("line".to_owned(), json!(line)),
        ("nodes".to_owned(), json!(nodes)),
        ("seconds".to_owned(), json!(time.as_secs_f64())),
    ]);
    serde_json::Value::Object(object).to_string()
}

fn solve_position(position: &FourInARow, solver: &mut Solver, out: &mut dyn Write) -> Result<(), CommandError> {
    let score = solver.score(position);
    writeln!(out, "score {score}")?;
    writeln!(out, "{}", describe_score(position, score))?;
    // The scores of the columns may take longer, so the score is printed first.
    out.flush()?;
    if position.outcome().is_none() {
        writeln!(out, "columns {}", column_scores(position, solver))?;
        writeln!(out, "line {}", join_with_spaces(solver.best_line(position)))?;
    }
    Ok(())
}

fn column_scores(position: &FourInARow, solver: &mut Solver) -> String {
    join_with_spaces(solver.column_scores(position).iter().map(|(column, score)| format!("{column}:{score}")))
}

fn describe_score(position: &FourInARow, score: DiscScore) -> String {
    let plies = score.plies_left(position.plies());
    let count = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match (score.outcome(position.turn()), plies) {
        (Outcome::Draw, 0) => "the game is drawn".to_owned(),
        (Outcome::Draw, _) => format!("draw, after {count}"),
        (Outcome::Win(winner), 0) => format!("{winner} has won"),
        (Outcome::Win(winner), _) => format!("{winner} wins in {count}"),
    }
}

pub(super) fn join_with_spaces(words: impl IntoIterator<Item = impl Display>) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" ")
}

fn solve_file(
    file: &str,
    is_parallel: bool,
    arguments: &ArgMatches,
    solver: &mut Solver,
    context: &mut Context,
) -> Result<(), CommandError> {
    let limit =
        get_str(arguments, "limit").map_or(Ok(usize::MAX), |text| parse_number("limit", text, 1..=usize::MAX))?;
    let (has_columns, is_json) = (arguments.get_flag("columns"), arguments.get_flag("json"));
    let Context { catalog, out, .. } = context;
    let setup = parse_setup(arguments, catalog)?;
    solve_lines(file, limit, *out, |line| {
        let mut words = line.split_whitespace();
        let text = words.next().unwrap_or_default();
        let (position, expected) = parse_line(text, words.next()).map_err(|error| position_error(text, &error))?;
        solver.reset();
        let before = solver.nodes();
        // Only this is measured: the columns need searches of their own.
        let (score, time) = measure(is_parallel, || solver.score(&position));
        let nodes = solver.nodes() - before;
        let text = if is_json {
            let game = start_at(catalog, setup.clone().with_position(text))?;
            solution_json(&*game, &position, score, solver, time)
        } else {
            let line = line_text(text, score, nodes, time);
            let has_columns = has_columns && position.outcome().is_none();
            if has_columns { format!("{line} {}", column_scores(&position, solver)) } else { line }
        };
        let is_wrong = expected.is_some_and(|expected| expected != score.number());
        Ok(SolvedLine { text, is_wrong, nodes, time })
    })
}

fn parse_line(position: &str, score: Option<&str>) -> Result<(FourInARow, Option<i32>), String> {
    let position = position.parse().map_err(|error: PositionError| error.to_string())?;
    let score = score.map(|text| text.parse().map_err(|_| format!("score \"{}\" is not a number", shorten(text))));
    Ok((position, score.transpose()?))
}
