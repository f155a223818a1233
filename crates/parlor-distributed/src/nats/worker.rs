//! A worker: finds jobs, is admitted to them, and runs their batches in several slots.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use parlor_core::StopFlag;
use tokio::runtime::{Builder, Handle};

use super::Connection;
use super::coordinator::wait_for_signal;
use super::directory::{ActiveJob, Directory};
use super::protocol::{
    ALL_STOPS, ANNOUNCEMENT, Admission, DISCOVERY, Introduction, JobInfo, PROTOCOL, WorkerState, job_subject,
};
use super::slot::run_slot;
use super::streams::Streams;
use crate::{Component, JobError, JobKind};

/// Interval at which a worker without jobs asks for some, in case an announcement was lost.
const DISCOVERY_INTERVAL: Duration = Duration::from_secs(2);
/// The same for a worker that has jobs: a thousand workers must not disturb a coordinator.
const BUSY_DISCOVERY_INTERVAL: Duration = Duration::from_secs(15);
/// Time in which coordinators answer.
const ANSWER_TIME: Duration = Duration::from_millis(300);
const REPORT_INTERVAL: Duration = Duration::from_secs(2);
/// A refused worker asks again after this time: the coordinator may have been replaced.
const REFUSAL_INTERVAL: Duration = Duration::from_secs(30);

/// Settings of a worker.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    pub connection: Connection,
    /// Name of this worker, different from all others.
    pub name: String,
    /// Batches that run at the same time.
    pub slots: usize,
    /// Version of the program.
    pub version: String,
    /// Ends when there has been no job for this time; `None`: never.
    pub idle: Option<Duration>,
}

/// What the threads of a worker share.
pub(super) struct Shared<'a> {
    pub(super) kinds: &'a [&'a dyn JobKind],
    pub(super) settings: &'a WorkerSettings,
    pub(super) handle: Handle,
    pub(super) client: Client,
    pub(super) jetstream: Context,
    pub(super) directory: Directory,
    /// Slots take no more batches.
    pub(super) is_ending: AtomicBool,
    pub(super) log: &'a (dyn Fn(&str) + Sync),
}

impl Shared<'_> {
    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    pub(super) fn kind(&self, name: &str) -> Option<&dyn JobKind> {
        self.kinds.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Runs batches of all jobs of a server, until SIGINT or SIGTERM or `stop`: batches in progress are finished, and a second
/// signal drops them. `log` gets lines for people.
pub fn work(
    kinds: &[&dyn JobKind],
    settings: &WorkerSettings,
    stop: &StopFlag,
    log: &(dyn Fn(&str) + Sync),
) -> Result<(), JobError> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let (client, jetstream) = runtime.block_on(settings.connection.connect(&settings.name))?;
    let streams = runtime.block_on(Streams::open(&jetstream, &settings.connection))?;
    log(&format!("Worker {} with {} slots waits for jobs", settings.name, settings.slots));
    let failed = |error: async_nats::SubscribeError| JobError::Failed(format!("the NATS server failed: {error}"));
    let stops = runtime.block_on(client.subscribe(ALL_STOPS)).map_err(failed)?;
    let mut announcements = runtime.block_on(client.subscribe(ANNOUNCEMENT)).map_err(failed)?;
    let directory = Directory::default();
    runtime.spawn(follow_stops(stops, directory.clone()));
    runtime.spawn(report_states(client.clone(), directory.clone(), settings.name.clone(), settings.slots));
    runtime.spawn(end_on_signals(stop.clone(), directory.clone()));
    let handle = runtime.handle().clone();
    let is_ending = AtomicBool::new(false);
    let shared = Shared { kinds, settings, handle, client, jetstream, directory, is_ending, log };
    thread::scope(|scope| {
        for number in 0..settings.slots.max(1) {
            let shared = &shared;
            thread::Builder::new().name(format!("slot {number}")).spawn_scoped(scope, move || {
                run_slot(shared, number);
            })?;
        }
        let mut finder = JobFinder { shared: &shared, streams, refused: Vec::new(), last_job: Instant::now() };
        finder.run(&mut announcements, stop);
        shared.is_ending.store(true, Ordering::Relaxed);
        Ok(())
    })
}

/// Ends jobs as their coordinators say.
async fn follow_stops(mut stops: Subscriber, directory: Directory) {
    while let Some(message) = stops.next().await {
        if let Some(job) = message.subject.split('.').nth(2) {
            directory.end(job);
        }
    }
}

async fn report_states(client: Client, directory: Directory, worker: String, slots: usize) {
    loop {
        tokio::time::sleep(REPORT_INTERVAL).await;
        for job in directory.jobs() {
            let statistics = job.statistics();
            let (busy, batches) = (statistics.busy, statistics.batches);
            let state = WorkerState { worker: worker.clone(), slots, busy, batches };
            let Ok(payload) = serde_json::to_vec(&state) else { continue };
            let _ = client.publish(job_subject(&job.info.job, "worker"), payload.into()).await;
        }
    }
}

/// The first signal lets the batches in progress end; the second one stops them.
async fn end_on_signals(stop: StopFlag, directory: Directory) {
    wait_for_signal().await;
    stop.raise();
    wait_for_signal().await;
    for job in directory.jobs() {
        directory.end(&job.info.job);
    }
}

/// Finds jobs and applies for them.
struct JobFinder<'a, 'b> {
    shared: &'a Shared<'b>,
    streams: Streams,
    /// Jobs that have refused this worker, and when.
    refused: Vec<(String, Instant)>,
    /// When there was a job last.
    last_job: Instant,
}

impl JobFinder<'_, '_> {
    fn run(&mut self, announcements: &mut Subscriber, stop: &StopFlag) {
        let shared = self.shared;
        while !stop.is_raised() && !self.is_idle() {
            for info in shared.handle.block_on(discover(&shared.client)) {
                self.apply(info);
            }
            let started = Instant::now();
            while started.elapsed() < self.interval() && !stop.is_raised() {
                let announced = async { tokio::time::timeout(ANSWER_TIME, announcements.next()).await };
                if shared.handle.block_on(announced).is_ok() {
                    break;
                }
            }
        }
    }

    fn interval(&self) -> Duration {
        if self.shared.directory.jobs().is_empty() { DISCOVERY_INTERVAL } else { BUSY_DISCOVERY_INTERVAL }
    }

    fn is_idle(&mut self) -> bool {
        if !self.shared.directory.jobs().is_empty() {
            self.last_job = Instant::now();
        }
        self.shared.settings.idle.is_some_and(|idle| self.last_job.elapsed() >= idle)
    }

    /// Applies for a job, if that makes sense.
    fn apply(&mut self, info: JobInfo) {
        let Shared { directory, log, .. } = self.shared;
        self.refused.retain(|(_, at)| at.elapsed() < REFUSAL_INTERVAL);
        if directory.has(&info.job) || self.refused.iter().any(|(job, _)| *job == info.job) {
            return;
        }
        let (job, name) = (info.job.clone(), info.name.clone());
        match self.try_apply(info) {
            Ok(active) => {
                let factor = active.time_factor;
                let times = if (factor - 1.0).abs() < 0.005 { String::new() } else { format!(", times x {factor:.2}") };
                log(&format!("Joined \"{name}\"{times}"));
                directory.add(active);
            }
            Err(error) => {
                log(&format!("Refused by \"{name}\": {error}"));
                self.refused.push((job, Instant::now()));
            }
        }
    }

    fn try_apply(&self, info: JobInfo) -> Result<ActiveJob, JobError> {
        let Shared { handle, client, settings, .. } = self.shared;
        if info.protocol != PROTOCOL {
            let theirs = info.protocol;
            let text = format!("the coordinator speaks protocol {theirs}, but this worker speaks {PROTOCOL}");
            return Err(JobError::Failed(text));
        }
        let kind = self.shared.kind(&info.kind);
        let kind =
            kind.ok_or_else(|| JobError::Failed(format!("this worker knows no job of kind \"{}\"", info.kind)))?;
        let components: Vec<Component> = kind.components(&info.description)?;
        let speed = info.is_timed.then(|| kind.speed(&info.description)).transpose()?;
        let state = WorkerState { worker: settings.name.clone(), slots: settings.slots, ..WorkerState::default() };
        let version = settings.version.clone();
        let introduction = Introduction { protocol: PROTOCOL, version, components, speed, state };
        let payload = serde_json::to_vec(&introduction)?;
        let asked = handle.block_on(client.request(job_subject(&info.job, "admit"), payload.into()));
        let reply = asked.map_err(|error| JobError::Failed(format!("the coordinator did not answer: {error}")))?;
        let time_factor = match serde_json::from_slice(&reply.payload)? {
            Admission::Accepted { time_factor } => time_factor,
            Admission::Refused { reason } => return Err(JobError::Failed(reason)),
        };
        let consumer: PullConsumer = handle
            .block_on(self.streams.batches.get_consumer(&info.job))
            .map_err(|error| JobError::Failed(format!("the job has no queue: {error}")))?;
        Ok(ActiveJob {
            info,
            time_factor,
            consumer,
            stop: StopFlag::default(),
            statistics: std::sync::Mutex::default(),
        })
    }
}

/// Asks all coordinators for their jobs.
pub(super) async fn discover(client: &Client) -> Vec<JobInfo> {
    let inbox = client.new_inbox();
    let Ok(mut answers) = client.subscribe(inbox.clone()).await else { return Vec::new() };
    if client.publish_with_reply(DISCOVERY, inbox, Vec::new().into()).await.is_err() {
        return Vec::new();
    }
    let mut jobs = Vec::new();
    let deadline = tokio::time::Instant::now() + ANSWER_TIME;
    while let Ok(Some(answer)) = tokio::time::timeout_at(deadline, answers.next()).await {
        // Without coordinators the server answers with an empty message.
        jobs.extend(serde_json::from_slice::<JobInfo>(&answer.payload).ok());
    }
    jobs
}
