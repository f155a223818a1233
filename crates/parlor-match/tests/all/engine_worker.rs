//! Tests of `EngineWorker` with scripted engines: quick, slow, silent and panicking. Timeouts are generous: tests
//! assert the order of events, not their timing.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use parlor_conformance::{StubEngine, report};
use parlor_core::{AnyGame, AnyReport, EngineSpec, EngineSpecError, Limits, SearchError, Setup};
use parlor_match::{EngineFactory, EngineWorker, SearchFailure, SearchId, SearchUpdate, WorkerUpdate};

use crate::common::{catalog, pacman};

const TIMEOUT: Duration = Duration::from_mins(1);

/// Builds a scripted engine once; a second engine cannot be built.
fn once(engine: StubEngine) -> EngineFactory<'static> {
    let engine = Mutex::new(Some(engine));
    EngineFactory::new(move |_, spec| {
        let engine = engine.lock().unwrap_or_else(PoisonError::into_inner).take();
        let reason = "only one was ordered".to_owned();
        Ok(Box::new(engine.ok_or(EngineSpecError::Scheme { spec: spec.to_string(), reason })?))
    })
}

fn worker<S>(script: S) -> EngineWorker
where
    S: FnMut(&dyn AnyGame, &Limits, &mut dyn FnMut(AnyReport)) -> Result<(), SearchError> + Send + 'static,
{
    EngineWorker::new(once(StubEngine::new(script)), || {}).unwrap()
}

fn start(worker: &mut EngineWorker, game: Box<dyn AnyGame>) -> SearchId {
    worker.start_search(game, &EngineSpec::new("scripted"), &Limits::none())
}

fn nim(pile: u32) -> Box<dyn AnyGame> {
    catalog().start(Setup::new("nim").with_position(pile)).unwrap()
}

/// Reports every legal move, as if each were better than the one before.
fn every_move(game: &dyn AnyGame, _: &Limits, on_report: &mut dyn FnMut(AnyReport)) -> Result<(), SearchError> {
    let moves = game.legal_moves();
    for notation in &moves {
        on_report(report(notation));
    }
    if moves.is_empty() { Err(SearchError::NoMoves) } else { Ok(()) }
}

/// Reports the first legal move, and then runs until stopped.
fn until_stopped(game: &dyn AnyGame, limits: &Limits, on_report: &mut dyn FnMut(AnyReport)) -> Result<(), SearchError> {
    on_report(report(game.legal_moves().first().ok_or(SearchError::NoMoves)?));
    while !limits.stop.is_raised() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

fn collect_updates(worker: &EngineWorker, search: SearchId) -> Vec<SearchUpdate> {
    let mut all = Vec::new();
    while !matches!(all.last(), Some(SearchUpdate::Done | SearchUpdate::Failed(_))) {
        let update = worker.next_update_timeout(TIMEOUT).expect("an update before the timeout");
        assert_eq!(update.search, search);
        all.push(update.update);
    }
    all
}

/// The last update of a search.
fn last_update(worker: &mut EngineWorker, game: Box<dyn AnyGame>) -> SearchUpdate {
    let search = start(worker, game);
    collect_updates(worker, search).pop().unwrap()
}

fn no_engine_left() -> SearchUpdate {
    let reason = "engine \"scripted\": only one was ordered".to_owned();
    SearchUpdate::Failed(SearchFailure::CannotStart(reason))
}

#[test]
fn delivers_every_info_and_then_done() {
    let mut worker = worker(every_move);
    let search = start(&mut worker, nim(2));
    let expected = [SearchUpdate::Report(report("take 1")), SearchUpdate::Report(report("take 2")), SearchUpdate::Done];
    assert_eq!(collect_updates(&worker, search), expected);
    assert_eq!(worker.try_next_update(), None);
}

#[test]
fn new_search_cancels_the_previous_one_and_its_events() {
    let mut worker = worker(until_stopped);
    let first = start(&mut worker, nim(5));
    let started = worker.next_update_timeout(TIMEOUT).unwrap();
    assert_eq!(started, WorkerUpdate { search: first, update: SearchUpdate::Report(report("take 1")) });
    let mut latest = first;
    for _ in 0..50 {
        let next = start(&mut worker, nim(7));
        assert!(next > latest);
        latest = next;
    }
    // `collect_updates` asserts that only events of the latest search arrive.
    assert_eq!(worker.next_update_timeout(TIMEOUT).unwrap().search, latest);
    worker.stop();
    assert_eq!(collect_updates(&worker, latest), [SearchUpdate::Done]);
}

#[test]
fn raised_stop_flag_of_the_caller_is_ignored() {
    let mut worker = worker(until_stopped);
    let limits = Limits::none();
    limits.stop.raise();
    worker.start_search(nim(5), &EngineSpec::new("scripted"), &limits);
    assert!(matches!(worker.next_update_timeout(TIMEOUT).unwrap().update, SearchUpdate::Report(_)));
    assert_eq!(worker.next_update_timeout(Duration::from_millis(30)), None);
}

#[test]
fn calls_do_not_block_on_the_engine() {
    let (release, blocked): (Sender<()>, Receiver<()>) = channel();
    let mut worker = worker(move |game, limits, on_report| {
        // Ignores the stop flag until released: if a call below waited for the engine, the test would hang.
        let _ = blocked.recv();
        every_move(game, limits, on_report)
    });
    start(&mut worker, nim(3));
    worker.stop();
    assert_eq!(worker.try_next_update(), None);
    let search = start(&mut worker, nim(1));
    assert_eq!(worker.try_next_update(), None);
    drop(release);
    assert_eq!(collect_updates(&worker, search), [SearchUpdate::Report(report("take 1")), SearchUpdate::Done]);
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
    let mut worker = worker(move |game, limits, on_report| {
        let _ = &witness;
        until_stopped(game, limits, on_report)
    });
    start(&mut worker, nim(5));
    worker.next_update_timeout(TIMEOUT).unwrap();
    drop(worker);
    assert_eq!(is_dropped.recv_timeout(TIMEOUT), Ok(()));
}

#[test]
fn calls_the_waker_for_each_event() {
    let (wake, woken) = channel();
    let wake = move || wake.send(()).unwrap();
    let mut worker = EngineWorker::new(once(StubEngine::new(every_move)), wake).unwrap();
    start(&mut worker, nim(3));
    for _ in 0..4 {
        woken.recv_timeout(TIMEOUT).unwrap();
        assert!(worker.try_next_update().is_some());
    }
}

#[test]
fn unread_events_of_a_previous_search_are_skipped() {
    let (wake, woken) = channel();
    let wake = move || wake.send(()).unwrap();
    let mut worker = EngineWorker::new(once(StubEngine::new(every_move)), wake).unwrap();
    start(&mut worker, nim(3));
    (0..4).for_each(|_| woken.recv_timeout(TIMEOUT).unwrap());
    let search = start(&mut worker, nim(1));
    (0..2).for_each(|_| woken.recv_timeout(TIMEOUT).unwrap());
    let events: Vec<WorkerUpdate> = std::iter::from_fn(|| worker.try_next_update()).collect();
    assert_eq!(
        events,
        [SearchUpdate::Report(report("take 1")), SearchUpdate::Done].map(|update| WorkerUpdate { search, update })
    );
}

#[test]
fn search_error_is_reported() {
    let mut worker = worker(every_move);
    let search = start(&mut worker, nim(0));
    let failure = SearchFailure::SearchError(SearchError::NoMoves);
    assert_eq!(failure.to_string(), "No possible AI moves.");
    assert_eq!(collect_updates(&worker, search), [SearchUpdate::Failed(failure)]);
}

#[test]
fn panic_of_the_engine_is_reported() {
    let mut worker = worker(|game, _, on_report| {
        on_report(report("take 1"));
        panic!("no idea about {}", game.position())
    });
    let failure = SearchFailure::Panicked("no idea about pile of 4".to_owned());
    let search = start(&mut worker, nim(4));
    assert_eq!(
        collect_updates(&worker, search),
        [SearchUpdate::Report(report("take 1")), SearchUpdate::Failed(failure)]
    );
    // The engine is not used again: the next search needs a new one.
    assert_eq!(last_update(&mut worker, nim(5)), no_engine_left());
}

#[test]
fn engine_that_panics_in_reset_is_not_used_again() {
    let engine = StubEngine::new(every_move).on_reset(|| panic!("reset failed"));
    let mut worker = EngineWorker::new(once(engine), || {}).unwrap();
    for _ in 0..2 {
        assert_eq!(last_update(&mut worker, nim(4)), SearchUpdate::Done, "there is nothing to forget");
    }
    worker.reset();
    assert_eq!(last_update(&mut worker, nim(4)), no_engine_left());
}

#[test]
fn another_type_of_game_gets_an_engine_of_its_own() {
    let mut worker = EngineWorker::new(parlor_games::catalog().into(), || {}).unwrap();
    for pellets in [60, 65, 60] {
        let search = worker.start_search(pacman(pellets), &EngineSpec::new("best"), &Limits::none());
        let updates = collect_updates(&worker, search);
        assert_eq!(updates.last(), Some(&SearchUpdate::Done), "{pellets} pellets");
        assert!(updates.len() > 1);
    }
}
