//! Engine pool of the simulation: the same queue, but tasks instead of worker threads, which play random moves and
//! sometimes fail.

use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyReport, Score, SplitMix64, Value};
use parlor_match::SearchFailure;
use tokio::time::sleep;

use super::queue::FairQueue;
use super::{EnginePool, JobEvent, QueuedJob, SharedQueues};

pub(crate) const WORKERS: usize = 2;
/// Longest time between two looks at the queue, and of a search, in microseconds.
const POLL_TIME: usize = 60_000;
const SEARCH_TIME: usize = 900_000;

impl EnginePool {
    /// A pool without threads; [`run_worker`] takes their place.
    pub(crate) fn simulated() -> EnginePool {
        let shared = SharedQueues::default();
        {
            let mut queues = shared.lock();
            queues.running = vec![None; WORKERS];
            queues.waiting = FairQueue::new(WORKERS);
        }
        EnginePool(Arc::new(shared))
    }

    /// The next job of a worker; `Err` if the pool is closed.
    fn next_simulated(&self, worker: usize) -> Result<Option<QueuedJob>, ()> {
        let mut queues = self.0.lock();
        if queues.is_closed { Err(()) } else { Ok(queues.waiting.take(worker)) }
    }
}

/// Runs searches until the pool closes.
pub(crate) async fn run_worker(pool: Arc<EnginePool>, worker: usize, mut random: SplitMix64) {
    loop {
        sleep(Duration::from_micros(1 + random.below(POLL_TIME) as u64)).await;
        match pool.next_simulated(worker) {
            Err(()) => return,
            Ok(None) => {}
            Ok(Some(queued)) => search(queued, &mut random).await,
        }
    }
}

async fn search(QueuedJob { job, events, .. }: QueuedJob, random: &mut SplitMix64) {
    // The receiver may be gone, as with a real search.
    let send = |event| drop(events.send(event));
    send(JobEvent::Started);
    sleep(Duration::from_micros(random.below(SEARCH_TIME) as u64)).await;
    let moves = job.game.legal_moves();
    match random.choose(&moves) {
        Some(best) if random.below(20) > 0 => {
            let (best, value) = (best.clone(), Value::estimate(Score::DRAW));
            send(JobEvent::Info(AnyReport { best, value, line: Vec::new(), depth: 1, nodes: 1 }));
            send(JobEvent::Finished);
        }
        _ => send(JobEvent::Failed(SearchFailure::NoMove)),
    }
}
