//! Runs a job on workers of other machines.

use std::sync::mpsc::channel;
use std::time::Duration;

use parlor_core::StopFlag;
use tokio::runtime::Builder;
use tokio::sync::mpsc::unbounded_channel;

use super::Connection;
use super::dispatcher::Dispatcher;
use crate::coordinator::{Effect, Link, coordinate};
use crate::{Batch, Job, JobError, Offer};

/// Settings of a coordinator.
#[derive(Clone, Debug)]
pub struct Settings {
    pub connection: Connection,
    /// Version of the program; workers need the same.
    pub version: String,
    /// Time without a signal of its worker after which a batch is delivered again.
    pub lease: Duration,
}

/// Runs a job until it is over. Raise `stop` to pause; SIGINT and SIGTERM do it, too. Workers hear of the end within a
/// second. After an error everything stays as it is: workers go on, and the next coordinator finds their results.
pub fn run<J: Job>(job: &mut J, offer: &Offer, settings: &Settings, stop: &StopFlag) -> Result<(), JobError> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let (outbox, updates) = channel();
    let dispatcher = runtime.block_on(Dispatcher::<J::Item>::open(offer.clone(), settings.clone(), outbox))?;
    runtime.spawn(raise_on_signal(stop.clone()));
    let (effects, inbox) = unbounded_channel();
    let task = runtime.spawn(dispatcher.run(inbox));
    let mut encoded = Ok(());
    let mut send = |effect: Effect<J::Work>| {
        let effect = match effect {
            Effect::Run(Batch { id, work }) => match serde_json::to_vec(&work) {
                Ok(work) => Effect::Run(Batch { id, work }),
                Err(error) => return encoded = Err(JobError::from(error)),
            },
            Effect::Stored(receipts) => Effect::Stored(receipts),
            Effect::Progress(progress) => Effect::Progress(progress),
            Effect::End => Effect::End,
        };
        // Fails only when the dispatcher has ended, which closes the channel of updates.
        let _ = effects.send(effect);
    };
    let result = coordinate(job, Link { send: &mut send, updates: &updates }, stop);
    let result = result.and(encoded);
    if result.is_ok() {
        let _ = effects.send(Effect::End);
    }
    drop(effects);
    let _ = runtime.block_on(task);
    result
}

/// Raises the flag at SIGINT and SIGTERM.
pub(super) async fn raise_on_signal(stop: StopFlag) {
    wait_for_signal().await;
    stop.raise();
}

/// Waits for SIGINT or SIGTERM.
pub(super) async fn wait_for_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
