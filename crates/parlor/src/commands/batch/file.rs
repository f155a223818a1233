//! Answers to all lines of a file, on several threads, in the order of the file.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use parlor_core::{PositionLine, Setup};
use parlor_match::EngineHost;

use super::Question;
use super::answer::{Answer, Asker, NOT_PROVED};
use crate::command_error::CommandError;
use crate::commands::position_lines::{
    PositionLines, WRONG_LINE, at_line, position_error, report_wrong_line, shorten, start_at,
};

/// An answer with what to call the position, and its published score.
type LineAnswer = (String, Option<i32>, Answer);

/// Writes an answer for every line, and totals to stderr. A wrong line is reported with its number, and the
/// others are still answered.
pub(super) fn run(
    asker: &Asker,
    setup: &Setup,
    lines: PositionLines,
    threads: usize,
    is_json: bool,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    // One line waits for each thread: those of a pipe are answered as they come.
    let (line_sender, line_receiver) = mpsc::sync_channel(threads);
    let (answer_sender, answers) = mpsc::channel();
    let line_receiver = Arc::new(Mutex::new(line_receiver));
    // Not in the scope: it may wait for a line that never comes when nobody wants the answers.
    thread::spawn(move || drop(lines.enumerate().try_for_each(|line| line_sender.send(line))));
    let totals = thread::scope(|scope| {
        for _ in 0..threads {
            let (lines, answers) = (Arc::clone(&line_receiver), answer_sender.clone());
            scope.spawn(move || {
                let mut host = asker.host();
                while let Some((index, line)) = next(&lines) {
                    let answer = line.and_then(|(number, line)| {
                        at_line(number, answer_line(asker, setup, &mut host, &line, number))
                    });
                    if answers.send((index, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop((answer_sender, line_receiver));
        let totals = write_in_order(answers, asker, is_json, out);
        if totals.is_err() {
            // Nobody reads the rest: the searches in progress end.
            asker.limits.stop.raise();
        }
        totals
    })?;
    eprintln!("{}", totals.summary());
    totals.status(asker.question)
}

/// A line with its number, in the order of the file, or why the file cannot be read.
type IndexedLine = (usize, Result<(usize, String), CommandError>);

fn next(lines: &Mutex<Receiver<IndexedLine>>) -> Option<IndexedLine> {
    lines.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// `None` for a line without a position.
fn answer_line(
    asker: &Asker,
    setup: &Setup,
    host: &mut EngineHost,
    line: &str,
    number: usize,
) -> Result<Option<LineAnswer>, CommandError> {
    let read_line = asker.published.as_ref().map_or(PositionLine::of_position as fn(&str) -> _, |it| it.read_line);
    let PositionLine { position, score, name } = read_line(line);
    if position.is_empty() {
        return Ok(None);
    }
    let game = start_at(asker.catalog, setup.clone().with_position(&position))?;
    let not_a_number = |text: &str| position_error(&position, &format!("score \"{}\" is not a number", shorten(text)));
    let score = score.map(|text| text.parse().map_err(|_| not_a_number(&text))).transpose()?;
    let answer = asker.answer(host, game, &number.to_string(), &mut |_| ())?;
    Ok(Some((name.unwrap_or(position), score, answer)))
}

/// Writes the answers in the order of the file as soon as they are there.
fn write_in_order(
    answers: Receiver<(usize, Result<Option<LineAnswer>, CommandError>)>,
    asker: &Asker,
    is_json: bool,
    out: &mut dyn Write,
) -> Result<Totals, CommandError> {
    let (mut totals, mut early, mut next) = (Totals::default(), BTreeMap::new(), 0);
    for (index, answer) in answers {
        early.insert(index, answer);
        while let Some(answer) = early.remove(&next) {
            next += 1;
            match report_wrong_line(answer)? {
                None => totals.errors += 1,
                // A line without a position.
                Some(None) => (),
                Some(Some((name, published, answer))) => {
                    let text = if is_json { answer.json(asker).to_string() } else { answer.line(&name, asker) };
                    writeln!(out, "{text}")?;
                    out.flush()?;
                    totals.add(&answer, published, asker);
                }
            }
        }
    }
    Ok(totals)
}

/// Totals over the positions of a file.
#[derive(Default)]
struct Totals {
    positions: u64,
    wrong: u64,
    unproved: u64,
    errors: u64,
    nodes: u64,
    time: Duration,
}

impl Totals {
    fn add(&mut self, answer: &Answer, published: Option<i32>, asker: &Asker) {
        self.positions += 1;
        self.wrong += u64::from(published.is_some_and(|published| answer.is_wrong(published, asker)));
        self.unproved += u64::from(answer.status(asker.question).is_err());
        self.nodes += answer.nodes();
        self.time += answer.time;
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
    fn summary(&self) -> String {
        let (positions, nodes) = (self.positions.max(1) as f64, self.nodes as f64);
        let seconds = self.time.as_secs_f64();
        let count = |name, count| if count > 0 { format!(" {name} {count}") } else { String::new() };
        format!(
            "positions {} wrong {} mean_us {:.2} mean_nodes {:.1} knps {:.0}{}{}",
            self.positions,
            self.wrong,
            seconds * 1e6 / positions,
            nodes / positions,
            nodes / seconds.max(1e-9) / 1e3,
            count("unproved", self.unproved),
            count("errors", self.errors),
        )
    }

    fn status(&self, question: Question) -> Result<(), CommandError> {
        match (self.wrong + self.errors, self.unproved) {
            (0, 0) => Ok(()),
            (0, _) if question == Question::Value => Err(CommandError::Status(NOT_PROVED)),
            _ => Err(CommandError::Status(WRONG_LINE)),
        }
    }
}
