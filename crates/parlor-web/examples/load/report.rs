//! Measurements of a load test, and what they must not exceed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Context;

const MAX_MOVE_TIME: Duration = Duration::from_millis(10);
/// Time that a client may wait for its turn at an engine before it counts as starved.
const MAX_WAIT: Duration = Duration::from_secs(5);
const MAX_MEMORY_MB: u64 = 300;
/// Growth of the memory in the second half of a test that still counts as flat. Shorter tests do not tell: rooms of
/// finished matches stay open for a minute.
const MAX_GROWTH_MB: u64 = 20;
const MIN_MINUTES_OF_GROWTH: f64 = 4.0;
const SAMPLE_INTERVAL: Duration = Duration::from_secs(10);

/// Measured times.
#[derive(Default)]
pub(crate) struct Times(Mutex<Vec<Duration>>);

impl Times {
    pub(crate) fn add(&self, time: Duration) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(time);
    }

    /// Number, median, 99th percentile and maximum.
    fn summary(&self) -> (usize, [Duration; 3]) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.sort_unstable();
        let at = |percent: usize| times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default();
        (times.len(), [at(50), at(99), at(100)])
    }
}

/// Measurements of all clients but the hostile ones.
#[derive(Default)]
pub(crate) struct Report {
    /// From a move to its arrival at both players.
    pub(crate) moves: Times,
    pub(crate) reconnects: Times,
    /// Beyond the time of the search.
    pub(crate) engine_moves: Times,
    /// Beyond the time of the analysis.
    pub(crate) analyses: Times,
    complete_records: AtomicUsize,
    incomplete_records: AtomicUsize,
}

impl Report {
    pub(crate) fn add_record(&self, is_complete: bool) {
        let count = if is_complete { &self.complete_records } else { &self.incomplete_records };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Prints the measurements; returns whether all goals were reached. `memory` was sampled at equal intervals.
    pub(crate) fn print(&self, memory: &[u64], peak_memory: u64, minutes: f64) -> bool {
        let mut failures = Vec::new();
        let all = [
            ("move to broadcast", &self.moves, MAX_MOVE_TIME, false),
            ("page reload", &self.reconnects, MAX_WAIT, true),
            ("wait for an engine's move", &self.engine_moves, MAX_WAIT, true),
            ("wait for an analysis", &self.analyses, MAX_WAIT, true),
        ];
        for (name, times, limit, is_for_all) in all {
            let (count, [median, most, longest]) = times.summary();
            let [p50, p99, p100] = [median, most, longest].map(|time| time.as_secs_f64() * 1000.0);
            println!("{name}: {count} times, p50 {p50:.1} ms, p99 {p99:.1} ms, longest {p100:.1} ms");
            let (measured, part) = if is_for_all { (longest, "longest") } else { (most, "p99") };
            if count == 0 || measured > limit {
                failures.push(format!("{name}: {part} is {measured:?} of {count}; the limit is {limit:?}"));
            }
        }
        let moves = f64::from(u32::try_from(self.moves.summary().0).unwrap_or(u32::MAX));
        println!("{:.0} moves per second; load average {}", moves / minutes / 60.0, load_average());
        let [complete, incomplete] =
            [&self.complete_records, &self.incomplete_records].map(|n| n.load(Ordering::Relaxed));
        println!("records complete: {complete} of {}", complete + incomplete);
        if incomplete > 0 {
            failures.push(format!("{incomplete} records are not complete"));
        }
        println!("memory of the server: {peak_memory} MB at most");
        if peak_memory >= MAX_MEMORY_MB {
            failures.push(format!("the server took {peak_memory} MB; the limit is {MAX_MEMORY_MB} MB"));
        }
        let half = &memory[memory.len() / 2..];
        if let (Some(first), Some(last)) = (half.first(), half.last())
            && minutes >= MIN_MINUTES_OF_GROWTH
            && *last > first + MAX_GROWTH_MB
        {
            failures.push(format!("the memory grew from {first} to {last} MB in the second half"));
        }
        for failure in &failures {
            println!("FAILED: {failure}");
        }
        failures.is_empty()
    }
}

/// Samples the server's memory until the end of the test, and prints it every minute.
pub(crate) async fn watch_memory(context: &Context, process: u32) -> Vec<u64> {
    let start = Instant::now();
    let mut samples = Vec::new();
    let mut minutes = 0;
    while !context.is_over() {
        let rest = context.ends_at.saturating_duration_since(Instant::now());
        tokio::time::sleep(SAMPLE_INTERVAL.min(rest)).await;
        let memory = memory_of(process, "VmRSS:");
        samples.push(memory);
        if start.elapsed().as_secs() / 60 > minutes {
            minutes = start.elapsed().as_secs() / 60;
            println!("minute {minutes}: {memory} MB, {} moves", context.report.moves.summary().0);
        }
    }
    samples
}

/// Memory of a process in MB, from Linux's /proc; 0 if it is not known.
pub(crate) fn memory_of(process: u32, field: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1000
}

/// Load of the machine, which may have other work to do.
pub(crate) fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("unknown").to_owned()
}
