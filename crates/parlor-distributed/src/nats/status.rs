//! State of all jobs of a server.

use std::collections::BTreeMap;

use futures_util::StreamExt;
use tokio::runtime::Builder;

use super::Connection;
use super::protocol::{JobStatus, job_subject};
use super::streams::Streams;
use super::worker::discover;
use crate::JobError;

/// The jobs of a server: those of running coordinators, and those that only have a queue.
pub fn status(connection: &Connection) -> Result<Vec<JobStatus>, JobError> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (client, jetstream) = connection.connect("parlor status").await?;
        let streams = Streams::open(&jetstream, connection).await?;
        let mut jobs = BTreeMap::new();
        let mut queues = streams.batches.consumers();
        while let Some(queue) = queues.next().await {
            let queue = queue.map_err(|error| JobError::Failed(format!("the NATS server failed: {error}")))?;
            let status = JobStatus {
                job: queue.name.clone(),
                queued: queue.num_pending,
                in_progress: queue.num_ack_pending as u64,
                ..JobStatus::default()
            };
            jobs.insert(queue.name, status);
        }
        for info in discover(&client).await {
            let asked = client.request(job_subject(&info.job, "status"), Vec::new().into()).await;
            if let Some(status) = asked.ok().and_then(|reply| serde_json::from_slice(&reply.payload).ok()) {
                jobs.insert(info.job, status);
            }
        }
        Ok(jobs.into_values().collect())
    })
}
