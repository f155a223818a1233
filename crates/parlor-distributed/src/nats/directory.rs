//! The jobs in which a worker takes part.

use std::sync::{Arc, Mutex, PoisonError};

use async_nats::jetstream::consumer::PullConsumer;
use parlor_core::StopFlag;

use super::protocol::JobInfo;

/// A job that has admitted this worker.
pub(super) struct ActiveJob {
    pub(super) info: JobInfo,
    /// Factor of times on this machine.
    pub(super) time_factor: f64,
    pub(super) consumer: PullConsumer,
    /// Raised when the job ends.
    pub(super) stop: StopFlag,
    pub(super) statistics: Mutex<WorkerStatistics>,
}

/// What a worker does for a job.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WorkerStatistics {
    pub(super) busy: usize,
    pub(super) batches: u64,
}

impl ActiveJob {
    pub(super) fn update(&self, change: impl FnOnce(&mut WorkerStatistics)) {
        change(&mut self.statistics.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn statistics(&self) -> WorkerStatistics {
        *self.statistics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// List of active jobs, shared by the threads of a worker.
#[derive(Clone, Default)]
pub(super) struct Directory(Arc<Mutex<Vec<Arc<ActiveJob>>>>);

impl Directory {
    pub(super) fn jobs(&self) -> Vec<Arc<ActiveJob>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn has(&self, job: &str) -> bool {
        self.jobs().iter().any(|active| active.info.job == job)
    }

    pub(super) fn add(&self, job: ActiveJob) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(job));
    }

    /// Ends a job: batches in progress stop.
    pub(super) fn end(&self, job: &str) -> bool {
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = jobs.len();
        jobs.retain(|active| {
            let is_other = active.info.job != job;
            if !is_other {
                active.stop.raise();
            }
            is_other
        });
        jobs.len() < count
    }

    /// The job whose turn it is.
    pub(super) fn choose(&self, turn: usize) -> Option<Arc<ActiveJob>> {
        let jobs = self.jobs();
        jobs.get(turn % jobs.len().max(1)).cloned()
    }
}
