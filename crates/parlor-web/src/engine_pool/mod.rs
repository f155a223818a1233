//! Engine pool: a fixed number of worker threads with a bounded, fair queue. Moves take priority over analysis, and the
//! first worker runs nothing else, so analysis never delays a match. Each worker keeps its last engine while it is busy,
//! so memory for tables grows with the number of workers, not of matches.

mod queue;
#[cfg(test)]
pub(crate) mod simulated;
mod worker;

use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use parlor_core::{AnyGame, AnyReport, Catalog, EngineSpec, Limits, StopFlag, Value};
use parlor_match::SearchFailure;
use parlor_room::ApiError;
use parlor_study::TracedSearch;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use self::queue::FairQueue;
use crate::metrics::Metrics;

/// Time after which an idle worker releases its engines, whose tables may take hundreds of megabytes.
const IDLE_TIME: Duration = Duration::from_secs(30);

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
    /// Client whose share of the workers the job takes.
    pub(crate) client: IpAddr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobKind {
    /// A move of an engine in a match; has priority.
    Move,
    /// A search for analysis, or for the plan of a problem.
    Search,
    /// The value of every legal move.
    MoveValues,
    /// A search step by step.
    Trace,
}

/// Progress or result of a job.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum JobEvent {
    /// A worker started the search. Sent for `JobKind::Move` only.
    Started,
    Info(AnyReport),
    Values(Vec<(String, Value)>),
    Traced(Box<TracedSearch>),
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
    queued_at: Instant,
}

/// What a worker does next.
enum NextJob {
    Run(Box<QueuedJob>),
    /// There was no job for the time that was given.
    Idle,
    Closed,
}

#[derive(Default)]
struct Queues {
    waiting: FairQueue,
    is_closed: bool,
    /// Stop flag of each worker's current job, raised when the pool closes.
    running: Vec<Option<StopFlag>>,
}

#[derive(Default)]
struct SharedQueues {
    queues: Mutex<Queues>,
    changed: Condvar,
    metrics: Arc<Metrics>,
    idle_time: Duration,
}

impl SharedQueues {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job that was not canceled, and registers it as this worker's current one. Without a time it waits for ever.
    fn next_job(&self, worker: usize, longest: Option<Duration>) -> NextJob {
        let mut queues = self.lock();
        queues.running[worker] = None;
        let idle_at = longest.map(|longest| Instant::now() + longest);
        loop {
            if queues.is_closed {
                return NextJob::Closed;
            }
            if let Some(next) = queues.waiting.take(worker) {
                queues.running[worker] = Some(next.job.limits.stop.clone());
                self.metrics.queue_seconds.observe(next.queued_at.elapsed());
                // Another worker may take a job that this client's running jobs held back.
                self.changed.notify_all();
                return NextJob::Run(Box::new(next));
            }
            queues = match idle_at.map(|idle_at| idle_at.saturating_duration_since(Instant::now())) {
                Some(Duration::ZERO) => return NextJob::Idle,
                Some(left) => self.changed.wait_timeout(queues, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.changed.wait(queues).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// Pool of engine worker threads.
pub(crate) struct EnginePool(Arc<SharedQueues>);

impl EnginePool {
    /// Starts the workers, which build the engines of a catalog. Analysis needs at least two, because the first one
    /// runs only moves.
    #[cfg(test)]
    pub(crate) fn new(workers: usize, catalog: &Arc<Catalog>) -> std::io::Result<EnginePool> {
        EnginePool::start(workers, catalog, Arc::default(), IDLE_TIME)
    }

    /// Starts the workers, which report to these metrics.
    pub(crate) fn with_metrics(
        workers: usize,
        catalog: &Arc<Catalog>,
        metrics: Arc<Metrics>,
    ) -> std::io::Result<EnginePool> {
        EnginePool::start(workers, catalog, metrics, IDLE_TIME)
    }

    fn start(
        workers: usize,
        catalog: &Arc<Catalog>,
        metrics: Arc<Metrics>,
        idle_time: Duration,
    ) -> std::io::Result<EnginePool> {
        let shared = Arc::new(SharedQueues { metrics, idle_time, ..SharedQueues::default() });
        {
            let mut queues = shared.lock();
            queues.running = vec![None; workers];
            queues.waiting = FairQueue::new(workers);
        }
        for number in 0..workers {
            let (shared, catalog) = (Arc::clone(&shared), Arc::clone(catalog));
            let run = move || worker::run(&shared, &catalog, number);
            thread::Builder::new().name(format!("engine-{number}")).spawn(run)?;
        }
        Ok(EnginePool(shared))
    }

    /// Queues a job. Fails as busy when the queue is full for this client, or the pool is closed.
    pub(crate) fn submit(&self, job: SearchJob) -> Result<JobHandle, ApiError> {
        let mut queues = self.0.lock();
        if queues.is_closed {
            return Err(ApiError::busy());
        }
        let (sender, events) = unbounded_channel();
        let stop = job.limits.stop.clone();
        if !queues.waiting.push(QueuedJob { job, events: sender, queued_at: Instant::now() }) {
            return Err(ApiError::busy());
        }
        // `notify_one` could wake the worker that does not take this kind of job.
        self.0.changed.notify_all();
        Ok(JobHandle { stop, events })
    }

    /// Number of jobs that wait for a worker.
    pub(crate) fn queued_jobs(&self) -> usize {
        self.0.lock().waiting.len()
    }

    /// Whether all workers run.
    pub(crate) fn is_alive(&self) -> bool {
        let queues = self.0.lock();
        // Each worker holds a reference.
        !queues.is_closed && Arc::strong_count(&self.0) > queues.running.len()
    }

    /// Stops all searches and drops the queued jobs.
    pub(crate) fn close(&self) {
        let mut queues = self.0.lock();
        queues.is_closed = true;
        queues.waiting.clear();
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

    const ATTACKER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    fn pool() -> EnginePool {
        EnginePool::new(3, &Arc::new(parlor_games::catalog())).unwrap()
    }

    fn job(kind: JobKind, seconds: u64) -> SearchJob {
        let catalog = parlor_games::catalog();
        let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
        let limits = Limits::time(Duration::from_secs(seconds));
        SearchJob { game, engine: EngineSpec::new("mcts"), limits, kind, session: String::new(), client: ATTACKER }
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
        assert!(analysis.len() > 200);
        analysis.truncate(1);
        assert!(pool.submit(job(JobKind::MoveValues, 60)).is_ok());
    }

    #[tokio::test]
    async fn an_address_at_its_limit_does_not_delay_the_move_of_another() {
        for kind in [JobKind::Move, JobKind::MoveValues] {
            let pool = pool();
            let mut jobs: Vec<JobHandle> =
                std::iter::repeat_with(|| pool.submit(job(kind, 60))).map_while(Result::ok).collect();
            jobs.extend(pool.submit(job(JobKind::Move, 60)));
            tokio::time::sleep(Duration::from_millis(100)).await;
            let start = Instant::now();
            let limits = Limits::time(Duration::from_millis(100));
            let mut move_job = pool.submit(SearchJob { limits, client: OTHER, ..job(JobKind::Move, 0) }).unwrap();
            while move_job.next().await != JobEvent::Finished {}
            assert!(start.elapsed() < Duration::from_secs(1), "{kind:?}: {:?}", start.elapsed());
        }
    }

    #[tokio::test]
    async fn idle_workers_release_their_engines() {
        let (catalog, metrics) = (Arc::new(parlor_games::catalog()), Arc::new(Metrics::default()));
        let pool = EnginePool::start(2, &catalog, Arc::clone(&metrics), Duration::from_millis(100)).unwrap();
        let mut handle = pool.submit(job(JobKind::Move, 0)).unwrap();
        while handle.next().await != JobEvent::Finished {}
        while metrics.cached_engines.get() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::timeout(Duration::from_secs(10), async {
            while metrics.cached_engines.get() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
        .unwrap();
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
            let mut handle = pool
                .submit(SearchJob { game, engine, limits, kind: JobKind::Search, session, client: ATTACKER })
                .unwrap();
            let mut event = handle.next().await;
            while event != JobEvent::Finished {
                assert!(matches!(event, JobEvent::Info(_)), "{event:?}");
                event = handle.next().await;
            }
        }
    }
}
