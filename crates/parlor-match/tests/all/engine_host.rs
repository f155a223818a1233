//! Tests of `EngineHost`: which engine a search gets, and when it is built, reset and dropped. Time is invented.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlor_conformance::{StubEngine, report};
use parlor_core::{AnyGame, EngineSpec, EngineSpecError, Limits, Setup, Value};
use parlor_match::{BuildError, EngineFactory, EngineHost, EngineRequest, EngineSlot, SearchFailure};

use crate::common::pacman;

/// What happened to engines, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn add(&self, text: impl Into<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Logs the end of an engine.
struct LogsDrop(Log, String);

impl Drop for LogsDrop {
    fn drop(&mut self) {
        self.0.add(format!("drop {}", self.1));
    }
}

/// Builds engines that log what happens to them.
fn factory(log: &Log) -> EngineFactory<'static> {
    let log = log.clone();
    EngineFactory::new(move |_, spec| {
        let (name, log) = (spec.name().to_owned(), log.clone());
        match spec.name() {
            "unknown" => {
                return Err(EngineSpecError::Scheme { spec: name, reason: "there is none".to_owned() });
            }
            "panics-when-built" => panic!("no memory"),
            _ => log.add(format!("build {name}")),
        }
        let (witness, resets) = (LogsDrop(log.clone(), name.clone()), log.clone());
        let engine = StubEngine::new(move |game, _, on_report| {
            let name = &witness.1;
            log.add(format!("search {name}"));
            assert!(name != "panics", "out of ideas");
            game.legal_moves().iter().for_each(|m| on_report(report(m)));
            Ok(())
        });
        Ok(Box::new(engine.on_reset(move || resets.add(format!("reset {name}")))))
    })
}

fn game(name: &str) -> Box<dyn AnyGame> {
    parlor_games::catalog().start(Setup::new(name)).unwrap()
}

fn search(
    host: &mut EngineHost,
    slot: usize,
    spec: &str,
    game: &dyn AnyGame,
    session: &str,
) -> Result<Vec<String>, SearchFailure> {
    let request = EngineRequest { slot: EngineSlot(slot), spec: &EngineSpec::from(spec), game, session };
    let mut reports = Vec::new();
    host.search(request, &Limits::none(), &mut |info| reports.push(info.best)).map(|()| reports)
}

#[test]
fn engine_is_used_again_for_its_slot_spec_game_and_session() {
    let (log, four, eight) = (Log::default(), game("four-in-a-row"), game("reversi"));
    let mut host = EngineHost::new(4, factory(&log));
    for _ in 0..2 {
        search(&mut host, 0, "a", &*four, "first").unwrap();
    }
    assert_eq!(log.take(), ["build a", "search a", "search a"]);
    search(&mut host, 0, "a", &*four, "second").unwrap();
    assert_eq!(log.take(), ["reset a", "search a"]);
    search(&mut host, 1, "a", &*four, "second").unwrap();
    assert_eq!(log.take(), ["build a", "search a"], "another slot");
    search(&mut host, 1, "b", &*four, "second").unwrap();
    assert_eq!(log.take(), ["drop a", "build b", "search b"], "another spec");
    search(&mut host, 1, "b", &*eight, "second").unwrap();
    assert_eq!(log.take(), ["drop b", "build b", "search b"], "another game");
    assert_eq!(host.engine_count(), 2);
}

#[test]
fn options_and_type_of_a_game_matter_and_its_position_does_not() {
    let (log, catalog) = (Log::default(), parlor_games::catalog());
    let mut host = EngineHost::new(4, factory(&log));
    let four = |position| catalog.start(Setup::new("four-in-a-row").with_position(position)).unwrap();
    search(&mut host, 0, "a", &*four("4453"), "").unwrap();
    search(&mut host, 0, "a", &*four("1"), "").unwrap();
    assert_eq!(log.take(), ["build a", "search a", "search a"]);
    for streak in [3, 4] {
        // A program behind a protocol is told of the rules when it is built for a game.
        let setup = Setup::new("tic-tac-toe").with_option("size", 4).with_option("win-streak", streak);
        search(&mut host, 1, "b", &*catalog.start(setup).unwrap(), "").unwrap();
    }
    assert_eq!(log.take(), ["build b", "search b", "drop b", "build b", "search b"]);
    for pellets in [60, 64, 65] {
        search(&mut host, 2, "c", &*pacman(pellets), "").unwrap();
    }
    assert_eq!(log.take(), ["build c", "search c", "search c", "drop c", "build c", "search c"]);
}

#[test]
fn least_recently_used_engine_is_dropped_before_one_too_many_is_built() {
    let (log, four) = (Log::default(), game("four-in-a-row"));
    let mut host = EngineHost::new(2, factory(&log));
    for (slot, spec) in [(0, "a"), (1, "b"), (0, "a")] {
        search(&mut host, slot, spec, &*four, "").unwrap();
    }
    log.take();
    search(&mut host, 2, "c", &*four, "").unwrap();
    assert_eq!(log.take(), ["drop b", "build c", "search c"]);
    host.forget(EngineSlot(0));
    assert_eq!((log.take(), host.engine_count()), (vec!["drop a".to_owned()], 1));
}

#[test]
fn idle_engine_is_dropped_after_its_time() {
    let (log, four, time) = (Log::default(), game("four-in-a-row"), Arc::new(AtomicU64::new(0)));
    let clock = Arc::clone(&time);
    let now = move || Duration::from_secs(clock.load(Ordering::Relaxed));
    let mut host = EngineHost::new(2, factory(&log)).with_pace(Duration::from_secs(30), Duration::ZERO, now);
    assert_eq!(host.time_until_idle(), None);
    search(&mut host, 0, "a", &*four, "").unwrap();
    time.store(20, Ordering::Relaxed);
    search(&mut host, 1, "b", &*four, "").unwrap();
    assert_eq!(host.time_until_idle(), Some(Duration::from_secs(10)));
    log.take();
    for (now, dropped) in [(29, &[][..]), (30, &["drop a"]), (49, &[]), (50, &["drop b"])] {
        time.store(now, Ordering::Relaxed);
        host.drop_idle();
        assert_eq!(log.take(), dropped, "at {now} s");
    }
    assert_eq!(host.time_until_idle(), None);
}

#[test]
fn reports_are_spaced_and_the_last_one_arrives() {
    let (four, time) = (game("four-in-a-row"), Arc::new(AtomicU64::new(0)));
    let (clock, passing) = (Arc::clone(&time), Arc::clone(&time));
    let factory = EngineFactory::new(move |_, _| {
        let time = Arc::clone(&passing);
        Ok(Box::new(StubEngine::new(move |game, _, on_report| {
            for m in game.legal_moves() {
                on_report(report(&m));
                time.fetch_add(20, Ordering::Relaxed);
            }
            Ok(())
        })))
    });
    let now = move || Duration::from_millis(clock.load(Ordering::Relaxed));
    let mut host = EngineHost::new(1, factory).with_pace(Duration::MAX, Duration::from_millis(50), now);
    assert_eq!(search(&mut host, 0, "a", &*four, "").unwrap(), ["1", "4", "7"]);
    let six = parlor_games::catalog().start(Setup::new("four-in-a-row").with_position("111111")).unwrap();
    assert_eq!(search(&mut host, 0, "a", &*six, "").unwrap(), ["2", "5", "7"]);
}

#[test]
fn analysis_keeps_the_order_of_the_game_and_sorts_the_best_first() {
    let catalog = parlor_games::catalog();
    let game = catalog.start(Setup::new("tic-tac-toe").with_option("size", 3).with_position("XX-/OO-/---")).unwrap();
    let spec = EngineSpec::new("perfect");
    let request = EngineRequest { slot: EngineSlot(0), spec: &spec, game: &*game, session: "" };
    let mut known = Vec::new();
    let on_value = &mut |moves: &[(String, Option<Value>)], latest: usize| {
        assert!(moves[latest].1.is_some());
        known.push(moves.iter().filter(|(_, value)| value.is_some()).count());
    };
    let analysis = EngineHost::new(1, &catalog).analyze(request, &Limits::none(), on_value).unwrap();
    assert!(known.is_sorted() && known.last() == Some(&5), "{known:?}");
    let moves: Vec<&String> = analysis.moves.iter().map(|(m, _)| m).collect();
    assert_eq!(moves, game.legal_moves().iter().collect::<Vec<_>>());
    assert!(analysis.nodes > 0);
    assert_eq!(analysis.best_first()[0].0, "02");
}

#[test]
fn engine_that_panics_is_dropped_and_built_again() {
    let (log, four) = (Log::default(), game("four-in-a-row"));
    let mut host = EngineHost::new(2, factory(&log));
    search(&mut host, 1, "other", &*four, "").unwrap();
    log.take();
    for _ in 0..2 {
        let failure = search(&mut host, 0, "panics", &*four, "").unwrap_err();
        assert_eq!(failure, SearchFailure::Panicked("out of ideas".to_owned()));
        assert_eq!(log.take(), ["build panics", "search panics", "drop panics"]);
    }
    assert_eq!(host.engine_count(), 1);
}

#[test]
fn engine_that_cannot_be_built_says_why() {
    let (log, four) = (Log::default(), game("four-in-a-row"));
    let mut host = EngineHost::new(1, factory(&log));
    let failure = search(&mut host, 0, "unknown", &*four, "").unwrap_err();
    assert_eq!(failure.to_string(), "The engine cannot be started: engine \"unknown\": there is none.");
    let failure = search(&mut host, 0, "panics-when-built", &*four, "").unwrap_err();
    assert_eq!(failure, SearchFailure::Panicked("no memory".to_owned()));
    let spec = EngineSpec::new("unknown");
    let request = EngineRequest { slot: EngineSlot(0), spec: &spec, game: &*four, session: "" };
    assert!(matches!(host.prepare(request), Err(BuildError::Spec(EngineSpecError::Scheme { .. }))));
}

#[test]
fn search_that_was_stopped_before_it_began_builds_nothing() {
    let (log, four, limits) = (Log::default(), game("four-in-a-row"), Limits::none());
    limits.stop.raise();
    let mut host = EngineHost::new(1, factory(&log));
    let spec = EngineSpec::new("a");
    let request = EngineRequest { slot: EngineSlot(0), spec: &spec, game: &*four, session: "" };
    assert_eq!(host.search(request, &limits, &mut |_| unreachable!()), Ok(()));
    assert!(log.take().is_empty());
}

#[test]
fn engine_that_is_taken_out_runs_elsewhere() {
    let (log, four) = (Log::default(), game("four-in-a-row"));
    let mut host = EngineHost::new(1, factory(&log));
    let spec = EngineSpec::new("a");
    let request = EngineRequest { slot: EngineSlot(0), spec: &spec, game: &*four, session: "" };
    let mut engine = host.take(request).unwrap();
    assert_eq!(host.engine_count(), 0);
    let (engine, result) = std::thread::scope(|scope| {
        let four = four.as_ref();
        scope
            .spawn(move || {
                let result = engine.search(four, &Limits::none(), &mut |_| {});
                (engine, result)
            })
            .join()
            .unwrap()
    });
    assert_eq!(result, Ok(()));
    host.put(engine);
    search(&mut host, 0, "a", &*four, "").unwrap();
    assert_eq!(log.take(), ["build a", "search a", "search a"]);
}
