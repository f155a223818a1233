//! Runs a job on workers of other machines.

use std::sync::mpsc::channel;
use std::time::Duration;

use parlor_core::StopFlag;
use tokio::runtime::Builder;
use tokio::sync::mpsc::unbounded_channel;

use super::Connection;
use super::dispatcher::{Dispatcher, Order};
use crate::coordinator::{Command, Link, coordinate};
use crate::{Job, JobError, Offer};

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
    let (outbox, events) = channel();
    let dispatcher = runtime.block_on(Dispatcher::<J::Item>::open(offer.clone(), settings.clone(), outbox))?;
    runtime.spawn(raise_on_signal(stop.clone()));
    let (orders, inbox) = unbounded_channel();
    let task = runtime.spawn(dispatcher.run(inbox));
    let mut encoded = Ok(());
    let mut send = |command: Command<J::Work>| {
        let order = match command {
            Command::Run(batch) => match serde_json::to_vec(&batch.work) {
                Ok(payload) => Order::Publish { batch: batch.id, payload },
                Err(error) => return encoded = Err(JobError::from(error)),
            },
            Command::Stored(receipts) => Order::Acknowledge(receipts),
            Command::Progress(progress) => Order::Progress(progress),
        };
        // Fails only when the dispatcher has ended, which closes the channel of events.
        let _ = orders.send(order);
    };
    let result = coordinate(job, Link { send: &mut send, events: &events }, stop);
    let result = result.and(encoded);
    if result.is_ok() {
        let _ = orders.send(Order::End);
    }
    drop(orders);
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
