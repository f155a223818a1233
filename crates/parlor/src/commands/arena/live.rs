//! Shows a running competition: a table that is redrawn on a terminal, lines in a pipe, or JSON lines.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use parlor_arena::{Competition, Progress, Standings, StoredCompetition, Tally, describe_limit};
use parlor_distributed::PoolState;
use serde_json::json;

use super::table::{comparison_lines, cross_table, describe_competition, standings_table};

const REDRAW_INTERVAL: Duration = Duration::from_millis(250);
const LINE_INTERVAL: Duration = Duration::from_secs(5);
/// Running games that are listed.
const MAX_RUNNING: usize = 4;
/// Cross tables of larger fields do not fit on a terminal; the report has them.
const MAX_CROSS_TABLE: usize = 12;

/// Form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputFormat {
    Terminal,
    Lines,
    Json,
}

impl OutputFormat {
    pub(super) fn choose(is_json: bool) -> OutputFormat {
        match (is_json, io::stdout().is_terminal()) {
            (true, _) => OutputFormat::Json,
            (false, true) => OutputFormat::Terminal,
            (false, false) => OutputFormat::Lines,
        }
    }
}

/// View of a running competition. Errors of the output are kept for the end: they do not end the competition.
pub(super) struct LiveView<'a> {
    format: OutputFormat,
    out: &'a mut dyn Write,
    shown: Instant,
    /// Lines of the table on the terminal, which the next one replaces.
    height: usize,
    result: io::Result<()>,
}

impl<'a> LiveView<'a> {
    pub(super) fn new(format: OutputFormat, out: &'a mut dyn Write) -> LiveView<'a> {
        LiveView { format, out, shown: Instant::now(), height: 0, result: Ok(()) }
    }

    fn write(&mut self, text: &str) {
        if self.result.is_ok() {
            self.result = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        }
    }

    /// Says what is played and where it is stored.
    pub(super) fn announce(&mut self, stored: &StoredCompetition, store: &Path) {
        if self.format == OutputFormat::Json {
            return;
        }
        let pairs = stored.competition.pairs() as usize * stored.competition.rounds.unwrap_or(1) as usize;
        let mut lines = vec![
            describe_competition(&stored.competition),
            format!("Competition {} in {}, seed {}", stored.id, store.display(), stored.competition.seed),
        ];
        let openings = stored.openings.len();
        if openings > 1 && openings < pairs {
            lines.push(format!("Note: there are only {openings} openings for {pairs} pairs, so pairs repeat them."));
        }
        self.write(&format!("{}\n\n", lines.join("\n")));
    }

    pub(super) fn update(&mut self, progress: &Progress) {
        let interval = if self.format == OutputFormat::Terminal { REDRAW_INTERVAL } else { LINE_INTERVAL };
        if self.shown.elapsed() < interval {
            return;
        }
        self.shown = Instant::now();
        let standings = Standings::new(progress.competition, progress.tally, None);
        match self.format {
            OutputFormat::Terminal => {
                let mut lines = standings_table(&standings);
                lines.extend(comparison_lines(progress.competition, &standings));
                lines.extend([String::new(), progress_line(progress), running_line(progress)]);
                self.draw(&lines);
            }
            OutputFormat::Lines => {
                let leader = standings
                    .rows
                    .first()
                    .map_or(String::new(), |row| format!(", first {} with {:.1} %", row.name, 100.0 * row.score));
                let llr = progress.tally.llr().map_or(String::new(), |llr| format!(", LLR {llr:.2}"));
                let pool =
                    if progress.pool.is_remote() { format!("; {}", pool_line(&progress.pool)) } else { String::new() };
                self.write(&format!("{}{leader}{llr}{pool}\n", progress_line(progress)));
            }
            OutputFormat::Json => {
                let games = 2 * progress.tally.pairs();
                let object = json!({ "finished": false, "games": games, "of": 2 * progress.total_pairs,
                    "seconds": progress.elapsed.as_secs_f64(), "standings": standings });
                self.write(&format!("{object}\n"));
            }
        }
    }

    /// Replaces the table on the terminal.
    fn draw(&mut self, lines: &[String]) {
        let back = if self.height > 0 { format!("\x1b[{}A\x1b[J", self.height) } else { String::new() };
        self.height = lines.len();
        self.write(&format!("{back}{}\n", lines.join("\n")));
    }

    /// Prints the final standings.
    pub(super) fn finish(mut self, stored: &StoredCompetition, tally: &Tally, standings: &Standings) -> io::Result<()> {
        let competition = &stored.competition;
        if self.format == OutputFormat::Json {
            let limits: Vec<_> = competition.limits.iter().enumerate().collect();
            let by_limit = limits.into_iter().map(|(index, limit)| {
                json!({ "limit": limit, "standings": Standings::new(competition, tally, Some(index)) })
            });
            let object = json!({ "finished": true, "competition": stored.id, "games": standings.games,
                "standings": standings, "limits": by_limit.collect::<Vec<_>>() });
            self.write(&format!("{object}\n"));
            return self.result;
        }
        self.draw(&final_lines(competition, tally, standings));
        self.result
    }
}

/// Standings, cross table, and the standings under each limit.
fn final_lines(competition: &Competition, tally: &Tally, standings: &Standings) -> Vec<String> {
    let mut lines = standings_table(standings);
    lines.extend(comparison_lines(competition, standings));
    if competition.engines.len() > 2 {
        if competition.engines.len() <= MAX_CROSS_TABLE {
            lines.push(String::new());
            lines.extend(cross_table(standings));
        }
        let first_move = standings.first_move;
        lines.push(String::new());
        lines.push(format!("The first move is worth {:+.0} ±{:.0} Elo.", first_move.elo, first_move.error));
    }
    if competition.limits.len() > 1 {
        for (index, limit) in competition.limits.iter().enumerate() {
            lines.extend([String::new(), describe_limit(*limit)]);
            lines.extend(standings_table(&Standings::new(competition, tally, Some(index))));
        }
    }
    if standings.adjudicated > 0 {
        lines.push(String::new());
        lines.push(format!("{} of {} games were adjudicated.", standings.adjudicated, standings.games));
    }
    lines
}

#[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
fn progress_line(progress: &Progress) -> String {
    let (done, total) = (2 * progress.tally.pairs(), 2 * progress.total_pairs);
    let speed = progress.games_played as f64 / progress.elapsed.as_secs_f64().max(1e-3);
    let left = total.saturating_sub(done) as f64 / speed.max(1e-9);
    let line = format!("{done} of {total} games, {speed:.1} games/s");
    if progress.games_played == 0 || left > 1e7 {
        return line;
    }
    let until = if progress.competition.sprt.is_some() { "at most" } else { "about" };
    format!("{line}, {until} {} left", describe_time(Duration::from_secs_f64(left)))
}

/// "1:02:03" or "2:03".
pub(super) fn describe_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

fn running_line(progress: &Progress) -> String {
    if progress.pool.is_remote() {
        return pool_line(&progress.pool);
    }
    let name = |engine: usize| &progress.competition.engines[engine].name;
    let games: Vec<String> = progress
        .running
        .iter()
        .take(MAX_RUNNING)
        .map(|game| format!("{} - {} (move {})", name(game.engines[0]), name(game.engines[1]), game.plies))
        .collect();
    if games.is_empty() { String::new() } else { format!("Playing: {}", games.join(", ")) }
}

/// Machines that play; nothing for threads of this process.
fn pool_line(pool: &PoolState) -> String {
    if !pool.is_remote() {
        return String::new();
    }
    let set_aside = if pool.set_aside > 0 { format!(", {} batches set aside", pool.set_aside) } else { String::new() };
    match pool.machines {
        0 => format!("waiting for workers{set_aside}"),
        1 => format!("1 worker with {} slots{set_aside}", pool.slots),
        count => format!("{count} workers with {} slots{set_aside}", pool.slots),
    }
}
