//! `parlor solve reversi`: the exact margin in discs, of a position or of every position in a file
//! (`BOARD SIDE; MOVE:MARGIN; ...`, the best move first, as published endgame sets are written).

use std::io::Write;

use clap::ArgMatches;
use parlor_core::{Game, Limits, Player};
use parlor_games::reversi::{Reversi, Strong};
use serde_json::json;

use super::file_lines::{SolvedLine, line_error, measure, solve_lines};
use super::four_in_a_row::join_with_spaces;
use super::shorten;
use crate::arguments::{get_str, parse_number};
use crate::command_error::CommandError;

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let threads = get_str(arguments, "threads").map_or(Ok(1), |text| parse_number("threads", text, 1..=256))?;
    let mib = get_str(arguments, "table-mib").map_or(Ok(128), |text| parse_number("table-mib", text, 2..=4096))?;
    let mut solver = Strong::with_table(mib, threads);
    if let Some(file) = get_str(arguments, "file") {
        let limit =
            get_str(arguments, "limit").map_or(Ok(usize::MAX), |text| parse_number("limit", text, 1..=usize::MAX))?;
        return solve_file(file, limit, threads > 1, &mut solver, out);
    }
    // The shell may have split the position at the blank before the side to move.
    let words = ["position", "side"].into_iter().filter_map(|name| get_str(arguments, name));
    let text = words.collect::<Vec<_>>().join(" ");
    let position = match text.as_str() {
        super::START => Reversi::default(),
        text => text.parse().map_err(|error| CommandError::usage(format!("\"{}\": {error}", shorten(text))))?,
    };
    solve_position(&position, &mut solver, arguments.get_flag("json"), out)
}

fn solve_position(
    position: &Reversi,
    solver: &mut Strong,
    is_json: bool,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let Some(result) = solver.solve(position, &Limits::none()) else {
        let margin = position.position().margin();
        if is_json {
            writeln!(out, "{}", json!({ "game": "reversi", "position": position.to_string(), "score": margin }))?;
        } else {
            writeln!(out, "score {margin}\nthe game is over")?;
        }
        return Ok(());
    };
    if is_json {
        let line: Vec<String> = result.line.iter().map(ToString::to_string).collect();
        let object = json!({
            "game": "reversi",
            "position": position.to_string(),
            "turn": position.turn().to_string(),
            "score": result.discs,
            "line": line,
            "nodes": result.nodes,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "score {}", result.discs)?;
    let winner = if result.discs > 0 { position.turn() } else { !position.turn() };
    let name = if winner == Player::First { "black" } else { "white" };
    match result.discs.unsigned_abs() {
        0 => writeln!(out, "draw")?,
        discs => writeln!(out, "{name} wins by {discs}")?,
    }
    writeln!(out, "line {}", join_with_spaces(&result.line))?;
    writeln!(out, "nodes {}", result.nodes)?;
    Ok(())
}

fn solve_file(
    file: &str,
    limit: usize,
    is_parallel: bool,
    solver: &mut Strong,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    solve_lines(file, limit, out, |line| {
        let (position, expected) = parse_line(line).map_err(|error| line_error(line, &error))?;
        solver.clear();
        let ((score, best, nodes), time) = measure(is_parallel, || solver.solve_margin(&position));
        let is_wrong = expected.is_some_and(|expected| expected != score);
        Ok(SolvedLine { text: format!("{position} {score} {best}"), is_wrong, nodes, time })
    })
}

/// A position and, if given, its expected margin: a number, or that of the first move.
fn parse_line(line: &str) -> Result<(Reversi, Option<i32>), String> {
    let mut parts = line.split(';').map(str::trim);
    let text = parts.next().unwrap_or_default();
    let position = text.parse().map_err(|error: parlor_core::PositionError| error.to_string())?;
    let expected = parts.next().filter(|part| !part.is_empty()).map(|part| {
        let number = part.rsplit(':').next().unwrap_or_default();
        number.parse().map_err(|_| format!("score \"{}\" is not a number", shorten(number)))
    });
    Ok((position, expected.transpose()?))
}
