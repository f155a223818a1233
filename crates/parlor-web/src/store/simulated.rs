//! Store of the simulation: the same operations and the same commits on a database in memory, but instead of the thread
//! a task that is slow, fails and loses power at times that a seed determines.

use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use parlor_core::SplitMix64;
use rusqlite::Connection;
use tokio::sync::watch;
use tokio::time::sleep;

use super::service_clock::{ServiceClock, system_time};
use super::thread::{MAX_BATCH, Operation, commit};
use super::{QUEUE_CAPACITY, Store, open_database};

/// Disk whose content survives the crashes of its server.
pub(crate) struct SimulatedDisk {
    database: Connection,
    random: SplitMix64,
}

/// Queue of a store, for the disk that will serve it.
pub(crate) struct DiskQueue(Receiver<Operation>);

/// Condition of a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiskState {
    Reliable,
    /// Some writes fail, and some take long.
    Faulty,
    /// The server has crashed; what was not committed is lost.
    Off,
}

impl SimulatedDisk {
    pub(crate) fn new(random: SplitMix64) -> SimulatedDisk {
        let database = open_database(Path::new(":memory:")).expect("a database in memory opens");
        SimulatedDisk { database, random }
    }

    /// A store on this disk, and the queue for [`run`](Self::run).
    pub(crate) fn store(&self) -> (Store, DiskQueue) {
        let clock = ServiceClock::resume(&self.database, system_time()).expect("the service time is readable");
        let (operations, queue) = sync_channel(QUEUE_CAPACITY);
        (Store { operations, clock }, DiskQueue(queue))
    }

    /// Commits operations until the power fails, and returns the disk for the next server.
    pub(crate) async fn run(mut self, DiskQueue(queue): DiskQueue, mut state: watch::Receiver<DiskState>) -> Self {
        let mut idle_polls = 0;
        loop {
            let is_faulty = *state.borrow() == DiskState::Faulty;
            let time = self.latency(is_faulty, idle_polls);
            if !wait(&mut state, time).await {
                return self;
            }
            let mut batch: Vec<Operation> = queue.try_iter().take(MAX_BATCH).collect();
            idle_polls = if batch.is_empty() { idle_polls + 1 } else { 0 };
            if batch.is_empty() {
                continue;
            }
            if is_faulty {
                self.damage(&mut batch);
            }
            let (callbacks, is_committed) = commit(&mut self.database, batch.into_iter());
            self.database.pragma_update(None, "query_only", false).expect("writes can be allowed");
            // The power can fail between the commit and its acknowledgment.
            let time = self.latency(is_faulty, 0);
            if !wait(&mut state, time).await {
                return self;
            }
            for on_commit in callbacks {
                on_commit(is_committed);
            }
        }
    }

    /// Time of the next operation, or until the queue is looked at again.
    fn latency(&mut self, is_faulty: bool, idle_polls: u32) -> Duration {
        let is_stalled = is_faulty && idle_polls == 0 && self.random.below(60) == 0;
        let microseconds = if is_stalled { 12_000_000 } else { 3_000 << idle_polls.min(4) };
        Duration::from_micros(100 + self.random.below(microseconds) as u64)
    }

    /// Makes a batch fail, sometimes: read-only, or rolled back by the database in the middle, as on a full disk.
    fn damage(&mut self, batch: &mut Vec<Operation>) {
        match self.random.below(8) {
            0 => self.database.pragma_update(None, "query_only", true).expect("writes can be forbidden"),
            1 => {
                let roll_back: Operation = Box::new(|database| {
                    database.execute_batch("ROLLBACK").expect("the batch is in a transaction");
                    Box::new(|_| false)
                });
                batch.insert(self.random.below(batch.len() + 1), roll_back);
            }
            _ => {}
        }
    }
}

/// Waits for a time; returns false if the power failed meanwhile.
async fn wait(state: &mut watch::Receiver<DiskState>, time: Duration) -> bool {
    tokio::select! {
        biased;
        _ = state.wait_for(|state| *state == DiskState::Off) => false,
        () = sleep(time) => true,
    }
}
