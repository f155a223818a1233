//! The coordinator's loop: hands out batches, stores results in groups, and ends when the job is over. It is the same for
//! threads of this process and for other machines; they are at the other end of a [`Link`].

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use parlor_core::StopFlag;
use serde::{Deserialize, Serialize};

use crate::{Batch, BatchId, BatchResults, Job, JobError, JobProgress};

/// Interval of ticks.
const TICK: Duration = Duration::from_millis(100);
/// Most results of one transaction.
const GROUP_COMMIT: usize = 1024;

/// What the coordinator asks of the pool of workers.
#[derive(Debug)]
#[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "only machines elsewhere need it"))]
pub(crate) enum Effect<W> {
    Run(Batch<W>),
    /// These results are on disk.
    Stored(Vec<Receipt>),
    Progress(JobProgress),
    /// The job is over or paused: workers stop, and what is queued is deleted.
    End,
}

/// Number that the pool gave to a result.
pub(crate) type Receipt = u64;

/// What the pool of workers tells the coordinator.
#[derive(Debug)]
#[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "only machines elsewhere need it"))]
pub(crate) enum Update<I> {
    Results(BatchResults<I>, Option<Receipt>),
    /// A batch that several workers could not finish.
    SetAside {
        batch: BatchId,
        reason: String,
        receipt: Receipt,
    },
    Pool(PoolState),
    Failed(JobError),
}

/// Workers that a job has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PoolState {
    /// Machines; 0 if the workers are threads of this process.
    pub machines: usize,
    /// Batches that run at the same time.
    pub slots: usize,
    /// Batches that the coordinator hands out before results arrive.
    pub capacity: usize,
    /// Batches that were set aside.
    pub set_aside: usize,
}

impl PoolState {
    /// Whether the workers are on other machines.
    pub fn is_remote(&self) -> bool {
        self.machines > 0 || self.slots == 0
    }
}

/// Connection between a coordinator and its pool.
pub(crate) struct Link<'a, W, I> {
    pub(crate) send: &'a mut dyn FnMut(Effect<W>),
    pub(crate) updates: &'a Receiver<Update<I>>,
}

/// Runs a job until it is over or stopped. An error leaves everything that is stored and queued as it is.
pub(crate) fn coordinate<J: Job>(
    job: &mut J,
    mut link: Link<J::Work, J::Item>,
    stop: &StopFlag,
) -> Result<(), JobError> {
    let mut coordinator =
        Coordinator { job, in_progress: HashSet::new(), set_aside: Vec::new(), pool: PoolState::default() };
    let mut ticked = Instant::now();
    loop {
        let is_blocked = !coordinator.hand_out(&mut link)?;
        if coordinator.job.is_over() || stop.is_raised() {
            return coordinator.tick(&mut link);
        }
        if is_blocked {
            return Err(coordinator.blocked());
        }
        coordinator.receive(&mut link)?;
        if ticked.elapsed() >= TICK {
            coordinator.tick(&mut link)?;
            ticked = Instant::now();
        }
    }
}

struct Coordinator<'a, J> {
    job: &'a mut J,
    in_progress: HashSet<BatchId>,
    /// Batches that were set aside, and why.
    set_aside: Vec<(BatchId, String)>,
    pool: PoolState,
}

impl<J: Job> Coordinator<'_, J> {
    /// Hands out as many batches as the pool takes. Returns whether the job can go on.
    fn hand_out(&mut self, link: &mut Link<J::Work, J::Item>) -> Result<bool, JobError> {
        while self.in_progress.len() < self.pool.capacity {
            let Some(batch) = self.job.next_batch()? else { break };
            self.in_progress.insert(batch.id.clone());
            (link.send)(Effect::Run(batch));
        }
        Ok(self.pool.capacity == 0 || !self.in_progress.is_empty())
    }

    /// Waits for an update, and stores all results that have arrived in one transaction.
    fn receive(&mut self, link: &mut Link<J::Work, J::Item>) -> Result<(), JobError> {
        let first = match link.updates.recv_timeout(TICK) {
            Ok(update) => update,
            Err(RecvTimeoutError::Timeout) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(JobError::Failed("all workers of the job have ended".to_owned()));
            }
        };
        let (mut results, mut receipts) = (Vec::new(), Vec::new());
        for update in std::iter::once(first).chain(link.updates.try_iter()).take(GROUP_COMMIT) {
            match update {
                Update::Results(result, receipt) => {
                    receipts.extend(receipt);
                    if result.is_complete {
                        self.in_progress.remove(&result.batch);
                    }
                    results.push(result);
                }
                Update::SetAside { batch, reason, receipt } => {
                    receipts.push(receipt);
                    // One of an earlier run, or of a batch that was finished after all, means nothing.
                    if self.in_progress.remove(&batch) {
                        self.set_aside.push((batch, reason));
                    }
                }
                Update::Pool(pool) => self.pool = pool,
                Update::Failed(error) => return Err(error),
            }
        }
        self.job.store(results)?;
        if !receipts.is_empty() {
            (link.send)(Effect::Stored(receipts));
        }
        Ok(())
    }

    fn tick(&mut self, link: &mut Link<J::Work, J::Item>) -> Result<(), JobError> {
        (link.send)(Effect::Progress(self.job.progress()));
        self.job.tick(&PoolState { set_aside: self.set_aside.len(), ..self.pool })
    }

    /// Why a job that is not over has no batches in progress.
    fn blocked(&self) -> JobError {
        let Some((batch, reason)) = self.set_aside.first() else {
            return JobError::Failed("the job has no more batches, but it is not over".to_owned());
        };
        let count = match self.set_aside.len() {
            1 => "1 batch was".to_owned(),
            count => format!("{count} batches were"),
        };
        JobError::Failed(format!(
            "{count} set aside, the first is {batch}: {reason}; all other results are stored, and resuming tries again"
        ))
    }
}
