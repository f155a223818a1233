//! The thinker, with engines that are quick, stubborn, silent or broken. Waiting is generous: only the order of
//! things is asserted, and that they happen at all.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, Limits, Score, SearchError, SearchInfo, Setup, Value};
use parlor_match::{EngineEvent, EngineWorker, SearchFailure, SearchId, WorkerEvent, engine_time};

use crate::common::start;

const LONG: Duration = Duration::from_mins(1);

/// Does what its script says at each search.
struct Scripted<S>(S);

impl<S> AnyEngine for Scripted<S>
where
    S: FnMut(&dyn AnyGame, &Limits, &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> + Send,
{
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        better: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError> {
        (self.0)(game, limits, better)
    }

    fn analyze(&mut self, _: &dyn AnyGame, _: &Limits, _: &mut dyn FnMut(String, Value)) -> Result<u64, SearchError> {
        Ok(0)
    }

    fn forget(&mut self) {
        panic!("forgot how to forget");
    }
}

fn thinker<S>(script: S) -> EngineWorker
where
    S: FnMut(&dyn AnyGame, &Limits, &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> + Send + 'static,
{
    EngineWorker::new(Box::new(Scripted(script))).unwrap()
}

fn nim(pile: u32) -> Box<dyn AnyGame> {
    start(&Setup::of("nim").from_position(pile)).unwrap()
}

fn thought(best: &str) -> AnySearchInfo {
    let best = best.to_owned();
    SearchInfo { value: Value::estimate(Score::DRAW), line: vec![best.clone()], best, depth: 1, nodes: 1 }
}

/// Every legal move, as if each were better than the one before.
fn every_move(game: &dyn AnyGame, _: &Limits, better: &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> {
    let moves = game.legal_moves();
    for notation in &moves {
        better(thought(notation));
    }
    if moves.is_empty() { Err(SearchError::NoMoves) } else { Ok(()) }
}

/// The first legal move, and then on and on until stopped.
fn stubborn(game: &dyn AnyGame, limits: &Limits, better: &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> {
    better(thought(game.legal_moves().first().ok_or(SearchError::NoMoves)?));
    while !limits.stop.is_raised() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

fn all_of(thinker: &EngineWorker, question: SearchId) -> Vec<EngineEvent> {
    let mut all = Vec::new();
    while !matches!(all.last(), Some(EngineEvent::Done | EngineEvent::Failed(_))) {
        let news = thinker.wait(LONG).expect("an engine that answers");
        assert_eq!(news.question, question);
        all.push(news.said);
    }
    all
}

#[test]
fn every_better_thought_arrives_and_then_the_end() {
    let mut thinker = thinker(every_move);
    let question = thinker.ask(nim(2), &Limits::none());
    let expected = [EngineEvent::Better(thought("take 1")), EngineEvent::Better(thought("take 2")), EngineEvent::Done];
    assert_eq!(all_of(&thinker, question), expected);
    assert_eq!(thinker.news(), None);
}

#[test]
fn asking_anew_stops_the_search_and_silences_its_answers() {
    let mut thinker = thinker(stubborn);
    let first = thinker.ask(nim(5), &Limits::none());
    let begun = thinker.wait(LONG).unwrap();
    assert_eq!(begun, WorkerEvent { question: first, said: EngineEvent::Better(thought("take 1")) });
    let mut newest = first;
    for _ in 0..50 {
        let next = thinker.ask(nim(7), &Limits::none());
        assert!(next > newest);
        newest = next;
    }
    // `all_of` asserts that nothing but the newest question is heard of.
    assert_eq!(thinker.wait(LONG).unwrap().question, newest);
    thinker.stop();
    assert_eq!(all_of(&thinker, newest), [EngineEvent::Done]);
}

#[test]
fn a_stop_that_was_raised_before_does_not_end_the_next_question() {
    let mut thinker = thinker(stubborn);
    let limits = Limits::none();
    limits.stop.raise();
    thinker.ask(nim(5), &limits);
    assert!(matches!(thinker.wait(LONG).unwrap().said, EngineEvent::Better(_)));
    assert_eq!(thinker.wait(Duration::from_millis(30)), None);
}

#[test]
fn the_asker_is_never_blocked() {
    let (release, held): (Sender<()>, Receiver<()>) = channel();
    let mut thinker = thinker(move |game, limits, better| {
        // Deaf to the stop flag until released: were anything below to wait for it, the test would hang.
        let _ = held.recv();
        every_move(game, limits, better)
    });
    thinker.ask(nim(3), &Limits::none());
    thinker.stop();
    assert_eq!(thinker.news(), None);
    let question = thinker.ask(nim(1), &Limits::none());
    assert_eq!(thinker.news(), None);
    drop(release);
    assert_eq!(all_of(&thinker, question), [EngineEvent::Better(thought("take 1")), EngineEvent::Done]);
}

#[test]
fn dropping_ends_the_search_and_the_engine() {
    struct TellsWhenDropped(Sender<()>);
    impl Drop for TellsWhenDropped {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    let (dropped, is_dropped) = channel();
    let witness = TellsWhenDropped(dropped);
    let mut thinker = thinker(move |game, limits, better| {
        let _ = &witness;
        stubborn(game, limits, better)
    });
    thinker.ask(nim(5), &Limits::none());
    thinker.wait(LONG).unwrap();
    drop(thinker);
    assert_eq!(is_dropped.recv_timeout(LONG), Ok(()));
}

#[test]
fn whoever_sleeps_is_woken_for_each_piece_of_news() {
    let (wake, woken) = channel();
    let wake = move || wake.send(()).unwrap();
    let mut thinker = EngineWorker::waking(Box::new(Scripted(every_move)), wake).unwrap();
    thinker.ask(nim(3), &Limits::none());
    for _ in 0..4 {
        woken.recv_timeout(LONG).unwrap();
        assert!(thinker.news().is_some());
    }
}

#[test]
fn an_answer_that_came_too_late_to_be_read_is_not_read_as_the_next() {
    let (wake, woken) = channel();
    let wake = move || wake.send(()).unwrap();
    let mut thinker = EngineWorker::waking(Box::new(Scripted(every_move)), wake).unwrap();
    thinker.ask(nim(3), &Limits::none());
    (0..4).for_each(|_| woken.recv_timeout(LONG).unwrap());
    let question = thinker.ask(nim(1), &Limits::none());
    (0..2).for_each(|_| woken.recv_timeout(LONG).unwrap());
    let heard: Vec<WorkerEvent> = std::iter::from_fn(|| thinker.news()).collect();
    assert_eq!(
        heard,
        [EngineEvent::Better(thought("take 1")), EngineEvent::Done].map(|said| WorkerEvent { question, said })
    );
}

#[test]
fn an_engine_without_an_answer_says_why() {
    let mut thinker = thinker(every_move);
    let question = thinker.ask(nim(0), &Limits::none());
    let failure = SearchFailure::SearchError(SearchError::NoMoves);
    assert_eq!(failure.to_string(), "No possible AI moves.");
    assert_eq!(all_of(&thinker, question), [EngineEvent::Failed(failure.clone())]);
    assert_eq!(thinker.answer(nim(0), &Limits::none(), LONG), Err(failure));
}

#[test]
fn an_engine_that_panics_is_a_failure_and_no_crash() {
    let mut thinker = thinker(|game, _, better| {
        better(thought("take 1"));
        panic!("no idea about {}", game.position())
    });
    let failure = SearchFailure::Panicked("no idea about pile of 4".to_owned());
    let question = thinker.ask(nim(4), &Limits::none());
    assert_eq!(
        all_of(&thinker, question),
        [EngineEvent::Better(thought("take 1")), EngineEvent::Failed(failure.clone())]
    );
    // The engine is not trusted again.
    assert_eq!(thinker.answer(nim(5), &Limits::none(), LONG), Err(failure));
}

#[test]
fn a_panic_while_forgetting_is_reported_with_the_next_question() {
    let mut thinker = thinker(every_move);
    assert!(thinker.answer(nim(4), &Limits::none(), LONG).is_ok());
    thinker.forget();
    let failure = SearchFailure::Panicked("forgot how to forget".to_owned());
    assert_eq!(thinker.answer(nim(4), &Limits::none(), LONG), Err(failure));
}

#[test]
fn waiting_for_the_answer_gives_the_last_thought() {
    let mut quick = thinker(every_move);
    assert_eq!(quick.answer(nim(5), &Limits::none(), LONG).unwrap().best, "take 3");
    // It keeps no limit, so the waiting is ended for it.
    let mut slow = thinker(stubborn);
    assert_eq!(slow.answer(nim(5), &Limits::none(), Duration::from_millis(500)).unwrap().best, "take 1");
    let mut silent = thinker(|_, _, _| Ok(()));
    assert_eq!(silent.answer(nim(5), &Limits::none(), LONG), Err(SearchFailure::Silent));
}

#[test]
fn the_engine_is_given_the_time_less_the_margin() {
    let (given, limits) = channel();
    let mut thinker = thinker(move |game, limits: &Limits, better| {
        given.send(limits.time).unwrap();
        every_move(game, limits, better)
    });
    let own = Duration::from_millis(7);
    thinker.answer(nim(5), &Limits::nodes(3), LONG).unwrap();
    thinker.answer(nim(5), &Limits::time(own), LONG).unwrap();
    assert_eq!(limits.try_iter().collect::<Vec<_>>(), [Some(engine_time(LONG)), Some(own)]);
}

#[test]
fn the_margin_is_at_least_50_ms_and_at_most_half() {
    let thinking = |limit| engine_time(Duration::from_millis(limit)).as_millis();
    assert_eq!([0, 2, 60, 100, 1000, 5000, 60_000].map(thinking), [0, 1, 30, 50, 930, 4850, 59_000]);
    for limit in (0..100_000).step_by(7).map(Duration::from_millis).chain([Duration::MAX]) {
        let margin = limit.checked_sub(engine_time(limit)).unwrap();
        assert!(margin <= limit / 2);
        assert!(margin >= Duration::from_millis(50).min(limit / 2), "{limit:?}");
    }
}
