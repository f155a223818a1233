//! Solves every line of a file, with totals of time and nodes.

use std::fmt::Display;
use std::io::Write;
use std::time::{Duration, Instant};

use crate::command_error::CommandError;
use crate::commands::position_lines::visit_lines;
use crate::cpu_time::CpuTime;

/// Result of one line: the text to print, and what it adds to the totals.
pub(super) struct SolvedLine {
    pub(super) text: String,
    pub(super) is_wrong: bool,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// Solves at most `limit` lines of a file. `solve` gets a line without blanks around it, and its usage error is reported
/// with the number of the line.
pub(super) fn solve_lines(
    file: &str,
    limit: usize,
    out: &mut dyn Write,
    mut solve: impl FnMut(&str) -> Result<SolvedLine, CommandError>,
) -> Result<(), CommandError> {
    let mut totals = Totals::default();
    totals.errors = visit_lines(file, limit, |content| {
        let line = solve(content)?;
        writeln!(out, "{}", line.text)?;
        out.flush()?;
        totals.add(&line);
        Ok(())
    })?;
    eprintln!("{}", totals.summary());
    if totals.wrong + totals.errors > 0 { Err(CommandError::Status(1)) } else { Ok(()) }
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

/// Runs a search and measures it: CPU time of this thread, or elapsed time if the search has several threads.
pub(super) fn measure<T>(is_parallel: bool, search: impl FnOnce() -> T) -> (T, Duration) {
    let (cpu_started, started) = (CpuTime::now(), Instant::now());
    let result = search();
    (result, if is_parallel { started.elapsed() } else { cpu_started.elapsed() })
}

/// The words of a solved line: the position, its score, nodes and microseconds.
pub(super) fn line_text(position: impl Display, score: impl Display, nodes: u64, time: Duration) -> String {
    format!("{position} {score} {nodes} {:.2}", time.as_secs_f64() * 1e6)
}

impl Totals {
    fn add(&mut self, line: &SolvedLine) {
        self.positions += 1;
        self.wrong += u64::from(line.is_wrong);
        self.nodes += line.nodes;
        self.time += line.time;
    }

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
