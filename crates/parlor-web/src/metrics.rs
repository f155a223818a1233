//! Metrics of the server, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the buckets of a histogram, in seconds.
const BUCKETS: [f64; 9] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0];

/// Number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Number that grows and shrinks.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicUsize);

impl Gauge {
    pub(crate) fn add(&self, count: usize) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn subtract(&self, count: usize) {
        self.0.fetch_sub(count, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Distribution of durations.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [Counter; BUCKETS.len()],
    count: Counter,
    microseconds: Counter,
}

impl Histogram {
    pub(crate) fn observe(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        if let Some(bucket) = BUCKETS.iter().position(|bound| seconds <= *bound) {
            self.buckets[bucket].add(1);
        }
        self.count.add(1);
        self.microseconds.add(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
    }

    fn seconds(&self) -> f64 {
        Duration::from_micros(self.microseconds.get()).as_secs_f64()
    }
}

/// Metrics that the parts of the server count.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Counter,
    pub(crate) commit_seconds: Histogram,
    pub(crate) store_errors: Counter,
    pub(crate) deleted_matches: Counter,
    /// Time that jobs waited for an engine worker.
    pub(crate) queue_seconds: Histogram,
    /// Engines in the memory of workers.
    pub(crate) cached_engines: Gauge,
    /// Time that engines searched.
    pub(crate) search_seconds: Histogram,
    errors: Mutex<BTreeMap<String, u64>>,
}

/// Values at the time of a report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauges {
    pub(crate) rooms: usize,
    pub(crate) sockets: usize,
    pub(crate) queued_jobs: usize,
}

impl Metrics {
    /// Counts an error response by its code.
    pub(crate) fn count_error(&self, code: &str) {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        match errors.get_mut(code) {
            Some(count) => *count += 1,
            None => drop(errors.insert(code.to_owned(), 1)),
        }
    }

    /// Report in the text format of Prometheus.
    pub(crate) fn report(&self, gauges: Gauges) -> String {
        let mut report = Report(String::new());
        report.number("rooms", "gauge", "Matches in memory.", gauges.rooms);
        report.number("sockets", "gauge", "Open WebSockets.", gauges.sockets);
        report.number("engine_queue_length", "gauge", "Searches that wait for a worker.", gauges.queued_jobs);
        report.number("cached_engines", "gauge", "Engines in memory.", self.cached_engines.get());
        report.number("requests_total", "counter", "HTTP requests.", self.requests.get());
        report.number("store_errors_total", "counter", "Database operations that failed.", self.store_errors.get());
        report.number("deleted_matches_total", "counter", "Expired matches.", self.deleted_matches.get());
        report.head("errors_total", "counter", "Error responses by code.");
        for (code, count) in self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            report.line(&format!("errors_total{{code=\"{code}\"}}"), count);
        }
        report.histogram("store_commit_seconds", "Time to commit a batch of writes.", &self.commit_seconds);
        report.histogram("engine_queue_seconds", "Time that searches waited for a worker.", &self.queue_seconds);
        report.histogram("engine_search_seconds", "Time that engines searched.", &self.search_seconds);
        report.0
    }
}

/// Text of a report. Writing to a String cannot fail.
struct Report(String);

impl Report {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP parlor_{name} {help}\n# TYPE parlor_{name} {kind}");
    }

    fn line(&mut self, name: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.0, "parlor_{name} {value}");
    }

    fn number(&mut self, name: &str, kind: &str, help: &str, value: impl std::fmt::Display) {
        self.head(name, kind, help);
        self.line(name, value);
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.head(name, "histogram", help);
        let mut total = 0;
        for (bound, bucket) in BUCKETS.iter().zip(&histogram.buckets) {
            total += bucket.get();
            self.line(&format!("{name}_bucket{{le=\"{bound}\"}}"), total);
        }
        self.line(&format!("{name}_bucket{{le=\"+Inf\"}}"), histogram.count.get());
        self.line(&format!("{name}_sum"), histogram.seconds());
        self.line(&format!("{name}_count"), histogram.count.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_of_a_histogram_are_cumulative() {
        let metrics = Metrics::default();
        for milliseconds in [1, 3, 700, 60_000] {
            metrics.commit_seconds.observe(Duration::from_millis(milliseconds));
        }
        metrics.count_error("busy");
        let report = metrics.report(Gauges { rooms: 7, sockets: 0, queued_jobs: 0 });
        for line in [
            "parlor_rooms 7",
            "parlor_errors_total{code=\"busy\"} 1",
            "parlor_store_commit_seconds_bucket{le=\"0.001\"} 1",
            "parlor_store_commit_seconds_bucket{le=\"0.5\"} 2",
            "parlor_store_commit_seconds_bucket{le=\"30\"} 3",
            "parlor_store_commit_seconds_bucket{le=\"+Inf\"} 4",
            "parlor_store_commit_seconds_sum 60.704",
        ] {
            assert!(report.lines().any(|found| found == line), "{line} is not in\n{report}");
        }
    }
}
