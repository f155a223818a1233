//! `parlor solve`: the exact score of a position, or of every position in a file, with nodes and time.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{Game, Outcome};
use parlor_games::catalog;
use parlor_games::four_in_a_row::solver::{DiscScore, Solver};
use parlor_games::four_in_a_row::{self, FourInARow};

use super::Subcommand;
use crate::arguments::{get_str, option, parse_number};
use crate::command_error::CommandError;
use crate::cpu_time::CpuTime;
use crate::line_input::LineReader;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command() -> Command {
    let game = Arg::new("game").value_name("GAME").required(true).help("Name of the game: four-in-a-row");
    let position = Arg::new("position")
        .value_name("POSITION")
        .required_unless_present("file")
        .conflicts_with("file")
        .help("Columns played from the empty board, such as 4453; \"-\" for the empty board");
    let file = Arg::new("file").long("file").value_name("FILE").help(
        "Solve every line of FILE: a position and, optionally, its expected score. Prints position, score, nodes and \
         microseconds (CPU time; with --threads, elapsed time)",
    );
    let limit = option("limit", "N").help("Read at most N lines of the file").conflicts_with("position");
    let no_book = Arg::new("no-book").long("no-book").action(ArgAction::SetTrue).help("Solve without the opening book");
    Command::new("solve").about("Print the exact score of a position with perfect play").args([
        game,
        position,
        file,
        limit,
        no_book,
        option("threads", "N").help("Number of search threads [default: 1]"),
        option("table-mib", "N").help("Largest size of the transposition table in MiB [default: 128]"),
    ])
}

fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let game = catalog::find(get_str(arguments, "game").unwrap_or_default())?.name;
    let solvable = four_in_a_row::ENTRY.name;
    if game != solvable {
        return Err(CommandError::usage(format!("there is no solver for {game}, only for {solvable}")));
    }
    let threads = get_str(arguments, "threads").map_or(Ok(1), |text| parse_number("threads", text, 1..=256))?;
    let mib = get_str(arguments, "table-mib").map_or(Ok(128), |text| parse_number("table-mib", text, 2..=4096))?;
    let mut solver = Solver::new(mib).with_threads(threads);
    if !arguments.get_flag("no-book") {
        solver = solver.with_book();
    }
    match get_str(arguments, "file") {
        Some(file) => {
            let limit = get_str(arguments, "limit")
                .map_or(Ok(usize::MAX), |text| parse_number("limit", text, 1..=usize::MAX))?;
            solve_file(file, limit, threads > 1, &mut solver, out)
        }
        None => solve_position(get_str(arguments, "position").unwrap_or_default(), &mut solver, out),
    }
}

fn solve_position(text: &str, solver: &mut Solver, out: &mut dyn Write) -> Result<(), CommandError> {
    let position: FourInARow =
        text.parse().map_err(|error| CommandError::usage(format!("\"{}\": {error}", shorten(text))))?;
    let score = solver.score(&position);
    writeln!(out, "score {score}")?;
    writeln!(out, "{}", describe_score(&position, score))?;
    // The scores of the columns may take longer, so the score is printed first.
    out.flush()?;
    if position.outcome().is_none() {
        let columns = solver.column_scores(&position);
        writeln!(
            out,
            "columns {}",
            join_with_spaces(columns.iter().map(|(column, score)| format!("{column}:{score}")))
        )?;
        writeln!(out, "line {}", join_with_spaces(solver.best_line(&position)))?;
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

fn join_with_spaces(words: impl IntoIterator<Item = impl Display>) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" ")
}

/// Totals over the positions of a file.
#[derive(Default)]
struct Totals {
    positions: u64,
    wrong: u64,
    errors: u64,
    nodes: u64,
    time: Duration,
}

fn solve_file(
    file: &str,
    limit: usize,
    is_parallel: bool,
    solver: &mut Solver,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let file_error = |error: io::Error| CommandError::usage(format!("{file}: {error}"));
    let mut lines = LineReader(BufReader::new(File::open(file).map_err(file_error)?));
    let mut totals = Totals::default();
    for line in 1..=limit {
        let Some(content) = lines.next_line().map_err(file_error)? else { break };
        let mut words = content.split_whitespace();
        let Some(text) = words.next() else { continue };
        let (position, expected) = match parse_line(text, words.next()) {
            Ok(parsed) => parsed,
            Err(error) => {
                eprintln!("parlor: line {line}, \"{}\": {error}", shorten(text));
                totals.errors += 1;
                continue;
            }
        };
        solver.reset();
        let before = solver.nodes();
        let (score, time) = measure(is_parallel, || solver.score(&position));
        let nodes = solver.nodes() - before;
        writeln!(out, "{text} {score} {nodes} {:.2}", time.as_secs_f64() * 1e6)?;
        totals.positions += 1;
        totals.wrong += u64::from(expected.is_some_and(|expected| expected != score.number()));
        totals.nodes += nodes;
        totals.time += time;
    }
    out.flush()?;
    eprintln!("{}", totals.summary());
    if totals.wrong + totals.errors > 0 { Err(CommandError::Status(1)) } else { Ok(()) }
}

fn parse_line(position: &str, score: Option<&str>) -> Result<(FourInARow, Option<i32>), String> {
    let position = position.parse().map_err(|error: parlor_core::PositionError| error.to_string())?;
    let score = score.map(|text| text.parse().map_err(|_| format!("score \"{}\" is not a number", shorten(text))));
    Ok((position, score.transpose()?))
}

/// Runs a search and measures it: CPU time of this thread, or elapsed time if the search has several threads.
fn measure(is_parallel: bool, search: impl FnOnce() -> DiscScore) -> (DiscScore, Duration) {
    let (cpu_started, started) = (CpuTime::now(), Instant::now());
    let score = search();
    (score, if is_parallel { started.elapsed() } else { cpu_started.elapsed() })
}

/// Cuts a text so that an error message stays one readable line.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

impl Totals {
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
    fn summary(&self) -> String {
        let (positions, nodes) = (self.positions.max(1) as f64, self.nodes as f64);
        let seconds = self.time.as_secs_f64();
        let errors = if self.errors > 0 { format!(" errors {}", self.errors) } else { String::new() };
        format!(
            "positions {} wrong {} mean_us {:.2} mean_nodes {:.1} knps {:.0}{errors}",
            self.positions,
            self.wrong,
            seconds * 1e6 / positions,
            nodes / positions,
            nodes / seconds.max(1e-9) / 1e3
        )
    }
}
