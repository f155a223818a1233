//! Jobs that are divided into batches, run on the threads of one process or on many machines.
//!
//! | item | content |
//! |---|---|
//! | [`Job`] | the coordinator's side: hands out batches and stores their results |
//! | [`Runner`] | the worker's side: runs one batch after the other |
//! | [`run_local`] | runs a job on the threads of this process |
//! | [`JobKind`] | what a worker on another machine knows about a kind of job |
//! | [`signature`](engine_signature), [`measure_speed`] | what makes machines comparable |
//! | `nats` | runs a job on many machines over NATS `JetStream`, behind the feature `nats` |
//!
//! Both ways of running use the same coordinator, so they differ only in where the batches go.

mod batch;
mod coordinator;
mod job;
mod job_error;
mod job_kind;
mod local;
#[cfg(feature = "nats")]
pub mod nats;
mod signature;

pub use batch::{Batch, BatchId, BatchResults, ParseBatchIdError};
pub use coordinator::PoolState;
pub use job::{Job, JobProgress, Runner};
pub use job_error::JobError;
pub use job_kind::{BatchRunner, Component, JobKind, Offer};
pub use local::run_local;
pub use signature::{engine_component, engine_signature, measure_speed};
