//! Store thread: commits operations in batches, and deletes expired matches.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, params};

use super::folder::LockedFolder;
use super::service_clock::{ServiceClock, system_time};
use super::{DAY, StoreOptions};

pub(super) const MAX_BATCH: usize = 512;
/// Time between two saves of the service time, which a crash can lose.
const CLOCK_INTERVAL: Duration = Duration::from_mins(10);

/// Operation to run inside the next transaction.
pub(super) type Operation = Box<dyn FnOnce(&Connection) -> OnCommit + Send>;
/// Callback that gets whether the transaction was committed, and returns whether the operation succeeded.
pub(super) type OnCommit = Box<dyn FnOnce(bool) -> bool + Send>;

/// State of the store thread.
pub(super) struct StoreThread {
    database: Connection,
    _lock: LockedFolder,
    clock: ServiceClock,
    options: StoreOptions,
}

impl StoreThread {
    pub(super) fn new(
        database: Connection,
        lock: LockedFolder,
        clock: ServiceClock,
        options: StoreOptions,
    ) -> StoreThread {
        StoreThread { database, _lock: lock, clock, options }
    }

    /// Runs operations until all handles of the store are dropped.
    pub(super) fn run(mut self, queue: &Receiver<Operation>) {
        let tick = CLOCK_INTERVAL.min(self.options.cleanup_interval);
        let [mut last_tick, mut last_cleanup] = [Instant::now(); 2];
        loop {
            if last_tick.elapsed() >= tick {
                last_tick = Instant::now();
                self.save_clock();
                if last_cleanup.elapsed() >= self.options.cleanup_interval {
                    last_cleanup = Instant::now();
                    self.delete_expired();
                }
            }
            match queue.recv_timeout(tick.saturating_sub(last_tick.elapsed())) {
                Ok(first) => self.commit_batch(std::iter::once(first).chain(queue.try_iter()).take(MAX_BATCH)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.save_clock();
    }

    fn save_clock(&self) {
        if let Err(error) = self.clock.save(&self.database, system_time()) {
            tracing::error!(%error, "the service time could not be saved");
        }
    }

    fn commit_batch(&mut self, batch: impl Iterator<Item = Operation>) {
        let start = Instant::now();
        let (callbacks, is_committed) = commit(&mut self.database, batch);
        self.options.metrics.commit_seconds.observe(start.elapsed());
        let count = callbacks.len();
        let succeeded = callbacks.into_iter().filter_map(|on_commit| on_commit(is_committed).then_some(())).count();
        self.options.metrics.store_errors.add((count - succeeded) as u64);
    }

    /// Deletes expired matches, never at the start: matches age only while servers run.
    fn delete_expired(&self) {
        let Some(retention) = self.options.retention else { return };
        let deleted = self.database.execute(
            "DELETE FROM matches WHERE touched < ?",
            // A view refreshes the date at most once a day.
            params![self.clock.ago(retention.max(DAY))],
        );
        match deleted {
            Ok(0) => {}
            Ok(count) => {
                tracing::info!(count, "deleted expired matches");
                self.options.metrics.deleted_matches.add(count as u64);
            }
            Err(error) => tracing::error!(%error, "expired matches could not be deleted"),
        }
    }
}

/// Runs a batch in one transaction. Operations that cannot run in it are dropped, and their callers get an error from the
/// closed channel.
pub(super) fn commit(database: &mut Connection, batch: impl Iterator<Item = Operation>) -> (Vec<OnCommit>, bool) {
    let transaction = match database.transaction() {
        Ok(transaction) => transaction,
        Err(error) => {
            tracing::error!(%error, "a transaction could not begin");
            batch.for_each(drop);
            return (Vec::new(), false);
        }
    };
    let mut callbacks = Vec::new();
    for operation in batch {
        // After some errors SQLite has already rolled the transaction back. Without one, an operation would be stored
        // although its caller gets an error.
        if !transaction.is_autocommit() {
            callbacks.push(operation(&transaction));
        }
    }
    (callbacks, finish(transaction))
}

fn finish(transaction: Transaction<'_>) -> bool {
    if transaction.is_autocommit() {
        return false;
    }
    let committed = transaction.commit();
    if let Err(error) = &committed {
        tracing::error!(%error, "a transaction could not be committed");
    }
    committed.is_ok()
}
