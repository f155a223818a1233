//! Worker thread for an engine. Callers never block: results come back as events, including a panic of the engine.
//! An async runtime would do as well, but neither window nor terminal has one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use std::{io, thread};

use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, Limits, StopFlag};

use super::search::{SearchFailure, SearchId, run_search};

/// Builds an engine: at the first search, and again after a panic.
pub type EngineBuilder = Box<dyn FnMut() -> Result<Box<dyn AnyEngine>, String> + Send>;

/// Handle to one engine on its own thread. Starting a search cancels the previous one. Dropping the handle cancels
/// the search without waiting for the thread to end.
#[derive(Debug)]
pub struct EngineWorker {
    requests: Sender<Request>,
    events: Receiver<WorkerEvent>,
    stop: StopFlag,
    /// Id of the latest search, shared with the thread.
    latest: Arc<AtomicU64>,
}

/// An engine event and the search it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerEvent {
    pub search: SearchId,
    pub event: EngineEvent,
}

/// Progress of a search: any number of `Info`, each better than the one before, and then `Done` or `Failed`.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineEvent {
    Info(AnySearchInfo),
    /// The last `Info` is the answer.
    Done,
    Failed(SearchFailure),
}

#[derive(Debug)]
enum Request {
    Search { id: SearchId, game: Box<dyn AnyGame>, limits: Limits },
    Reset,
}

impl EngineWorker {
    /// `wake` is called on the engine's thread after each event: to repaint a window, or to notify a task.
    pub fn new(build: EngineBuilder, wake: impl Fn() + Send + 'static) -> io::Result<EngineWorker> {
        let (requests, inbox) = channel();
        let (outbox, events) = channel();
        let latest = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&latest);
        let emit = move |event| {
            // A missing receiver or a panicking waker does not end the search; only the stop flag does.
            let _ = outbox.send(event);
            let _ = catch_unwind(AssertUnwindSafe(&wake));
        };
        thread::Builder::new().name("engine".to_owned()).spawn(move || run(&inbox, build, &shared, emit))?;
        Ok(EngineWorker { requests, events, stop: StopFlag::default(), latest })
    }

    /// Starts a search and cancels the previous one. `limits.stop` is ignored: a flag that was raised for one search
    /// must not stop the next.
    pub fn start_search(&mut self, game: Box<dyn AnyGame>, limits: &Limits) -> SearchId {
        let id = SearchId::new();
        self.start_search_as(id, game, limits);
        id
    }

    /// Like [`start_search`](Self::start_search), for a search that has an id already.
    pub(crate) fn start_search_as(&mut self, id: SearchId, game: Box<dyn AnyGame>, limits: &Limits) {
        self.stop.raise();
        self.stop = StopFlag::default();
        self.latest.store(id.0, Ordering::Relaxed);
        let limits = Limits { stop: self.stop.clone(), ..*limits };
        self.send(Request::Search { id, game, limits });
    }

    /// Resets the engine for a new game; see [`AnyEngine::reset`].
    pub fn reset(&mut self) {
        self.send(Request::Reset);
    }

    fn send(&self, request: Request) {
        // Cannot fail: the thread survives panics of its engine and ends only with this handle.
        let _ = self.requests.send(request);
    }

    /// Stops the search. The engine ends soon, with the best move so far.
    pub fn stop(&self) {
        self.stop.raise();
    }

    /// The next event of the latest search, if one has arrived.
    pub fn try_next_event(&self) -> Option<WorkerEvent> {
        self.events.try_iter().find(|event| self.is_latest(event))
    }

    /// Waits up to `timeout` for the next event of the latest search.
    pub fn next_event_timeout(&self, timeout: Duration) -> Option<WorkerEvent> {
        let started = Instant::now();
        loop {
            let event = self.events.recv_timeout(timeout.saturating_sub(started.elapsed())).ok()?;
            if self.is_latest(&event) {
                return Some(event);
            }
        }
    }

    /// Whether this is the latest search.
    pub(crate) fn is_searching(&self, search: SearchId) -> bool {
        search.0 == self.latest.load(Ordering::Relaxed)
    }

    fn is_latest(&self, event: &WorkerEvent) -> bool {
        self.is_searching(event.search)
    }

    /// Searches and waits for the result, at most `timeout`. The engine's time limit is [`engine_time`] of the
    /// timeout, or `limits.time` if that is shorter.
    pub fn search_blocking(
        &mut self,
        game: Box<dyn AnyGame>,
        limits: &Limits,
        timeout: Duration,
    ) -> Result<AnySearchInfo, SearchFailure> {
        let started = Instant::now();
        let longest = engine_time(timeout);
        let time = Some(limits.time.map_or(longest, |time| time.min(longest)));
        self.start_search(game, &Limits { time, ..limits.clone() });
        let mut best = None;
        while let Some(event) = self.next_event_timeout(timeout.saturating_sub(started.elapsed())) {
            match event.event {
                EngineEvent::Info(info) => best = Some(info),
                EngineEvent::Done => break,
                EngineEvent::Failed(failure) => return Err(failure),
            }
        }
        self.stop();
        best.ok_or(SearchFailure::NoMove)
    }
}

impl Drop for EngineWorker {
    fn drop(&mut self) {
        self.latest.store(u64::MAX, Ordering::Relaxed);
        self.stop.raise();
    }
}

/// Main loop of the thread; ends when the [`EngineWorker`] is dropped.
fn run(requests: &Receiver<Request>, mut build: EngineBuilder, latest: &AtomicU64, emit: impl Fn(WorkerEvent)) {
    let mut engine = None;
    for request in requests {
        match request {
            // An engine that was not built yet has nothing to forget.
            Request::Reset if engine.is_none() => {}
            Request::Reset => {
                let reset = |engine: &mut dyn AnyEngine| {
                    engine.reset();
                    Ok(())
                };
                let _ = run_search(&mut engine, &mut build, reset);
            }
            // Cancelled before it started: nobody would read the result.
            Request::Search { id, .. } if id.0 != latest.load(Ordering::Relaxed) => {}
            Request::Search { id, game, limits } => {
                let mut on_info = |info| emit(WorkerEvent { search: id, event: EngineEvent::Info(info) });
                let result = run_search(&mut engine, &mut build, |engine| engine.search(&*game, &limits, &mut on_info));
                let event = result.map_or_else(EngineEvent::Failed, |()| EngineEvent::Done);
                emit(WorkerEvent { search: id, event });
            }
        }
    }
}

/// A time limit less a margin, so that no engine loses on time. The margin is 50 ms (an engine may overrun by 20 ms,
/// and its answer takes time to arrive) plus a fiftieth of the limit for a busy machine, but at most 1 s and at most
/// half the limit.
pub fn engine_time(limit: Duration) -> Duration {
    let margin = (Duration::from_millis(50) + limit / 50).min(Duration::from_secs(1)).min(limit / 2);
    limit.saturating_sub(margin)
}
