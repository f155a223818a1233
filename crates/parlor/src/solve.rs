//! `parlor solve`: the exact score of a position, or of every line of a file, and how long that took.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{Game, Outcome};
use parlor_games::catalog;
use parlor_games::four_in_a_row::solver::{DiscScore, Solver};
use parlor_games::four_in_a_row::{self, FourInARow};

use crate::command_line::{number, text};
use crate::cpu_time::CpuTime;
use crate::failure::Failure;
use crate::input::Lines;

pub(crate) fn command() -> Command {
    let game = Arg::new("game").value_name("GAME").required(true).help("four-in-a-row");
    let position = Arg::new("position")
        .value_name("POSITION")
        .required_unless_present("file")
        .conflicts_with("file")
        .help("Columns played from the empty board, such as 4453; - for the empty board");
    let file = Arg::new("file").long("file").value_name("FILE").help(
        "Solve each line: a position and, if there, the score it should have. Times are of the processor, or with \
         --threads of the clock",
    );
    let limit = whole("limit", "Only so many lines of the file").conflicts_with("position");
    let no_book = Arg::new("no-book").long("no-book").action(ArgAction::SetTrue).help("Work everything out");
    Command::new("solve").about("Give the exact score of a position with perfect play").args([
        game,
        position,
        file,
        limit,
        no_book,
        whole("threads", "Threads that search together [default: 1]"),
        whole("table-mib", "Memory for what was found, in MiB, taken as it is needed [default: 128]"),
    ])
}

fn whole(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").allow_hyphen_values(true).help(help)
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let game = catalog::find(text(arguments, "game").unwrap_or_default())?.name;
    let only = four_in_a_row::ENTRY.name;
    if game != only {
        return Err(Failure::usage(format!("there is no solver for {game}; there is one for {only}")));
    }
    let threads = text(arguments, "threads").map_or(Ok(1), |text| number("threads", text, 1..=256))?;
    let mib = text(arguments, "table-mib").map_or(Ok(128), |text| number("table-mib", text, 2..=4096))?;
    let mut solver = Solver::new(mib).with_threads(threads);
    if !arguments.get_flag("no-book") {
        solver = solver.with_book();
    }
    match text(arguments, "file") {
        Some(file) => {
            let limit =
                text(arguments, "limit").map_or(Ok(usize::MAX), |text| number("limit", text, 1..=usize::MAX))?;
            solve_file(file, limit, threads > 1, &mut solver, out)
        }
        None => solve_position(text(arguments, "position").unwrap_or_default(), &mut solver, out),
    }
}

fn solve_position(text: &str, solver: &mut Solver, out: &mut dyn Write) -> Result<(), Failure> {
    let position: FourInARow = text.parse().map_err(|bad| Failure::usage(format!("\"{}\": {bad}", shortened(text))))?;
    let score = solver.score(&position);
    writeln!(out, "score {score}")?;
    writeln!(out, "{}", verdict(&position, score))?;
    // The score first: the columns may take longer.
    out.flush()?;
    if position.outcome().is_none() {
        let columns = solver.column_scores(&position);
        writeln!(out, "columns {}", spaced(columns.iter().map(|(column, score)| format!("{column}:{score}"))))?;
        writeln!(out, "line {}", spaced(solver.best_line(&position)))?;
    }
    Ok(())
}

fn verdict(position: &FourInARow, score: DiscScore) -> String {
    let moves = score.plies_left(position.plies());
    match (score.outcome(position.turn()), moves) {
        (Outcome::Draw, 0) => "the game is drawn".to_owned(),
        (Outcome::Draw, _) => format!("draw, after {}", counted(moves)),
        (Outcome::Win(winner), 0) => format!("{winner} has won"),
        (Outcome::Win(winner), _) => format!("{winner} wins in {}", counted(moves)),
    }
}

fn counted(moves: u32) -> String {
    format!("{moves} move{}", if moves == 1 { "" } else { "s" })
}

fn spaced(words: impl IntoIterator<Item = impl Display>) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" ")
}

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
) -> Result<(), Failure> {
    let unreadable = |why: io::Error| Failure::usage(format!("{file}: {why}"));
    let mut lines = Lines(BufReader::new(File::open(file).map_err(unreadable)?));
    let mut totals = Totals::default();
    for line in 1..=limit {
        let Some(content) = lines.next().map_err(unreadable)? else { break };
        let mut words = content.split_whitespace();
        let Some(text) = words.next() else { continue };
        let (position, expected) = match read(text, words.next()) {
            Ok(read) => read,
            Err(why) => {
                eprintln!("parlor: line {line}, \"{}\": {why}", shortened(text));
                totals.errors += 1;
                continue;
            }
        };
        solver.forget();
        let before = solver.nodes();
        let (score, time) = timed(is_parallel, || solver.score(&position));
        let nodes = solver.nodes() - before;
        writeln!(out, "{text} {score} {nodes} {:.2}", time.as_secs_f64() * 1e6)?;
        totals.positions += 1;
        totals.wrong += u64::from(expected.is_some_and(|expected| expected != score.number()));
        totals.nodes += nodes;
        totals.time += time;
    }
    out.flush()?;
    eprintln!("{}", totals.summary());
    if totals.wrong + totals.errors > 0 { Err(Failure::Silent { status: 1 }) } else { Ok(()) }
}

fn read(position: &str, score: Option<&str>) -> Result<(FourInARow, Option<i32>), String> {
    let position = position.parse().map_err(|bad: parlor_core::PositionError| bad.to_string())?;
    let score = score.map(|text| text.parse().map_err(|_| format!("score \"{}\" is not a number", shortened(text))));
    Ok((position, score.transpose()?))
}

/// The processor time of this thread; of a search on many threads, the time on the clock.
fn timed(is_parallel: bool, search: impl FnOnce() -> DiscScore) -> (DiscScore, Duration) {
    let (begun, on_the_clock) = (CpuTime::now(), Instant::now());
    let score = search();
    (score, if is_parallel { on_the_clock.elapsed() } else { begun.elapsed() })
}

/// So that an error stays one readable line.
fn shortened(text: &str) -> String {
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
