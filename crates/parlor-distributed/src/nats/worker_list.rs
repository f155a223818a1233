//! The workers of a job, as its coordinator knows them.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use super::protocol::WorkerState;

/// Time without a report after which a worker is taken to be gone.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Refusals that are kept.
const MAX_REFUSED: usize = 5;

#[derive(Default)]
pub(super) struct WorkerList {
    /// State and time of the last report, by name.
    workers: BTreeMap<String, (WorkerState, Instant)>,
    /// Workers that were refused, with the reasons; the latest ones.
    refused: VecDeque<(String, String)>,
}

impl WorkerList {
    /// Adds a worker, or updates its state.
    pub(super) fn add(&mut self, state: WorkerState) {
        self.workers.insert(state.worker.clone(), (state, Instant::now()));
    }

    pub(super) fn refuse(&mut self, worker: String, reason: String) {
        self.refused.retain(|(refused, _)| *refused != worker);
        self.refused.push_back((worker, reason));
        if self.refused.len() > MAX_REFUSED {
            self.refused.pop_front();
        }
    }

    /// Removes the workers that have been silent for long.
    pub(super) fn forget_silent(&mut self) {
        self.workers.retain(|_, (_, heard)| heard.elapsed() < TIMEOUT);
    }

    pub(super) fn states(&self) -> impl Iterator<Item = &WorkerState> {
        self.workers.values().map(|(state, _)| state)
    }

    /// Slots of all workers.
    pub(super) fn slots(&self) -> usize {
        self.states().map(|state| state.slots).sum()
    }

    pub(super) fn refused(&self) -> Vec<(String, String)> {
        self.refused.iter().cloned().collect()
    }
}
