//! The two sides of a job: the coordinator that owns it, and the workers that run its batches.

use parlor_core::StopFlag;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Batch, BatchResults, JobError, PoolState};

/// A job: hands out batches, and stores their results durably.
pub trait Job {
    /// What a worker has to do for a batch.
    type Work: Serialize + Send + 'static;
    /// Result of one item of a batch.
    type Item: DeserializeOwned + Send + 'static;

    /// The next batch; `None` if there is none, or none before more results arrive.
    fn next_batch(&mut self) -> Result<Option<Batch<Self::Work>>, JobError>;

    /// Stores results in one transaction. A batch or an item that is already stored is left as it is: a batch whose
    /// worker seemed to be dead is run twice.
    fn store(&mut self, results: Vec<BatchResults<Self::Item>>) -> Result<(), JobError>;

    /// Whether all results that count are stored.
    fn is_over(&self) -> bool;

    fn progress(&self) -> JobProgress;

    /// Called about ten times a second, for the display.
    fn tick(&mut self, pool: &PoolState) -> Result<(), JobError>;
}

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JobProgress {
    /// Items whose results are stored.
    pub done: u64,
    /// Items of the whole job, if it is not decided early.
    pub total: u64,
}

/// Runs the batches of one job, on one thread.
pub trait Runner {
    type Work: DeserializeOwned + Send;
    type Item: Serialize + Send;

    /// Runs a batch and passes on the result of each item at once. Returns early if `stop` is raised.
    fn run(&mut self, work: &Self::Work, stop: &StopFlag, emit: &mut dyn FnMut(Self::Item)) -> Result<(), JobError>;
}
