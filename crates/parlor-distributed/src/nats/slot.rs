//! A slot of a worker: a thread that runs one batch after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use async_nats::jetstream::AckKind;
use async_nats::jetstream::Message;
use async_nats::jetstream::message::Acker;
use futures_util::StreamExt;
use serde_json::value::RawValue;

use super::directory::ActiveJob;
use super::protocol::{BATCH_STREAM, MAX_DELIVERIES, ResultMessage, SetAside, result_subject};
use super::publisher::{Published, publish};
use super::worker::Shared;
use crate::{BatchId, BatchRunner, JobError};

/// Time that a pull request waits for a batch.
const PULL_TIME: Duration = Duration::from_secs(2);
/// Additional time for the answer that there is none.
const PULL_MARGIN: Duration = Duration::from_secs(1);
/// Interval at which an idle slot looks for a job.
const IDLE_INTERVAL: Duration = Duration::from_millis(100);
/// Delay of the next delivery of a batch that failed.
const FAILURE_DELAY: Duration = Duration::from_secs(1);
/// Results are published when they reach this size: far below the server's limit of 1 MiB.
const PART_BYTES: usize = 256 * 1024;
/// In-progress signals in the time of a lease.
const SIGNALS_PER_LEASE: f64 = 3.0;
const ACKNOWLEDGE_ATTEMPTS: u32 = 3;

/// The runner of the last job, whose engines are kept.
type CachedRunner<'a> = Option<(Arc<ActiveJob>, Box<dyn BatchRunner + 'a>)>;

/// Runs batches until the worker ends.
pub(super) fn run_slot(shared: &Shared, number: usize) {
    let mut runner: CachedRunner = None;
    let mut turn = number;
    while !shared.is_ending() {
        turn += 1;
        let Some(job) = shared.directory.choose(turn) else {
            // Engines of a job that has ended need memory.
            runner = None;
            thread::sleep(IDLE_INTERVAL);
            continue;
        };
        match shared.handle.block_on(next_message(&job)) {
            Ok(None) => {}
            Ok(Some(message)) => {
                job.update(|statistics| statistics.busy += 1);
                run_message(shared, &job, message, &mut runner);
                job.update(|statistics| statistics.busy -= 1);
            }
            Err(_) => {
                thread::sleep(IDLE_INTERVAL);
                forget_deleted_job(shared, &job);
            }
        }
    }
}

/// Pulls a batch; `None` if there is none at the moment.
async fn next_message(job: &ActiveJob) -> Result<Option<Message>, async_nats::Error> {
    let mut messages = job.consumer.batch().max_messages(1).expires(PULL_TIME).messages().await?;
    match tokio::time::timeout(PULL_TIME + PULL_MARGIN, messages.next()).await {
        Ok(Some(message)) => message.map(Some),
        // A server that is away does not answer.
        Ok(None) | Err(_) => Ok(None),
    }
}

/// Ends a job whose queue is gone: this worker has not heard of its end.
fn forget_deleted_job(shared: &Shared, job: &ActiveJob) {
    use async_nats::jetstream::context::ConsumerInfoErrorKind;
    let info = async {
        let stream = shared.jetstream.get_stream_no_info(BATCH_STREAM).await.ok()?;
        stream.consumer_info(&job.info.job).await.err()
    };
    if shared.handle.block_on(info).is_some_and(|error| error.kind() == ConsumerInfoErrorKind::NotFound) {
        shared.directory.end(&job.info.job);
    }
}

/// A batch that this slot has received.
struct Delivery<'a, 'b> {
    shared: &'a Shared<'b>,
    job: &'a Arc<ActiveJob>,
    batch: BatchId,
    acker: Arc<Acker>,
    /// 1 for the first time.
    number: i64,
}

fn run_message<'a>(shared: &'a Shared, job: &Arc<ActiveJob>, message: Message, runner: &mut CachedRunner<'a>) {
    let number = message.info().map_or(1, |info| info.delivered);
    let (message, acker) = message.split();
    let acker = Arc::new(acker);
    let name = message.subject.rsplit('.').next().unwrap_or_default().to_owned();
    let Ok(batch) = BatchId::try_from(name) else {
        return drop(shared.handle.block_on(acker.ack_with(AckKind::Term)));
    };
    let delivery = Delivery { shared, job, batch, acker, number };
    if number > MAX_DELIVERIES {
        return delivery.set_aside(format!("{MAX_DELIVERIES} workers did not finish it"));
    }
    let signals = shared.handle.spawn(signal_progress(Arc::clone(&delivery.acker), job.info.lease));
    let work = String::from_utf8_lossy(&message.payload);
    let result = catch_unwind(AssertUnwindSafe(|| delivery.run(&work, prepare(shared, job, runner)?)));
    let result = result.unwrap_or_else(|_| {
        *runner = None;
        Err(JobError::Failed("the batch crashed".to_owned()))
    });
    match result {
        Ok(true) => delivery.acknowledge(),
        // Another worker takes it, if the job goes on.
        Ok(false) => drop(shared.handle.block_on(delivery.acker.ack_with(AckKind::Nak(None)))),
        Err(error) => delivery.fail(&error),
    }
    signals.abort();
}

/// The runner of a job: the last one, or a new one.
fn prepare<'a, 'c>(
    shared: &'a Shared,
    job: &Arc<ActiveJob>,
    cached: &'c mut CachedRunner<'a>,
) -> Result<&'c mut (dyn BatchRunner + 'a), JobError> {
    if cached.as_ref().is_none_or(|(owner, _)| !Arc::ptr_eq(owner, job)) {
        *cached = None;
        let kind = shared.kind(&job.info.kind);
        let kind = kind.ok_or_else(|| JobError::Failed(format!("there is no kind \"{}\"", job.info.kind)))?;
        *cached = Some((Arc::clone(job), kind.runner(&job.info.description, job.time_factor)?));
    }
    match cached {
        Some((_, runner)) => Ok(&mut **runner),
        None => Err(JobError::Failed("there is no runner".to_owned())),
    }
}

/// Tells the server that the batch is in progress, so that it is not delivered again.
async fn signal_progress(acker: Arc<Acker>, lease: f64) {
    loop {
        tokio::time::sleep(Duration::from_secs_f64((lease / SIGNALS_PER_LEASE).max(0.01))).await;
        let _ = acker.ack_with(AckKind::Progress).await;
    }
}

impl Delivery<'_, '_> {
    /// Runs the batch and publishes its results. Returns whether all of them are stored at the server.
    fn run(&self, work: &str, runner: &mut dyn BatchRunner) -> Result<bool, JobError> {
        let (mut items, mut bytes, mut is_published) = (Vec::new(), 0, Ok(true));
        runner.run_json(work, &self.job.stop, &mut |item: Box<RawValue>| {
            bytes += item.get().len();
            items.push(item);
            if bytes >= PART_BYTES && matches!(is_published, Ok(true)) {
                bytes = 0;
                is_published = self.publish(std::mem::take(&mut items), false);
            }
        })?;
        if self.job.stop.is_raised() || !is_published? {
            return Ok(false);
        }
        self.publish(items, true)
    }

    /// Publishes results; returns false if the job has ended meanwhile.
    fn publish(&self, items: Vec<Box<RawValue>>, is_complete: bool) -> Result<bool, JobError> {
        self.publish_message(&ResultMessage::Items { batch: self.batch.clone(), items, is_complete })
    }

    fn publish_message(&self, message: &ResultMessage) -> Result<bool, JobError> {
        let Shared { handle, jetstream, .. } = self.shared;
        let subject = result_subject(&self.job.info.job, &self.batch);
        let payload = serde_json::to_vec(message)?;
        let stop = &self.job.stop;
        let published = handle.block_on(publish(jetstream, subject, payload, || stop.is_raised()))?;
        Ok(published != Published::Unwanted)
    }

    /// Acknowledges the batch, and waits for the confirmation: otherwise it might be delivered again.
    fn acknowledge(&self) {
        self.job.update(|statistics| statistics.batches += 1);
        for _ in 0..ACKNOWLEDGE_ATTEMPTS {
            if self.job.stop.is_raised() || self.shared.handle.block_on(self.acker.double_ack()).is_ok() {
                break;
            }
        }
    }

    /// Lets another worker try, or sets the batch aside after the last attempt.
    fn fail(&self, error: &JobError) {
        let (batch, name) = (&self.batch, &self.job.info.name);
        (self.shared.log)(&format!("Batch {batch} of \"{name}\" failed: {error}"));
        if self.number >= MAX_DELIVERIES {
            return self.set_aside(error.to_string());
        }
        let _ = self.shared.handle.block_on(self.acker.ack_with(AckKind::Nak(Some(FAILURE_DELAY))));
    }

    fn set_aside(&self, reason: String) {
        let set_aside = SetAside { batch: self.batch.clone(), reason };
        (self.shared.log)(&format!("Batch {} of \"{}\" is set aside", self.batch, self.job.info.name));
        if let Ok(true) = self.publish_message(&ResultMessage::SetAside(set_aside)) {
            self.acknowledge();
        }
    }
}
