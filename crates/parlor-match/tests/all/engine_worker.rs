//! Tests of `EngineWorker` with scripted engines: quick, slow, silent and panicking. Timeouts are generous: tests
//! assert the order of events, not their timing.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, Limits, Score, SearchError, SearchInfo, Setup, Value};
use parlor_match::{EngineBuilder, EngineEvent, EngineWorker, SearchFailure, SearchId, WorkerEvent, engine_time};

use crate::common::catalog;

const TIMEOUT: Duration = Duration::from_mins(1);

/// Engine that runs a closure for each search.
struct Scripted<S>(S);

impl<S> AnyEngine for Scripted<S>
where
    S: FnMut(&dyn AnyGame, &Limits, &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> + Send,
{
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_info: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError> {
        (self.0)(game, limits, on_info)
    }

    fn analyze(&mut self, _: &dyn AnyGame, _: &Limits, _: &mut dyn FnMut(String, Value)) -> Result<u64, SearchError> {
        Ok(0)
    }

    fn reset(&mut self) {
        panic!("reset failed");
    }
}

/// Builds a scripted engine once; a second engine cannot be built.
fn build<S>(script: S) -> EngineBuilder
where
    S: FnMut(&dyn AnyGame, &Limits, &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> + Send + 'static,
{
    let mut script = Some(script);
    Box::new(move || {
        let script = script.take().ok_or("only one was ordered")?;
        Ok(Box::new(Scripted(script)))
    })
}

fn worker<S>(script: S) -> EngineWorker
where
    S: FnMut(&dyn AnyGame, &Limits, &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> + Send + 'static,
{
    EngineWorker::new(build(script), || {}).unwrap()
}

fn nim(pile: u32) -> Box<dyn AnyGame> {
    catalog().start(Setup::new("nim").with_position(pile)).unwrap()
}

fn info(best: &str) -> AnySearchInfo {
    let best = best.to_owned();
    SearchInfo { value: Value::estimate(Score::DRAW), line: vec![best.clone()], best, depth: 1, nodes: 1 }
}

/// Reports every legal move, as if each were better than the one before.
fn every_move(game: &dyn AnyGame, _: &Limits, on_info: &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> {
    let moves = game.legal_moves();
    for notation in &moves {
        on_info(info(notation));
    }
    if moves.is_empty() { Err(SearchError::NoMoves) } else { Ok(()) }
}

/// Reports the first legal move, and then runs until stopped.
fn until_stopped(
    game: &dyn AnyGame,
    limits: &Limits,
    on_info: &mut dyn FnMut(AnySearchInfo),
) -> Result<(), SearchError> {
    on_info(info(game.legal_moves().first().ok_or(SearchError::NoMoves)?));
    while !limits.stop.is_raised() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

fn collect_events(worker: &EngineWorker, search: SearchId) -> Vec<EngineEvent> {
    let mut all = Vec::new();
    while !matches!(all.last(), Some(EngineEvent::Done | EngineEvent::Failed(_))) {
        let event = worker.next_event_timeout(TIMEOUT).expect("an event before the timeout");
        assert_eq!(event.search, search);
        all.push(event.event);
    }
    all
}

#[test]
fn delivers_every_info_and_then_done() {
    let mut worker = worker(every_move);
    let search = worker.start_search(nim(2), &Limits::none());
    let expected = [EngineEvent::Info(info("take 1")), EngineEvent::Info(info("take 2")), EngineEvent::Done];
    assert_eq!(collect_events(&worker, search), expected);
    assert_eq!(worker.try_next_event(), None);
}

#[test]
fn new_search_cancels_the_previous_one_and_its_events() {
    let mut worker = worker(until_stopped);
    let first = worker.start_search(nim(5), &Limits::none());
    let started = worker.next_event_timeout(TIMEOUT).unwrap();
    assert_eq!(started, WorkerEvent { search: first, event: EngineEvent::Info(info("take 1")) });
    let mut latest = first;
    for _ in 0..50 {
        let next = worker.start_search(nim(7), &Limits::none());
        assert!(next > latest);
        latest = next;
    }
    // `collect_events` asserts that only events of the latest search arrive.
    assert_eq!(worker.next_event_timeout(TIMEOUT).unwrap().search, latest);
    worker.stop();
    assert_eq!(collect_events(&worker, latest), [EngineEvent::Done]);
}

#[test]
fn raised_stop_flag_of_the_caller_is_ignored() {
    let mut worker = worker(until_stopped);
    let limits = Limits::none();
    limits.stop.raise();
    worker.start_search(nim(5), &limits);
    assert!(matches!(worker.next_event_timeout(TIMEOUT).unwrap().event, EngineEvent::Info(_)));
    assert_eq!(worker.next_event_timeout(Duration::from_millis(30)), None);
}

#[test]
fn calls_do_not_block_on_the_engine() {
    let (release, blocked): (Sender<()>, Receiver<()>) = channel();
    let mut worker = worker(move |game, limits, on_info| {
        // Ignores the stop flag until released: if a call below waited for the engine, the test would hang.
        let _ = blocked.recv();
        every_move(game, limits, on_info)
    });
    worker.start_search(nim(3), &Limits::none());
    worker.stop();
    assert_eq!(worker.try_next_event(), None);
    let search = worker.start_search(nim(1), &Limits::none());
    assert_eq!(worker.try_next_event(), None);
    drop(release);
    assert_eq!(collect_events(&worker, search), [EngineEvent::Info(info("take 1")), EngineEvent::Done]);
}

#[test]
fn drop_ends_the_search_and_drops_the_engine() {
    struct SendsOnDrop(Sender<()>);
    impl Drop for SendsOnDrop {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    let (dropped, is_dropped) = channel();
    let witness = SendsOnDrop(dropped);
    let mut worker = worker(move |game, limits, on_info| {
        let _ = &witness;
        until_stopped(game, limits, on_info)
    });
    worker.start_search(nim(5), &Limits::none());
    worker.next_event_timeout(TIMEOUT).unwrap();
    drop(worker);
    assert_eq!(is_dropped.recv_timeout(TIMEOUT), Ok(()));
}

#[test]
fn calls_the_waker_for_each_event() {
    let (wake, woken) = channel();
    let wake = move || wake.send(()).unwrap();
    let mut worker = EngineWorker::new(build(every_move), wake).unwrap();
    worker.start_search(nim(3), &Limits::none());
    for _ in 0..4 {
        woken.recv_timeout(TIMEOUT).unwrap();
        assert!(worker.try_next_event().is_some());
    }
}

#[test]
fn unread_events_of_a_previous_search_are_skipped() {
    let (wake, woken) = channel();
    let wake = move || wake.send(()).unwrap();
    let mut worker = EngineWorker::new(build(every_move), wake).unwrap();
    worker.start_search(nim(3), &Limits::none());
    (0..4).for_each(|_| woken.recv_timeout(TIMEOUT).unwrap());
    let search = worker.start_search(nim(1), &Limits::none());
    (0..2).for_each(|_| woken.recv_timeout(TIMEOUT).unwrap());
    let events: Vec<WorkerEvent> = std::iter::from_fn(|| worker.try_next_event()).collect();
    assert_eq!(
        events,
        [EngineEvent::Info(info("take 1")), EngineEvent::Done].map(|event| WorkerEvent { search, event })
    );
}

#[test]
fn search_error_is_reported() {
    let mut worker = worker(every_move);
    let search = worker.start_search(nim(0), &Limits::none());
    let failure = SearchFailure::SearchError(SearchError::NoMoves);
    assert_eq!(failure.to_string(), "No possible AI moves.");
    assert_eq!(collect_events(&worker, search), [EngineEvent::Failed(failure.clone())]);
    assert_eq!(worker.search_blocking(nim(0), &Limits::none(), TIMEOUT), Err(failure));
}

#[test]
fn panic_of_the_engine_is_reported() {
    let mut worker = worker(|game, _, on_info| {
        on_info(info("take 1"));
        panic!("no idea about {}", game.position())
    });
    let failure = SearchFailure::Panicked("no idea about pile of 4".to_owned());
    let search = worker.start_search(nim(4), &Limits::none());
    assert_eq!(collect_events(&worker, search), [EngineEvent::Info(info("take 1")), EngineEvent::Failed(failure)]);
    // The engine is not used again: the next search needs a new one.
    let failure = SearchFailure::CannotStart("only one was ordered".to_owned());
    assert_eq!(worker.search_blocking(nim(5), &Limits::none(), TIMEOUT), Err(failure));
}

#[test]
fn engine_that_panics_in_reset_is_not_used_again() {
    let mut worker = worker(every_move);
    assert!(worker.search_blocking(nim(4), &Limits::none(), TIMEOUT).is_ok());
    worker.reset();
    let failure = SearchFailure::CannotStart("only one was ordered".to_owned());
    assert_eq!(worker.search_blocking(nim(4), &Limits::none(), TIMEOUT), Err(failure));
}

#[test]
fn search_blocking_returns_the_last_info() {
    let mut quick = worker(every_move);
    assert_eq!(quick.search_blocking(nim(5), &Limits::none(), TIMEOUT).unwrap().best, "take 3");
    // This engine ignores its time limit, so the timeout ends the search.
    let mut slow = worker(until_stopped);
    assert_eq!(slow.search_blocking(nim(5), &Limits::none(), Duration::from_millis(500)).unwrap().best, "take 1");
    let mut silent = worker(|_, _, _| Ok(()));
    assert_eq!(silent.search_blocking(nim(5), &Limits::none(), TIMEOUT), Err(SearchFailure::NoMove));
}

#[test]
fn engine_gets_the_timeout_less_the_margin() {
    let (given, limits) = channel();
    let mut worker = worker(move |game, limits: &Limits, on_info| {
        given.send(limits.time).unwrap();
        every_move(game, limits, on_info)
    });
    let own = Duration::from_millis(7);
    worker.search_blocking(nim(5), &Limits::nodes(3), TIMEOUT).unwrap();
    worker.search_blocking(nim(5), &Limits::time(own), TIMEOUT).unwrap();
    assert_eq!(limits.try_iter().collect::<Vec<_>>(), [Some(engine_time(TIMEOUT)), Some(own)]);
}

#[test]
fn margin_is_at_least_50_ms_and_at_most_half() {
    let thinking = |limit| engine_time(Duration::from_millis(limit)).as_millis();
    assert_eq!([0, 2, 60, 100, 1000, 5000, 60_000].map(thinking), [0, 1, 30, 50, 930, 4850, 59_000]);
    for limit in (0..100_000).step_by(7).map(Duration::from_millis).chain([Duration::MAX]) {
        let margin = limit.checked_sub(engine_time(limit)).unwrap();
        assert!(margin <= limit / 2);
        assert!(margin >= Duration::from_millis(50).min(limit / 2), "{limit:?}");
    }
}
