//! Worker thread for an engine. Callers never block: results come back as updates, including a panic of the engine.
//! An async runtime would do as well, but neither window nor terminal has one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use std::{io, thread};

use parlor_core::{AnyGame, AnyReport, EngineSpec, Limits, StopFlag};

use super::search::SearchId;
use crate::SearchFailure;
use crate::engine_host::{EngineFactory, EngineHost, EngineRequest, EngineSlot};

/// Handle to one engine on its own thread. Starting a search cancels the previous one. Dropping the handle cancels
/// the search without waiting for the thread to end.
#[derive(Debug)]
pub struct EngineWorker {
    requests: Sender<Request>,
    updates: Receiver<WorkerUpdate>,
    stop: StopFlag,
    latest: Option<SearchId>,
    session: u64,
}

/// An update of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerUpdate {
    pub search: SearchId,
    pub update: SearchUpdate,
}

/// Progress of a search: any number of `Report`s, each better than the one before, and then `Done` or `Failed`.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchUpdate {
    Report(AnyReport),
    /// The last `Report` is the answer.
    Done,
    Failed(SearchFailure),
}

#[derive(Debug)]
struct Request {
    id: SearchId,
    game: Box<dyn AnyGame>,
    spec: EngineSpec,
    limits: Limits,
    session: u64,
}

impl EngineWorker {
    /// `wake` is called on the engine's thread after each update: to repaint a window, or to notify a task.
    pub fn new(factory: EngineFactory<'static>, wake: impl Fn() + Send + 'static) -> io::Result<EngineWorker> {
        let (requests, inbox) = channel();
        let (outbox, updates) = channel();
        let emit = move |search, update| {
            // A missing receiver or a panicking waker does not end the search; only the stop flag does.
            let _ = outbox.send(WorkerUpdate { search, update });
            let _ = catch_unwind(AssertUnwindSafe(&wake));
        };
        thread::Builder::new().name("engine".to_owned()).spawn(move || run(&inbox, factory, emit))?;
        Ok(EngineWorker { requests, updates, stop: StopFlag::default(), latest: None, session: 0 })
    }

    /// Starts a search and cancels the previous one. `limits.stop` is ignored: a flag that was raised for one search
    /// must not stop the next.
    pub fn start_search(&mut self, game: Box<dyn AnyGame>, spec: &EngineSpec, limits: &Limits) -> SearchId {
        let id = SearchId::new();
        self.start_search_as(id, game, spec, limits);
        id
    }

    /// Like [`start_search`](Self::start_search), for a search that has an id already.
    pub(crate) fn start_search_as(&mut self, id: SearchId, game: Box<dyn AnyGame>, spec: &EngineSpec, limits: &Limits) {
        self.stop.raise();
        self.stop = StopFlag::default();
        self.latest = Some(id);
        let limits = Limits { stop: self.stop.clone(), ..*limits };
        // Cannot fail: the thread survives panics of its engine and ends only with this handle.
        let _ = self.requests.send(Request { id, game, spec: spec.clone(), limits, session: self.session });
    }

    /// Resets the engine before the next search, for a new game.
    pub fn reset(&mut self) {
        self.session += 1;
    }

    /// Stops the search. The engine ends soon, with the best move so far.
    pub fn stop(&self) {
        self.stop.raise();
    }

    /// The next update of the latest search, if one has arrived.
    pub fn try_next_update(&self) -> Option<WorkerUpdate> {
        self.updates.try_iter().find(|update| self.is_searching(update.search))
    }

    /// Waits up to `timeout` for the next update of the latest search.
    pub fn next_update_timeout(&self, timeout: Duration) -> Option<WorkerUpdate> {
        let started = Instant::now();
        loop {
            let update = self.updates.recv_timeout(timeout.saturating_sub(started.elapsed())).ok()?;
            if self.is_searching(update.search) {
                return Some(update);
            }
        }
    }

    /// Whether this is the latest search.
    pub(crate) fn is_searching(&self, search: SearchId) -> bool {
        self.latest == Some(search)
    }
}

impl Drop for EngineWorker {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Main loop of the thread; ends when the [`EngineWorker`] is dropped.
fn run(requests: &Receiver<Request>, factory: EngineFactory<'static>, emit: impl Fn(SearchId, SearchUpdate)) {
    let mut host = EngineHost::new(1, factory);
    for Request { id, game, spec, limits, session } in requests {
        // Cancelled before it started: nobody would read the result.
        if limits.stop.is_raised() {
            continue;
        }
        let session = session.to_string();
        let request = EngineRequest { slot: EngineSlot::default(), spec: &spec, game: &*game, session: &session };
        let searched = host.search(request, &limits, &mut |info| emit(id, SearchUpdate::Report(info)));
        emit(id, searched.map_or_else(SearchUpdate::Failed, |()| SearchUpdate::Done));
    }
}
