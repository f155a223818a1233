//! The coordinator's end of the server: publishes batches, receives results, admits workers and answers questions.

use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::message::Acker;
use async_nats::{Client, Message, Subscriber};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{MissedTickBehavior, interval};

use super::admission::admit;
use super::coordinator::Settings;
use super::job_statistics::JobStatistics;
use super::protocol::{
    ANNOUNCEMENT, Admission, DISCOVERY, JobInfo, PROTOCOL, ResultMessage, WorkerState, batch_subject, batch_subjects,
    job_subject, result_subjects,
};
use super::publisher::publish;
use super::queues::{open_results, open_work, receive};
use super::streams::Streams;
use super::worker_list::WorkerList;
use crate::coordinator::{Effect, PoolState, Receipt, Update};
use crate::{BatchId, BatchResults, JobError, Offer};

/// Batches that wait even if there are no workers yet, so that the first ones find work.
const MIN_CAPACITY: usize = 8;
/// Batches for each slot: one in progress, and the next.
const BATCHES_PER_SLOT: usize = 2;
const TICK: Duration = Duration::from_millis(500);

pub(super) struct Dispatcher<I> {
    client: Client,
    jetstream: Context,
    streams: Streams,
    offer: Offer,
    settings: Settings,
    updates: Sender<Update<I>>,
    /// Consumer of the batches, from which the workers pull.
    work: PullConsumer,
    results: pull::Stream,
    requests: Subscriber,
    questions: Subscriber,
    /// Results that had arrived before the start and are still to be read. Batches are handed out after that.
    backlog: u64,
    unstored: HashMap<Receipt, Acker>,
    next_receipt: Receipt,
    workers: WorkerList,
    pool: PoolState,
    statistics: JobStatistics,
}

impl<I: DeserializeOwned + Send + 'static> Dispatcher<I> {
    pub(super) async fn open(
        offer: Offer,
        settings: Settings,
        updates: Sender<Update<I>>,
    ) -> Result<Dispatcher<I>, JobError> {
        let (client, jetstream) = settings.connection.connect("parlor coordinator").await?;
        let streams = Streams::open(&jetstream, &settings.connection).await?;
        let failed = |error: &dyn std::fmt::Display| JobError::Failed(format!("the NATS server failed: {error}"));
        let work = open_work(&streams, &offer.job, settings.lease).await.map_err(|error| failed(&error))?;
        let (results, backlog) = open_results(&streams, &offer.job).await.map_err(|error| failed(&error))?;
        let requests = client.subscribe(job_subject(&offer.job, "*")).await.map_err(|error| failed(&error))?;
        let questions = client.subscribe(DISCOVERY).await.map_err(|error| failed(&error))?;
        Ok(Dispatcher {
            client,
            jetstream,
            streams,
            offer,
            settings,
            updates,
            work,
            results,
            requests,
            questions,
            backlog,
            unstored: HashMap::new(),
            next_receipt: 0,
            workers: WorkerList::default(),
            pool: PoolState::default(),
            statistics: JobStatistics::new(),
        })
    }

    /// Serves until the coordinator ends.
    pub(super) async fn run(mut self, mut effects: UnboundedReceiver<Effect<Vec<u8>>>) {
        self.announce().await;
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                effect = effects.recv() => match effect {
                    Some(Effect::Run(batch)) => self.publish(&batch.id, batch.work),
                    Some(Effect::Stored(receipts)) => self.acknowledge(&receipts).await,
                    Some(Effect::Progress(progress)) => self.statistics.set_progress(progress),
                    Some(Effect::End) => break self.end().await,
                    None => break,
                },
                result = self.results.next() => match result {
                    Some(Ok(message)) => self.receive_result(message),
                    Some(Err(error)) => self.reconnect_results(&error.to_string()).await,
                    None => self.reconnect_results("the stream of results ended").await,
                },
                Some(request) = self.requests.next() => self.answer(request).await,
                Some(question) = self.questions.next() => self.reply(&question, &self.info()).await,
                _ = ticks.tick() => self.update_pool(),
            }
        }
        // Acknowledgments that are still in the buffer of the client.
        let _ = tokio::time::timeout(TICK, self.client.flush()).await;
    }

    fn info(&self) -> JobInfo {
        JobInfo {
            protocol: PROTOCOL,
            job: self.offer.job.clone(),
            kind: self.offer.kind.to_owned(),
            name: self.offer.name.clone(),
            version: self.settings.version.clone(),
            lease: self.settings.lease.as_secs_f64(),
            description: self.offer.description.clone(),
            is_timed: self.offer.speed.is_some(),
        }
    }

    async fn announce(&self) {
        let _ = self.client.publish(ANNOUNCEMENT, Vec::new().into()).await;
    }

    /// Publishes a batch in a task of its own, so that a server that restarts delays nothing else.
    fn publish(&self, batch: &BatchId, payload: Vec<u8>) {
        let (jetstream, updates) = (self.jetstream.clone(), self.updates.clone());
        let subject = batch_subject(&self.offer.job, batch);
        tokio::spawn(async move {
            if let Err(error) = publish(&jetstream, subject, payload, || false).await {
                let _ = updates.send(Update::Failed(error));
            }
        });
    }

    /// Acknowledges results that are on disk.
    async fn acknowledge(&mut self, receipts: &[Receipt]) {
        for acker in receipts.iter().filter_map(|receipt| self.unstored.remove(receipt)) {
            // An acknowledgment that gets lost only leads to a second delivery.
            let _ = acker.ack().await;
        }
    }

    fn receive_result(&mut self, message: async_nats::jetstream::Message) {
        let (message, acker) = message.split();
        let receipt = self.next_receipt;
        self.next_receipt += 1;
        self.unstored.insert(receipt, acker);
        let update = match serde_json::from_slice(&message.payload) {
            Ok(ResultMessage::Items { batch, items, is_complete }) => {
                match items.iter().map(|item| serde_json::from_str(item.get())).collect() {
                    Ok(items) => Update::Results(BatchResults { batch, items, is_complete }, Some(receipt)),
                    Err(error) => Update::SetAside { batch, reason: error.to_string(), receipt },
                }
            }
            Ok(ResultMessage::SetAside(set_aside)) => {
                self.statistics.add_set_aside(set_aside.clone());
                Update::SetAside { batch: set_aside.batch, reason: set_aside.reason, receipt }
            }
            // Nobody can do anything with it.
            Err(_) => Update::SetAside { batch: BatchId::new(0..0), reason: String::new(), receipt },
        };
        // The receiver is gone only when the coordinator ends.
        let _ = self.updates.send(update);
        self.backlog = self.backlog.saturating_sub(1);
        if self.backlog == 0 {
            self.update_pool();
        }
    }

    /// Asks for results again, after a server was away. A consumer that is gone was taken over by another coordinator.
    async fn reconnect_results(&mut self, reason: &str) {
        let consumer = self.streams.results.get_consumer::<pull::Config>(&self.offer.job).await;
        match consumer {
            Ok(consumer) => {
                if let Ok(results) = receive(&consumer).await {
                    self.results = results;
                }
            }
            Err(_) if reason.contains("consumer deleted") => {
                let text = "another coordinator has taken over this job".to_owned();
                let _ = self.updates.send(Update::Failed(JobError::Failed(text)));
            }
            Err(_) => tokio::time::sleep(TICK).await,
        }
    }

    /// Answers a request to this job.
    async fn answer(&mut self, request: Message) {
        match request.subject.rsplit('.').next() {
            Some("status") => {
                let status = self.statistics.status(&self.offer, &mut self.work, &self.workers).await;
                self.reply(&request, &status).await;
            }
            Some("worker") => {
                if let Ok(state) = serde_json::from_slice::<WorkerState>(&request.payload) {
                    self.workers.add(state);
                }
            }
            Some("admit") => {
                let Ok(introduction) = serde_json::from_slice(&request.payload) else { return };
                let admission = admit(&self.offer, &self.settings.version, &introduction);
                match &admission {
                    Admission::Accepted { .. } => self.workers.add(introduction.state),
                    Admission::Refused { reason } => self.workers.refuse(introduction.state.worker, reason.clone()),
                }
                self.reply(&request, &admission).await;
                self.update_pool();
            }
            _ => {}
        }
    }

    async fn reply(&self, request: &Message, reply: &impl serde::Serialize) {
        if let (Some(subject), Ok(payload)) = (request.reply.clone(), serde_json::to_vec(reply)) {
            let _ = self.client.publish(subject, payload.into()).await;
        }
    }

    /// Tells the coordinator how many batches the workers take.
    fn update_pool(&mut self) {
        self.workers.forget_silent();
        let (machines, slots) = (self.workers.states().count(), self.workers.slots());
        let capacity = if self.backlog > 0 { 0 } else { (slots * BATCHES_PER_SLOT).max(MIN_CAPACITY) };
        let pool = PoolState { machines, slots, capacity, set_aside: 0 };
        if pool != self.pool {
            self.pool = pool;
            let _ = self.updates.send(Update::Pool(pool));
        }
    }

    /// Stops the workers, and deletes what is queued.
    async fn end(&mut self) {
        let job = &self.offer.job;
        let _ = self.client.publish(job_subject(job, "stop"), Vec::new().into()).await;
        let _ = self.client.flush().await;
        let _ = self.streams.batches.delete_consumer(job).await;
        let _ = self.streams.batches.purge().filter(batch_subjects(job)).await;
        let _ = self.streams.results.delete_consumer(job).await;
        let _ = self.streams.results.purge().filter(result_subjects(job)).await;
    }
}
