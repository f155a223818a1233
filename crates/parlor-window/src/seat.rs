//! Players of a match in the window: a person at this window, an engine on its own thread, or a remote peer.

use std::io;
use std::time::{Duration, Instant};

use parlor_core::{AnyEngine, Limits};
use parlor_match::{EngineEvent, EngineWorker, Match, SearchFailure, engine_time};

use crate::{RemotePeer, Waker};

/// Minimum time before an engine moves, so that the move before it can be seen; at most half its time limit.
const MIN_MOVE_DELAY: Duration = Duration::from_millis(450);

/// Upper bound of an engine's time limit, so that adding it to an `Instant` cannot overflow.
const MAX_TIME: Duration = Duration::from_hours(24);

/// Interval for checking an engine that is overdue and has no move yet.
const OVERDUE_INTERVAL: Duration = Duration::from_millis(50);

/// Player of one side.
#[derive(Debug)]
pub enum WindowSeat {
    Human,
    Engine(EngineSeat),
    Remote(RemotePeer),
}

/// An engine and the state of its search.
#[derive(Debug)]
pub struct EngineSeat {
    pub(crate) name: String,
    worker: EngineWorker,
    /// Time per move if the match has no time limit.
    limit: Duration,
    search: Option<SearchState>,
}

/// State of the search in the current turn.
#[derive(Debug)]
struct SearchState {
    earliest_move_at: Instant,
    stop_at: Instant,
    best: Option<String>,
    is_done: bool,
}

impl EngineSeat {
    pub fn new(name: &str, engine: Box<dyn AnyEngine>, limit: Duration, waker: &Waker) -> io::Result<EngineSeat> {
        let waker = waker.clone();
        let worker = EngineWorker::with_waker(engine, move || waker.wake())?;
        Ok(EngineSeat { name: name.to_owned(), worker, limit, search: None })
    }

    /// Starts or continues the search for the engine's turn. Returns the move when it is time to play it.
    pub(crate) fn poll_move(
        &mut self,
        game: &Match,
        elapsed: Duration,
        now: Instant,
    ) -> Option<Result<String, SearchFailure>> {
        let (worker, limit) = (&mut self.worker, self.limit);
        let search = self.search.get_or_insert_with(|| {
            let remaining = game.clocks(elapsed).map_or(limit, |clocks| clocks[game.turn().index()]).min(MAX_TIME);
            let time = game.thinking_time(elapsed).unwrap_or(engine_time(limit)).min(MAX_TIME);
            worker.start_search(game.game().clone_box(), &Limits::time(time));
            let earliest_move_at = now + MIN_MOVE_DELAY.min(remaining / 2);
            SearchState { earliest_move_at, stop_at: now + remaining, best: None, is_done: false }
        });
        while let Some(event) = worker.try_next_event() {
            match event.event {
                EngineEvent::Info(info) => search.best = Some(info.best),
                EngineEvent::Done => search.is_done = true,
                EngineEvent::Failed(failure) => return Some(Err(failure)),
            }
        }
        if now >= search.stop_at && !search.is_done {
            worker.stop();
            search.is_done = search.best.is_some();
            search.stop_at = now + OVERDUE_INTERVAL;
        }
        if !search.is_done || now < search.earliest_move_at {
            return None;
        }
        Some(search.best.clone().ok_or(SearchFailure::NoMove))
    }

    /// When to poll next if the waker is not called before.
    pub(crate) fn next_wake_at(&self) -> Option<Instant> {
        let search = self.search.as_ref()?;
        Some(if search.is_done { search.earliest_move_at } else { search.stop_at })
    }

    /// Cancels the search after a change of position.
    pub(crate) fn cancel_search(&mut self) {
        if self.search.take().is_some() {
            self.worker.stop();
        }
    }

    /// Resets the engine for a new game.
    pub(crate) fn reset(&mut self) {
        self.cancel_search();
        self.worker.reset();
    }
}
