//! Jobs on many machines, over NATS `JetStream` (server 2.9 or newer).
//!
//! Batches are messages of a work-queue stream. A worker pulls one, signals that it is in progress, publishes its results to
//! a second stream, and only then acknowledges it; a batch whose worker dies is delivered again. The coordinator stores
//! results in a transaction and only then acknowledges them. So every process can be killed at any moment.
//!
//! A batch that finishes after its job has ended does not count: its worker drops it, or the server deletes its results.

mod admission;
mod connection;
mod coordinator;
mod directory;
mod dispatcher;
mod job_statistics;
mod protocol;
mod publisher;
mod queues;
mod slot;
mod status;
mod streams;
mod worker;
mod worker_list;

pub use connection::Connection;
pub use coordinator::{Settings, run};
pub use protocol::{JobStatus, SetAside, WorkerState};
pub use status::status;
pub use worker::{WorkerSettings, work};
