//! Runs a job on the threads of this process.

use std::sync::mpsc::{SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use parlor_core::StopFlag;

use crate::coordinator::{Effect, Link, PoolState, Update, coordinate};
use crate::{Batch, BatchResults, Job, JobError, Runner};

/// Results that may wait for the disk.
const MAX_RESULTS: usize = 1024;
/// Batches handed out for each worker: one in progress, and the next.
const BATCHES_PER_WORKER: usize = 2;

/// Runs a job with as many workers as given, each with a runner of its own. Raise `stop` to pause; it is also raised at
/// the end, which interrupts what does not count any more.
pub fn run_local<J, R>(
    job: &mut J,
    workers: usize,
    stop: &StopFlag,
    runner: impl Fn(usize) -> Result<R, JobError> + Sync,
) -> Result<(), JobError>
where
    J: Job,
    R: Runner<Work = J::Work, Item = J::Item>,
{
    let workers = workers.max(1);
    let (batches, inbox) = channel::<Batch<J::Work>>();
    let inbox = Mutex::new(inbox);
    let (outbox, updates) = sync_channel(MAX_RESULTS);
    thread::scope(|scope| {
        // Dropped at the end of the scope, also after an error, which ends the workers.
        let batches = batches;
        let pool = PoolState { slots: workers, capacity: workers * BATCHES_PER_WORKER, ..PoolState::default() };
        let _ = outbox.send(Update::Pool(pool));
        for number in 0..workers {
            let (inbox, outbox, runner) = (&inbox, outbox.clone(), &runner);
            let next_batch = move || inbox.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
            thread::Builder::new()
                .name(format!("worker {number}"))
                .spawn_scoped(scope, move || work(runner(number), next_batch, stop, &outbox))?;
        }
        drop(outbox);
        let mut send = |effect| {
            if let Effect::Run(batch) = effect {
                // Fails only when all workers have ended, which the coordinator notices itself.
                let _ = batches.send(batch);
            }
        };
        let result = coordinate(job, Link { send: &mut send, updates: &updates }, stop);
        stop.raise();
        // Workers that wait to report a result go on, and find no more batches.
        drop(updates);
        result
    })
}

/// Runs batches until there are no more.
fn work<R: Runner>(
    runner: Result<R, JobError>,
    next_batch: impl Fn() -> Option<Batch<R::Work>>,
    stop: &StopFlag,
    updates: &SyncSender<Update<R::Item>>,
) {
    let mut runner = match runner {
        Ok(runner) => runner,
        Err(error) => return drop(updates.send(Update::Failed(error))),
    };
    while let Some(Batch { id, work }) = next_batch() {
        let report = |items, is_complete| {
            let results = BatchResults { batch: id.clone(), items, is_complete };
            // The receiver is gone only when the job is over.
            let _ = updates.send(Update::Results(results, None));
        };
        if let Err(error) = runner.run(&work, stop, &mut |item| report(vec![item], false)) {
            return drop(updates.send(Update::Failed(error)));
        }
        if !stop.is_raised() {
            report(Vec::new(), true);
        }
    }
}
