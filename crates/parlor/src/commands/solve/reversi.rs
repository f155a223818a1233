//! `parlor solve reversi`: the exact margin in discs, of a position or of every position in a file
//! (`BOARD SIDE; MOVE:MARGIN; ...`, the best move first, as published endgame sets are written).

use std::io::Write;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use parlor_core::{Catalog, Game, Limits, Player, PositionError, Score, Setup, Value};
use parlor_games::reversi::{Margin, Reversi, Strong};
use serde_json::json;

use super::file_lines::{SolvedLine, line_text, measure, solve_lines};
use super::four_in_a_row::join_with_spaces;
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::commands::position_lines::{position_error, position_json, shorten, start_at};
use crate::untyped::{get_str, parse_number, parse_setup};

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let threads = get_str(arguments, "threads").map_or(Ok(1), |text| parse_number("threads", text, 1..=256))?;
    let mib = get_str(arguments, "table-mib").map_or(Ok(128), |text| parse_number("table-mib", text, 2..=4096))?;
    let mut solver = Strong::with_table(mib, threads);
    if let Some(file) = get_str(arguments, "file") {
        return solve_file(file, threads > 1, arguments, &mut solver, context);
    }
    // The shell may have split the position at the blank before the side to move.
    let words = ["position", "side"].into_iter().filter_map(|name| get_str(arguments, name));
    let text = words.collect::<Vec<_>>().join(" ");
    let position: Reversi = text.parse().map_err(|error: PositionError| position_error(&text, &error.to_string()))?;
    if arguments.get_flag("outcome") {
        return print_outcome(&position, &mut solver, context.out);
    }
    let started = Instant::now();
    let solution = solver.solve(&position, &Limits::none());
    if arguments.get_flag("json") {
        let setup = parse_setup(arguments, context.catalog)?.with_position(position);
        let text = solution_json(context.catalog, setup, &position, solution.as_ref(), started.elapsed())?;
        writeln!(context.out, "{text}")?;
        return Ok(());
    }
    print_solution(&position, solution.as_ref(), context.out)
}

/// The winner, a move that wins or draws, and the nodes.
fn print_outcome(position: &Reversi, solver: &mut Strong, out: &mut dyn Write) -> Result<(), CommandError> {
    let (outcome, best, nodes) = solver.solve_outcome(position);
    match outcome {
        0 => writeln!(out, "draw")?,
        _ => writeln!(out, "{} wins", winner_name(position, outcome))?,
    }
    writeln!(out, "move {best}\nnodes {nodes}")?;
    Ok(())
}

/// Name of the side that wins, given a margin of the side to move.
fn winner_name(position: &Reversi, margin: i32) -> &'static str {
    let winner = if margin > 0 { position.turn() } else { !position.turn() };
    if winner == Player::First { "black" } else { "white" }
}

/// The solution as a JSON object; `None` stands for a finished game.
fn solution_json(
    catalog: &Catalog,
    setup: Setup,
    position: &Reversi,
    solution: Option<&Margin>,
    time: Duration,
) -> Result<String, CommandError> {
    let discs = solution.map_or_else(|| position.position().margin(), |solution| solution.discs);
    let line = solution.map_or(&[][..], |solution| &solution.line);
    let mut object = position_json(&*start_at(catalog, setup)?);
    object.extend([
        ("score".to_owned(), json!(discs)),
        ("value".to_owned(), json!(Value::exact(Score::by_margin(discs)).report(Reversi::UNIT))),
        ("line".to_owned(), json!(line.iter().map(ToString::to_string).collect::<Vec<_>>())),
        ("nodes".to_owned(), json!(solution.map_or(0, |solution| solution.nodes))),
        ("seconds".to_owned(), json!(time.as_secs_f64())),
    ]);
    Ok(serde_json::Value::Object(object).to_string())
}

fn print_solution(position: &Reversi, solution: Option<&Margin>, out: &mut dyn Write) -> Result<(), CommandError> {
    let Some(solution) = solution else {
        writeln!(out, "score {}\nthe game is over", position.position().margin())?;
        return Ok(());
    };
    writeln!(out, "score {}", solution.discs)?;
    let name = winner_name(position, solution.discs);
    match solution.discs.unsigned_abs() {
        0 => writeln!(out, "draw")?,
        discs => writeln!(out, "{name} wins by {discs}")?,
    }
    writeln!(out, "line {}", join_with_spaces(&solution.line))?;
    writeln!(out, "nodes {}", solution.nodes)?;
    Ok(())
}

fn solve_file(
    file: &str,
    is_parallel: bool,
    arguments: &ArgMatches,
    solver: &mut Strong,
    context: &mut Context,
) -> Result<(), CommandError> {
    let limit =
        get_str(arguments, "limit").map_or(Ok(usize::MAX), |text| parse_number("limit", text, 1..=usize::MAX))?;
    let (is_json, is_outcome) = (arguments.get_flag("json"), arguments.get_flag("outcome"));
    let Context { catalog, out, .. } = context;
    let setup = parse_setup(arguments, catalog)?;
    solve_lines(file, limit, *out, |line| {
        let (position, expected) = parse_line(line).map_err(|error| position_error(line, &error))?;
        solver.clear();
        if is_json {
            let (solution, time) = measure(is_parallel, || solver.solve(&position, &Limits::none()));
            let setup = setup.clone().with_position(position);
            let text = solution_json(catalog, setup, &position, solution.as_ref(), time)?;
            let (score, nodes) =
                solution.map_or((position.position().margin(), 0), |solution| (solution.discs, solution.nodes));
            return Ok(SolvedLine { text, is_wrong: expected.is_some_and(|expected| expected != score), nodes, time });
        }
        let ((score, best, nodes), time) = measure(is_parallel, || {
            if is_outcome { solver.solve_outcome(&position) } else { solver.solve_margin(&position) }
        });
        let expected = expected.map(|margin| if is_outcome { margin.signum() } else { margin });
        let is_wrong = expected.is_some_and(|expected| expected != score);
        Ok(SolvedLine { text: line_text(position, format_args!("{score} {best}"), nodes, time), is_wrong, nodes, time })
    })
}

/// A position and, if given, its expected margin: a number, or that of the first move.
fn parse_line(line: &str) -> Result<(Reversi, Option<i32>), String> {
    let mut parts = line.split(';').map(str::trim);
    let text = parts.next().unwrap_or_default();
    let position = text.parse().map_err(|error: PositionError| error.to_string())?;
    let expected = parts.next().filter(|part| !part.is_empty()).map(|part| {
        let number = part.rsplit(':').next().unwrap_or_default();
        number.parse().map_err(|_| format!("score \"{}\" is not a number", shorten(number)))
    });
    Ok((position, expected.transpose()?))
}
