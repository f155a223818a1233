//! Tests of the driver with invented time and scripted searches: turns, clocks, take-backs and engine failures.

use std::time::Duration;

use parlor_core::Player::{First, Second};
use parlor_core::{AnyReport, EngineSpec, Limits, Score, Value};
use parlor_match::{
    Awaited, Command, Driver, Event, EventKind, ForfeitReason, MatchError, MatchResult, Output, Record, SearchFailure,
    SearchId, Seat,
};

use crate::common::{catalog, nim, play, seconds};

fn engine(limits: Limits) -> Seat {
    Seat::Engine { spec: EngineSpec::new("scripted"), limits }
}

/// A person against an engine with a pile of ten, started at time 0.
fn against_engine(terms: &str, seats: Vec<Seat>) -> Driver {
    let mut driver = Driver::new(nim(10, terms), seats);
    driver.start(Duration::ZERO);
    driver
}

fn first_is_engine(terms: &str) -> Driver {
    against_engine(terms, vec![engine(Limits::time(seconds(1))), Seat::Local])
}

fn info(best: &str) -> AnyReport {
    AnyReport { best: best.to_owned(), value: Value::estimate(Score::DRAW), line: Vec::new(), depth: 1, nodes: 1 }
}

#[track_caller]
fn start_search(driver: &mut Driver, at: u64) -> SearchId {
    match driver.poll(seconds(at)) {
        Some(Output::StartSearch { id, .. }) => {
            driver.search_started(id, seconds(at));
            id
        }
        other => panic!("no search, but {other:?}"),
    }
}

/// Applies the next event, which must be there.
#[track_caller]
fn commit(driver: &mut Driver, at: u64) -> Event {
    match driver.poll(seconds(at)) {
        Some(Output::Store(event)) => {
            assert_eq!(driver.stored(seconds(at)), Some(&event));
            event
        }
        other => panic!("no event, but {other:?}"),
    }
}

fn fail(driver: &mut Driver, at: u64) {
    let id = start_search(driver, at);
    driver.search_ended(id, Err(SearchFailure::Panicked("out of ideas".to_owned())), seconds(at));
}

const REASON: &str = "The engine crashed: out of ideas.";

fn command(driver: &mut Driver, by: parlor_core::Player, command: &Command, at: u64) {
    driver.execute(by, driver.current_match().ply(), command, seconds(at)).unwrap();
}

#[test]
fn nothing_happens_before_the_start() {
    let mut driver = Driver::new(nim(10, "move=5"), vec![engine(Limits::none()), Seat::Remote]);
    assert_eq!(driver.awaited(), Awaited::Start);
    assert!(driver.poll(seconds(100)).is_none());
    assert_eq!(driver.clocks(seconds(100)), Some([seconds(5); 2]));
    driver.start(seconds(100));
    assert_eq!(driver.awaited(), Awaited::EngineMove(First));
    start_search(&mut driver, 100);
}

#[test]
fn last_report_of_a_search_is_played_and_the_person_is_asked() {
    let mut driver = first_is_engine("unlimited");
    let id = start_search(&mut driver, 0);
    driver.search_reported(id, info("take 1"));
    driver.search_reported(id, info("2"));
    assert!(driver.poll(seconds(1)).is_none(), "the search has not ended");
    driver.search_ended(id, Ok(()), seconds(1));
    assert!(matches!(driver.poll(seconds(1)), Some(Output::Store(_))));
    assert!(driver.poll(seconds(1)).is_none() && driver.next_wake_at(seconds(1)).is_none(), "it is in flight");
    driver.refused();
    assert_eq!(driver.next_wake_at(seconds(1)), Some(seconds(0)), "offered again");
    assert_eq!(commit(&mut driver, 1).kind, EventKind::Played("take 2".to_owned()));
    assert_eq!(driver.awaited(), Awaited::LocalMove(Second));
    assert_eq!(driver.next_wake_at(seconds(1)), None);
}

#[test]
fn search_limits_are_those_of_the_seat_and_the_clock() {
    let limits = |terms: &str, limits: Limits| {
        let mut driver = against_engine(terms, vec![engine(limits), Seat::Local]);
        match driver.poll(Duration::ZERO) {
            Some(Output::StartSearch { limits, .. }) => (limits.time, limits.depth),
            other => panic!("{other:?}"),
        }
    };
    let own = Limits { depth: Some(3), ..Limits::time(seconds(2)) };
    assert_eq!(limits("unlimited", own.clone()), (Some(seconds(2)), Some(3)));
    assert_eq!(limits("move=1", own), (Some(Duration::from_millis(930)), Some(3)));
    assert_eq!(limits("move=5", Limits::none()).0, Some(Duration::from_millis(4850)));
    assert_eq!(limits("unlimited", Limits::none()).0, None);
}

#[test]
fn engine_on_a_game_clock_is_told_both_clocks_less_the_margin() {
    let mut driver = first_is_engine("clock=60+2");
    driver.set_margin(seconds(30));
    let Some(Output::StartSearch { limits, .. }) = driver.poll(Duration::ZERO) else { panic!("no search") };
    let clock = limits.clock.unwrap();
    assert_eq!((clock.remaining, clock.opponent, clock.increment), (seconds(30), seconds(30), seconds(2)));
    assert_eq!(limits.time, Some(seconds(1)), "the limit of the seat");
    let mut driver = against_engine("move=5", vec![engine(Limits::none()), Seat::Local]);
    driver.set_margin(seconds(1));
    let Some(Output::StartSearch { limits, .. }) = driver.poll(Duration::ZERO) else { panic!("no search") };
    assert_eq!((limits.time, limits.clock), (Some(seconds(4)), None));
}

#[test]
fn waiting_for_a_worker_or_the_pace_costs_no_time() {
    let mut driver = first_is_engine("move=5");
    driver.set_pace(seconds(20));
    let Some(Output::StartSearch { id, .. }) = driver.poll(Duration::ZERO) else { panic!("no search") };
    assert!(driver.poll(seconds(9)).is_none(), "no worker yet, and no loss on time");
    driver.search_started(id, seconds(9));
    assert!(driver.is_clock_running());
    driver.search_reported(id, info("take 1"));
    driver.search_ended(id, Ok(()), seconds(10));
    assert_eq!(driver.next_wake_at(seconds(10)), Some(seconds(20)));
    assert!(driver.poll(seconds(19)).is_none());
    assert_eq!(commit(&mut driver, 20).at, seconds(1), "only the search counts");
    assert!(driver.is_clock_running(), "the person's clock");
    assert_eq!(commit(&mut driver, 25).kind, EventKind::RanOutOfTime);
}

#[test]
fn time_to_store_a_move_is_charged_to_nobody() {
    let mut driver = against_engine("clock=60", vec![Seat::Remote, Seat::Remote]);
    driver.decide(First, 0, &play("1"), seconds(10)).unwrap();
    driver.stored(seconds(40));
    assert_eq!(driver.clocks(seconds(40)), Some([seconds(50), seconds(60)]));
    assert_eq!(driver.clocks(seconds(45)), Some([seconds(50), seconds(55)]));
    command(&mut driver, Second, &play("1"), 45);
    assert_eq!(driver.clocks(seconds(46)), Some([seconds(49), seconds(55)]));
}

#[test]
fn second_command_is_busy_while_the_first_is_being_stored() {
    let mut driver = against_engine("take-backs", vec![Seat::Remote, Seat::Remote]);
    let event = driver.decide(First, 0, &play("1"), seconds(1)).unwrap();
    assert_eq!((driver.in_flight(), driver.current_match().ply()), (Some(&event), 0));
    for (by, ply, command) in [(First, 0, play("2")), (Second, 1, play("1")), (Second, 0, Command::Resign)] {
        assert_eq!(driver.decide(by, ply, &command, seconds(2)), Err(MatchError::Busy));
        assert_eq!(driver.execute(by, ply, &command, seconds(2)), Err(MatchError::Busy));
    }
    assert_eq!(driver.stored(seconds(3)), Some(&event));
    assert_eq!((driver.in_flight(), driver.current_match().events()), (None, &[event][..]));
    assert_eq!(driver.stored(seconds(3)), None, "it is applied once");
    command(&mut driver, Second, &play("2"), 4);
    assert_eq!(driver.current_match().ply(), 2);
}

#[test]
fn refused_event_is_dropped_and_its_time_runs_on() {
    let mut driver = against_engine("move=5", vec![Seat::Remote, Seat::Remote]);
    driver.decide(First, 0, &play("1"), seconds(2)).unwrap();
    driver.refused();
    assert_eq!(driver.in_flight(), None);
    assert_eq!(driver.stored(seconds(2)), None);
    assert_eq!((driver.current_match().ply(), driver.next_wake_at(seconds(2))), (0, Some(seconds(5))));
    let event = driver.decide(First, 0, &play("2"), seconds(4)).unwrap();
    assert_eq!((event.at, event.kind), (seconds(4), EventKind::Played("take 2".to_owned())));
    driver.stored(seconds(9));
    assert_eq!(driver.clocks(seconds(9)), Some([seconds(5); 2]));
}

#[test]
fn refused_event_of_a_poll_is_offered_again() {
    let mut driver = first_is_engine("move=5");
    let id = start_search(&mut driver, 0);
    driver.search_reported(id, info("take 2"));
    driver.search_ended(id, Ok(()), seconds(1));
    for at in 1..4 {
        let Some(Output::Store(event)) = driver.poll(seconds(at)) else { panic!("no event") };
        assert_eq!((event.at, event.kind), (seconds(1), EventKind::Played("take 2".to_owned())));
        driver.refused();
    }
    commit(&mut driver, 4);
    // The end of a clock, too.
    for _ in 0..2 {
        let Some(Output::Store(event)) = driver.poll(seconds(9)) else { panic!("no event") };
        assert_eq!((event.by, event.kind), (Second, EventKind::RanOutOfTime));
        driver.refused();
    }
    assert_eq!(commit(&mut driver, 10).kind, EventKind::RanOutOfTime);
}

#[test]
fn search_ends_while_another_event_is_being_stored() {
    let mut driver = against_engine("take-backs", vec![Seat::Local, engine(Limits::none())]);
    command(&mut driver, First, &play("take 1"), 1);
    let id = start_search(&mut driver, 1);
    driver.decide(First, 1, &Command::TakeBack, seconds(2)).unwrap();
    driver.search_reported(id, info("take 3"));
    driver.search_ended(id, Ok(()), seconds(3));
    assert!(driver.poll(seconds(3)).is_none(), "no second event in flight");
    driver.stored(seconds(4));
    assert!(driver.poll(seconds(4)).is_none());
    assert_eq!((driver.awaited(), driver.current_match().ply()), (Awaited::LocalMove(First), 0));
}

#[test]
fn new_match_drops_the_event_in_flight() {
    let mut driver = against_engine("unlimited", vec![Seat::Local, Seat::Local]);
    driver.decide(First, 0, &play("1"), seconds(1)).unwrap();
    driver.replace_match(nim(10, "unlimited"));
    assert_eq!(driver.in_flight(), None);
    assert_eq!(driver.stored(seconds(2)), None);
    assert_eq!(driver.current_match().events(), []);
}

#[test]
fn held_driver_neither_searches_nor_moves() {
    let mut driver = first_is_engine("unlimited");
    driver.set_held(true);
    assert!(driver.poll(Duration::ZERO).is_none());
    driver.set_held(false);
    let id = start_search(&mut driver, 0);
    driver.set_held(true);
    driver.search_reported(id, info("take 1"));
    driver.search_ended(id, Ok(()), seconds(1));
    assert!(driver.poll(seconds(9)).is_none() && driver.next_wake_at(seconds(9)).is_none());
    driver.set_held(false);
    commit(&mut driver, 9);
}

#[test]
fn take_back_cancels_the_search_and_its_late_result_is_ignored() {
    let mut driver = against_engine("take-backs", vec![Seat::Local, engine(Limits::none())]);
    command(&mut driver, First, &play("take 1"), 1);
    let id = start_search(&mut driver, 1);
    assert_eq!(driver.take_back_player(|player| player == First), Some(First));
    assert_eq!(driver.take_back_player(|player| player == Second), None);
    command(&mut driver, First, &Command::TakeBack, 2);
    assert!(matches!(driver.poll(seconds(2)), Some(Output::CancelSearch(cancelled)) if cancelled == id));
    driver.search_reported(id, info("take 3"));
    driver.search_ended(id, Ok(()), seconds(3));
    assert!(driver.poll(seconds(3)).is_none());
    assert_eq!(driver.awaited(), Awaited::LocalMove(First));
}

#[test]
fn overdue_engine_plays_its_last_report_and_a_silent_one_fails() {
    let mut driver = first_is_engine("unlimited,engine-failure=forfeit");
    let id = start_search(&mut driver, 0);
    driver.search_reported(id, info("take 1"));
    assert!(driver.poll(seconds(1)).is_none());
    assert!(matches!(driver.poll(seconds(2)), Some(Output::CancelSearch(cancelled)) if cancelled == id));
    assert_eq!(commit(&mut driver, 2).kind, EventKind::Played("take 1".to_owned()));

    let mut driver = first_is_engine("unlimited,engine-failure=forfeit");
    start_search(&mut driver, 0);
    assert!(driver.poll(seconds(2)).is_none());
    assert_eq!(driver.next_wake_at(seconds(2)), Some(seconds(7)));
    assert!(matches!(driver.poll(seconds(7)), Some(Output::CancelSearch(_))));
    let reason = "The engine returned no move in time.".to_owned();
    assert_eq!(commit(&mut driver, 7).kind, EventKind::EngineFailed(reason));
}

#[test]
fn failure_is_tried_once_more_and_then_pauses_with_the_reason() {
    let mut driver = first_is_engine("unlimited");
    fail(&mut driver, 0);
    fail(&mut driver, 1);
    assert_eq!(commit(&mut driver, 1).kind, EventKind::EngineFailed(REASON.to_owned()));
    assert_eq!(driver.awaited(), Awaited::Retry(First, REASON));
    assert_eq!(driver.current_match().result(), None);
    assert!(driver.poll(seconds(99)).is_none() && driver.next_wake_at(seconds(99)).is_none());
    // Stored and loaded again, the match is still paused.
    let text = driver.current_match().record().to_string();
    let loaded = text.parse::<Record>().unwrap().replay(&catalog()).unwrap();
    let mut loaded = Driver::new(loaded, driver.seats().to_vec());
    loaded.start(Duration::ZERO);
    assert_eq!(loaded.awaited(), Awaited::Retry(First, REASON));
    driver.retry(seconds(100));
    let id = start_search(&mut driver, 100);
    driver.search_reported(id, info("take 1"));
    driver.search_ended(id, Ok(()), seconds(100));
    commit(&mut driver, 100);
    assert_eq!(driver.awaited(), Awaited::LocalMove(Second));
}

#[test]
fn second_failure_in_a_later_turn_is_tried_again_too() {
    let mut driver = first_is_engine("unlimited");
    fail(&mut driver, 0);
    let id = start_search(&mut driver, 0);
    driver.search_reported(id, info("take 1"));
    driver.search_ended(id, Ok(()), seconds(1));
    commit(&mut driver, 1);
    command(&mut driver, Second, &play("take 1"), 2);
    fail(&mut driver, 3);
    start_search(&mut driver, 3);
}

#[test]
fn paused_seat_can_be_given_to_another_player() {
    let mut driver = first_is_engine("unlimited");
    fail(&mut driver, 0);
    fail(&mut driver, 0);
    commit(&mut driver, 0);
    driver.replace_seat(First, engine(Limits::depth(1)), seconds(5));
    start_search(&mut driver, 5);
    driver.replace_seat(First, Seat::Local, seconds(6));
    assert!(matches!(driver.poll(seconds(6)), Some(Output::CancelSearch(_))));
    assert_eq!(driver.awaited(), Awaited::LocalMove(First));
}

#[test]
fn clock_runs_on_during_a_pause_and_decides() {
    let mut driver = first_is_engine("move=5");
    fail(&mut driver, 0);
    fail(&mut driver, 1);
    commit(&mut driver, 1);
    assert!(driver.is_clock_running());
    // The first search took no time, and the second began after a second without a clock.
    assert_eq!(driver.next_wake_at(seconds(1)), Some(seconds(6)));
    assert_eq!(commit(&mut driver, 6).kind, EventKind::RanOutOfTime);
    assert_eq!(driver.awaited(), Awaited::Nothing);
}

#[test]
fn illegal_and_missing_moves_are_failures_and_forfeit_by_an_event_of_their_own() {
    for (reports, reason) in [
        (&[] as &[&str], "The engine returned no move."),
        (&["take 1", "take 9"], "The engine returned an illegal move: take 9."),
    ] {
        // Even where illegal moves lose, the reason is the engine's failure.
        let mut driver = first_is_engine("move=5,illegal-move-loses,engine-failure=forfeit");
        let id = start_search(&mut driver, 0);
        for best in reports {
            driver.search_reported(id, info(best));
        }
        driver.search_ended(id, Ok(()), seconds(1));
        assert_eq!(commit(&mut driver, 1).kind, EventKind::EngineFailed(reason.to_owned()));
        let current = driver.current_match();
        let lost = MatchResult::Forfeit { loser: First, reason: ForfeitReason::EngineFailed };
        assert_eq!(current.result(), Some(lost));
        let text = current.result_text().unwrap();
        assert_eq!(text, format!("Dark wins: Light had an engine failure. {reason}"));
        let record = current.record().to_string();
        assert_eq!(record.parse::<Record>().unwrap().replay(&catalog()).unwrap().result(), Some(lost));
        assert!(record.ends_with(&format!("1 first has an engine failure: {reason}\n")), "{record}");
    }
}

#[test]
fn last_report_counts_at_the_flag_and_without_one_a_random_move() {
    let terms = "move=5,engine-failure=last-report";
    let mut driver = first_is_engine(terms);
    let id = start_search(&mut driver, 0);
    driver.search_reported(id, info("take 3"));
    let played = commit_past_cancel(&mut driver, 6);
    assert_eq!(played.kind, EventKind::Played("take 3".to_owned()));
    assert!(played.at < seconds(5), "before the deadline");

    let mut driver = against_engine(terms, vec![engine(Limits::none()), Seat::Local]);
    start_search(&mut driver, 0);
    let failed = commit_past_cancel(&mut driver, 6);
    assert_eq!(failed.kind, EventKind::EngineFailed("The engine returned no move in time.".to_owned()));
    let played = commit_past_cancel(&mut driver, 6);
    assert!(matches!(&played.kind, EventKind::Played(notation) if notation.starts_with("take ")), "{played}");
    assert_eq!(driver.awaited(), Awaited::LocalMove(Second));
}

/// Applies the next event after any cancellation.
fn commit_past_cancel(driver: &mut Driver, at: u64) -> Event {
    loop {
        match driver.poll(seconds(at)) {
            Some(Output::CancelSearch(_)) => {}
            Some(Output::Store(event)) => {
                driver.stored(seconds(at));
                return event;
            }
            other => panic!("no event, but {other:?}"),
        }
    }
}

#[test]
fn crash_after_a_report_uses_the_report_if_the_terms_say_so() {
    let mut driver = first_is_engine("unlimited,engine-failure=last-report");
    let id = start_search(&mut driver, 0);
    driver.search_reported(id, info("take 2"));
    driver.search_ended(id, Err(SearchFailure::Panicked("out of ideas".to_owned())), seconds(1));
    assert_eq!(commit(&mut driver, 1).kind, EventKind::EngineFailed(REASON.to_owned()));
    assert_eq!(commit(&mut driver, 1).kind, EventKind::Played("take 2".to_owned()));
}

#[test]
fn search_that_found_no_worker_starts_again() {
    let mut driver = first_is_engine("move=5");
    let Some(Output::StartSearch { .. }) = driver.poll(Duration::ZERO) else { panic!("no search") };
    driver.reset_search(seconds(1));
    assert!(!driver.is_clock_running());
    start_search(&mut driver, 2);
}
