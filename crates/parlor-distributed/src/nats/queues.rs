//! The queues of a job at the server: batches, from which workers pull, and results, which the coordinator receives.

use std::time::Duration;

use async_nats::Error;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};

use super::protocol::{batch_subjects, result_subjects};
use super::streams::Streams;

/// Results that the server delivers before the first of them is stored. Bounds the memory of a coordinator.
const MAX_UNSTORED: u16 = 256;
/// Pull requests of workers that may wait at the server.
const MAX_WAITING: i64 = 100_000;

/// Opens the queue of batches, or creates it.
pub(super) async fn open_work(streams: &Streams, job: &str, lease: Duration) -> Result<PullConsumer, Error> {
    let config = pull::Config {
        durable_name: Some(job.to_owned()),
        filter_subject: batch_subjects(job),
        ack_policy: AckPolicy::Explicit,
        ack_wait: lease,
        // Workers set a batch aside themselves; the server would keep it without telling anybody.
        max_deliver: -1,
        max_ack_pending: -1,
        max_waiting: MAX_WAITING,
        ..pull::Config::default()
    };
    Ok(streams.batches.get_or_create_consumer(job, config).await?)
}

/// Opens the queue of results; they, and the number of those that have arrived before.
pub(super) async fn open_results(streams: &Streams, job: &str) -> Result<(pull::Stream, u64), Error> {
    // A new consumer gets results at once that the last coordinator had received but not stored.
    let _ = streams.results.delete_consumer(job).await;
    let config = pull::Config {
        durable_name: Some(job.to_owned()),
        filter_subject: result_subjects(job),
        ack_policy: AckPolicy::Explicit,
        max_ack_pending: MAX_UNSTORED.into(),
        ..pull::Config::default()
    };
    let mut consumer = streams.results.create_consumer(config).await?;
    let backlog = consumer.info().await?.num_pending;
    Ok((receive(&consumer).await?, backlog))
}

/// Receives results without end.
pub(super) async fn receive(consumer: &PullConsumer) -> Result<pull::Stream, Error> {
    let stream = consumer.stream().max_messages_per_batch(MAX_UNSTORED.into()).heartbeat(Duration::from_secs(2));
    Ok(stream.expires(Duration::from_secs(10)).messages().await?)
}
