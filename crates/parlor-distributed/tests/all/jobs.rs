//! A job that squares numbers, with a store in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use parlor_core::StopFlag;
use parlor_distributed::nats::{WorkerSettings, work};
use parlor_distributed::{
    Batch, BatchId, BatchResults, BatchRunner, Component, Job, JobError, JobKind, JobProgress, Offer, PoolState, Runner,
};
use serde_json::{Value, json};

/// Squares of the numbers below `total`.
#[derive(Default)]
pub(crate) struct SquareJob {
    pub(crate) total: u64,
    pub(crate) batch_size: u64,
    pub(crate) next: u64,
    /// Number, square, and how often it was stored.
    pub(crate) squares: BTreeMap<u64, (u64, u32)>,
    pub(crate) complete: BTreeSet<String>,
    /// Results after which the job is decided.
    pub(crate) enough: Option<usize>,
    /// When it was.
    pub(crate) decided: Option<Instant>,
    pub(crate) most_slots: usize,
    /// Storing fails from here on.
    pub(crate) capacity: Option<usize>,
}

impl SquareJob {
    pub(crate) fn new(total: u64, batch_size: u64) -> SquareJob {
        SquareJob { total, batch_size, ..SquareJob::default() }
    }

    /// Asserts that every number is stored once, with its square.
    pub(crate) fn assert_complete(&self) {
        let expected: BTreeMap<u64, (u64, u32)> =
            (0..self.total).map(|number| (number, (number * number, 1))).collect();
        assert_eq!(self.squares, expected);
    }
}

impl Job for SquareJob {
    type Work = Vec<u64>;
    type Item = (u64, u64);

    fn next_batch(&mut self) -> Result<Option<Batch<Vec<u64>>>, JobError> {
        while self.next < self.total {
            let items = self.next..(self.next + self.batch_size).min(self.total);
            self.next = items.end;
            let missing: Vec<u64> = items.clone().filter(|number| !self.squares.contains_key(number)).collect();
            if !missing.is_empty() {
                return Ok(Some(Batch { id: BatchId::new(items), work: missing }));
            }
        }
        Ok(None)
    }

    fn store(&mut self, results: Vec<BatchResults<(u64, u64)>>) -> Result<(), JobError> {
        if self.capacity.is_some_and(|capacity| self.squares.len() >= capacity) {
            return Err(JobError::Failed("the disk is full".to_owned()));
        }
        for BatchResults { batch, items, is_complete } in results {
            if self.complete.contains(&batch.to_string()) {
                continue;
            }
            for (number, square) in items {
                self.squares.entry(number).or_insert((square, 0)).1 += 1;
            }
            if is_complete {
                self.complete.insert(batch.to_string());
            }
        }
        if self.decided.is_none() && self.is_over() {
            self.decided = Some(Instant::now());
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.squares.len() as u64 >= self.total || self.enough.is_some_and(|enough| self.squares.len() >= enough)
    }

    fn progress(&self) -> JobProgress {
        JobProgress { done: self.squares.len() as u64, total: self.total }
    }

    fn tick(&mut self, pool: &PoolState) -> Result<(), JobError> {
        self.most_slots = self.most_slots.max(pool.slots);
        Ok(())
    }
}

/// Squares numbers, each in a given time, and fails at some.
pub(crate) struct SquareRunner {
    pub(crate) time: Duration,
    pub(crate) fails_at: Option<u64>,
}

impl Runner for SquareRunner {
    type Work = Vec<u64>;
    type Item = (u64, u64);

    fn run(&mut self, work: &Vec<u64>, stop: &StopFlag, emit: &mut dyn FnMut((u64, u64))) -> Result<(), JobError> {
        for number in work {
            if self.fails_at == Some(*number) {
                return Err(JobError::Failed(format!("{number} is unlucky")));
            }
            let mut left = self.time;
            while !left.is_zero() && !stop.is_raised() {
                let nap = left.min(Duration::from_millis(10));
                std::thread::sleep(nap);
                left -= nap;
            }
            if stop.is_raised() {
                break;
            }
            emit((*number, number * number));
        }
        Ok(())
    }
}

/// A worker's knowledge of the job.
pub(crate) struct SquareKind {
    pub(crate) signature: &'static str,
    pub(crate) speed: f64,
    /// When its batches ended, finished or not.
    pub(crate) ends: Mutex<Vec<Instant>>,
}

impl Default for SquareKind {
    fn default() -> SquareKind {
        SquareKind { signature: "1", speed: 1.0, ends: Mutex::default() }
    }
}

impl JobKind for SquareKind {
    fn name(&self) -> &'static str {
        "square"
    }

    fn components(&self, _description: &Value) -> Result<Vec<Component>, JobError> {
        Ok(vec![component(self.signature)])
    }

    fn speed(&self, _description: &Value) -> Result<f64, JobError> {
        Ok(self.speed)
    }

    fn runner(&self, description: &Value, time_factor: f64) -> Result<Box<dyn BatchRunner + '_>, JobError> {
        let time = Duration::from_secs_f64(time_factor * description["seconds"].as_f64().unwrap_or_default());
        let runner = SquareRunner { time, fails_at: description["fails_at"].as_u64() };
        Ok(Box::new(WatchedRunner { runner, first_time: description["first_seconds"].as_f64(), ends: &self.ends }))
    }
}

/// A runner whose batches are timed.
struct WatchedRunner<'a> {
    runner: SquareRunner,
    /// Time of number 0, if it differs.
    first_time: Option<f64>,
    ends: &'a Mutex<Vec<Instant>>,
}

impl Runner for WatchedRunner<'_> {
    type Work = Vec<u64>;
    type Item = (u64, u64);

    fn run(&mut self, work: &Vec<u64>, stop: &StopFlag, emit: &mut dyn FnMut((u64, u64))) -> Result<(), JobError> {
        let usual = self.runner.time;
        if let (Some(seconds), true) = (self.first_time, work.contains(&0)) {
            self.runner.time = Duration::from_secs_f64(seconds);
        }
        let result = self.runner.run(work, stop, emit);
        self.runner.time = usual;
        self.ends.lock().unwrap().push(Instant::now());
        result
    }
}

fn component(signature: &str) -> Component {
    Component { name: "multiplier".to_owned(), version: "1".to_owned(), signature: Some(signature.to_owned()) }
}

/// Offer of a job whose numbers take some seconds each.
pub(crate) fn offer(job: &str, seconds: f64) -> Offer {
    Offer {
        job: job.to_owned(),
        kind: "square",
        name: job.to_owned(),
        description: json!({ "seconds": seconds }),
        components: vec![component("1")],
        speed: None,
    }
}

/// A worker until it is stopped. It ends all tests when it fails: its coordinator would wait for another one forever.
pub(crate) fn work_or_abort(
    kind: &dyn JobKind,
    settings: &WorkerSettings,
    stop: &StopFlag,
    log: &(dyn Fn(&str) + Sync),
) {
    if let Err(error) = work(&[kind], settings, stop, log) {
        // Not `eprintln`, which the test harness would keep to itself.
        let _ = writeln!(std::io::stderr(), "the worker {} failed: {error}", settings.name);
        std::process::abort();
    }
}
