//! Names of streams and subjects, and the messages. Everything is JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{BatchId, Component, JobProgress};

/// Version of streams, subjects and messages. Another one is refused.
pub(super) const PROTOCOL: u32 = 1;
/// Deliveries after which a batch is set aside.
pub(super) const MAX_DELIVERIES: i64 = 3;

pub(super) const BATCH_STREAM: &str = "PARLOR_BATCHES";
pub(super) const RESULT_STREAM: &str = "PARLOR_RESULTS";
/// Asked by workers and by `status`; every coordinator replies with a [`JobInfo`].
pub(super) const DISCOVERY: &str = "parlor.jobs";
/// Published by a coordinator that starts.
pub(super) const ANNOUNCEMENT: &str = "parlor.new";
/// Subjects on which coordinators end their jobs.
pub(super) const ALL_STOPS: &str = "parlor.job.*.stop";

pub(super) fn batch_subject(job: &str, batch: &BatchId) -> String {
    format!("parlor.batches.{job}.{batch}")
}

pub(super) fn batch_subjects(job: &str) -> String {
    format!("parlor.batches.{job}.>")
}

pub(super) fn result_subject(job: &str, batch: &BatchId) -> String {
    format!("parlor.results.{job}.{batch}")
}

pub(super) fn result_subjects(job: &str) -> String {
    format!("parlor.results.{job}.>")
}

/// Subject of the coordinator of a job; `verb` is `admit`, `status`, `worker` or `stop`.
pub(super) fn job_subject(job: &str, verb: &str) -> String {
    format!("parlor.job.{job}.{verb}")
}

/// What a worker has to know about a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct JobInfo {
    pub(super) protocol: u32,
    pub(super) job: String,
    pub(super) kind: String,
    pub(super) name: String,
    /// Version of the program.
    pub(super) version: String,
    /// Seconds without a signal after which a batch is delivered again.
    pub(super) lease: f64,
    pub(super) description: Value,
    /// Whether the speed of a worker matters.
    pub(super) is_timed: bool,
}

/// Request of a worker to take part in a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Introduction {
    pub(super) protocol: u32,
    pub(super) version: String,
    pub(super) components: Vec<Component>,
    pub(super) speed: Option<f64>,
    pub(super) state: WorkerState,
}

/// Reply to an [`Introduction`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) enum Admission {
    Accepted { time_factor: f64 },
    Refused { reason: String },
}

/// What a worker reports every few seconds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WorkerState {
    /// Name of the machine and number of the process.
    pub worker: String,
    /// Batches that it runs at the same time.
    pub slots: usize,
    /// Slots that run a batch.
    pub busy: usize,
    /// Batches of the job that it has finished.
    pub batches: u64,
}

/// A batch that several workers did not finish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetAside {
    pub batch: BatchId,
    pub reason: String,
}

/// Message of the stream of results.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ResultMessage {
    /// Results of a batch, or of a part of it.
    Items {
        batch: BatchId,
        items: Vec<Box<RawValue>>,
        is_complete: bool,
    },
    SetAside(SetAside),
}

/// State of a job, as its coordinator sees it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct JobStatus {
    pub job: String,
    pub kind: String,
    pub name: String,
    /// Whether the coordinator runs; without it only the queue is known.
    pub has_coordinator: bool,
    /// Batches that wait for a worker.
    pub queued: u64,
    /// Batches that workers have.
    pub in_progress: u64,
    pub progress: JobProgress,
    /// Items finished in a second, since the coordinator started.
    pub per_second: f64,
    pub seconds_left: Option<f64>,
    pub workers: Vec<WorkerState>,
    pub set_aside: Vec<SetAside>,
    /// Workers that were refused lately, with the reasons.
    pub refused: Vec<(String, String)>,
}
