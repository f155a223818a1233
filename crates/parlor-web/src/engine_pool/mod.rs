//! Engine pool: a fixed number of worker threads with bounded queues. Moves take priority over analysis, and the first
//! worker runs nothing else, so analysis never delays a match. Each worker caches its last engines, so memory for
//! tables grows with the number of workers, not of matches.

mod worker;

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use parlor_core::{AnyGame, AnySearchInfo, Catalog, EngineSpec, Limits, StopFlag, Value};
use parlor_match::SearchFailure;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::api_error::ApiError;

/// Capacity of each of the two queues.
const QUEUE_CAPACITY: usize = 1024;

/// Search of one position by one engine.
#[derive(Debug)]
pub(crate) struct SearchJob {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) engine: EngineSpec,
    pub(crate) limits: Limits,
    pub(crate) kind: JobKind,
    /// Key of the match and purpose of the job. A cached engine forgets what it learned when the session changes, so
    /// matches never share it.
    pub(crate) session: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobKind {
    /// A move of an engine in a match; has priority.
    Move,
    /// A search for analysis, or for the plan of a problem.
    Search,
    /// The value of every legal move.
    MoveValues,
}

/// Progress or result of a job.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum JobEvent {
    /// A worker started the search. Sent for `JobKind::Move` only.
    Started,
    Info(AnySearchInfo),
    Values(Vec<(String, Value)>),
    Finished,
    /// No result: the position has no moves, or the engine failed.
    Failed(SearchFailure),
}

/// Handle of a submitted job. Dropping it stops the search.
#[derive(Debug)]
pub(crate) struct JobHandle {
    stop: StopFlag,
    events: UnboundedReceiver<JobEvent>,
}

impl JobHandle {
    /// Waits for the next event. The last one is `Finished` or `Failed`.
    pub(crate) async fn next(&mut self) -> JobEvent {
        let stopped = || JobEvent::Failed(SearchFailure::CannotStart("the server is shutting down".to_owned()));
        self.events.recv().await.unwrap_or_else(stopped)
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

struct QueuedJob {
    job: SearchJob,
    events: UnboundedSender<JobEvent>,
}

#[derive(Default)]
struct Queues {
    moves: VecDeque<QueuedJob>,
    analysis: VecDeque<QueuedJob>,
    is_closed: bool,
    /// Stop flag of each worker's current job, raised when the pool closes.
    running: Vec<Option<StopFlag>>,
}

#[derive(Default)]
struct SharedQueues {
    queues: Mutex<Queues>,
    changed: Condvar,
}

impl SharedQueues {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job that was not canceled, and registers it as this worker's current one. `None` when the pool is
    /// closed.
    fn next_job(&self, worker: usize) -> Option<QueuedJob> {
        let mut queues = self.lock();
        queues.running[worker] = None;
        loop {
            if queues.is_closed {
                return None;
            }
            let mut next = queues.moves.pop_front();
            if worker > 0 {
                next = next.or_else(|| queues.analysis.pop_front());
            }
            match next {
                Some(entry) if entry.job.limits.stop.is_raised() => {}
                Some(entry) => {
                    queues.running[worker] = Some(entry.job.limits.stop.clone());
                    return Some(entry);
                }
                None => queues = self.changed.wait(queues).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// Pool of engine worker threads.
pub(crate) struct EnginePool(Arc<SharedQueues>);

impl EnginePool {
    /// Starts the workers, which build the engines of a catalog. Analysis needs at least two, because the first one
    /// runs only moves.
    pub(crate) fn new(workers: usize, catalog: &Arc<Catalog>) -> std::io::Result<EnginePool> {
        let shared = Arc::new(SharedQueues::default());
        shared.lock().running = vec![None; workers];
        for number in 0..workers {
            let (shared, catalog) = (Arc::clone(&shared), Arc::clone(catalog));
            let run = move || worker::run(&shared, &catalog, number);
            thread::Builder::new().name(format!("engine-{number}")).spawn(run)?;
        }
        Ok(EnginePool(shared))
    }

    /// Queues a job. Fails as busy when the queue is full or the pool is closed.
    pub(crate) fn submit(&self, job: SearchJob) -> Result<JobHandle, ApiError> {
        let mut queues = self.0.lock();
        let is_closed = queues.is_closed;
        let queue = if job.kind == JobKind::Move { &mut queues.moves } else { &mut queues.analysis };
        if queue.len() >= QUEUE_CAPACITY {
            queue.retain(|queued| !queued.job.limits.stop.is_raised());
        }
        if is_closed || queue.len() >= QUEUE_CAPACITY {
            return Err(ApiError::busy());
        }
        let (sender, events) = unbounded_channel();
        let stop = job.limits.stop.clone();
        queue.push_back(QueuedJob { job, events: sender });
        // `notify_one` could wake the worker that does not take this kind of job.
        self.0.changed.notify_all();
        Ok(JobHandle { stop, events })
    }

    /// Stops all searches and drops the queued jobs.
    pub(crate) fn close(&self) {
        let mut queues = self.0.lock();
        queues.is_closed = true;
        queues.moves.clear();
        queues.analysis.clear();
        queues.running.iter().flatten().for_each(StopFlag::raise);
        self.0.changed.notify_all();
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn pool() -> EnginePool {
        EnginePool::new(2, &Arc::new(parlor_games::catalog())).unwrap()
    }

    fn job(kind: JobKind, seconds: u64) -> SearchJob {
        let catalog = parlor_games::catalog();
        let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
        let limits = Limits::time(Duration::from_secs(seconds));
        SearchJob { game, engine: EngineSpec::new("mcts"), limits, kind, session: String::new() }
    }

    #[tokio::test]
    async fn analysis_does_not_delay_moves_and_canceled_jobs_free_the_queue() {
        let pool = pool();
        let fill = || std::iter::repeat_with(|| pool.submit(job(JobKind::MoveValues, 60))).map_while(Result::ok);
        let mut analysis: Vec<JobHandle> = fill().collect();
        // After this every worker that takes analysis runs one.
        tokio::time::sleep(Duration::from_millis(100)).await;
        analysis.extend(fill());
        let mut move_job = pool.submit(job(JobKind::Move, 0)).unwrap();
        let first = tokio::time::timeout(Duration::from_secs(10), move_job.next()).await;
        assert_eq!(first, Ok(JobEvent::Started));
        assert!(analysis.len() >= QUEUE_CAPACITY);
        analysis.truncate(1);
        assert!(pool.submit(job(JobKind::MoveValues, 60)).is_ok());
    }

    #[tokio::test]
    async fn cached_engine_is_reused_only_for_its_game_type() {
        let pool = pool();
        // A problem's type depends on the number of pellets.
        let catalog = parlor_games::catalog();
        let entry = catalog.games().iter().find(|entry| entry.editor.is_some()).unwrap();
        let row = ["11"; 40].join(" ");
        let large = entry.default_setup().with_position(format!("66 {row}\n10 {row}"));
        for setup in [entry.default_setup(), large.clone(), entry.default_setup(), large] {
            let game = catalog.start(setup).unwrap();
            let engine = entry.analysis_engine.clone();
            let limits = Limits::time(Duration::from_millis(50));
            let session = String::new();
            let mut handle = pool.submit(SearchJob { game, engine, limits, kind: JobKind::Search, session }).unwrap();
            let mut event = handle.next().await;
            while event != JobEvent::Finished {
                assert!(matches!(event, JobEvent::Info(_)), "{event:?}");
                event = handle.next().await;
            }
        }
    }
}
