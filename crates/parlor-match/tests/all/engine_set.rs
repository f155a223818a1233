//! Whole matches between engines on the calling thread, with real engines and with one that panics.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlor_conformance::{StubEngine, report};
use parlor_core::{AnyReport, EngineSpec, Limits, Player, Setup, StopFlag};
use parlor_match::{
    Awaited, Driver, EngineFactory, EngineSet, Event, EventKind, ForfeitReason, Match, MatchResult, Seat,
};

use crate::common::pacman;

fn driver(terms: &str, specs: [&str; 2]) -> Driver {
    let game = parlor_games::catalog().start(Setup::new("four-in-a-row")).unwrap();
    let seats = specs.map(|spec| Seat::Engine { spec: EngineSpec::from(spec), limits: Limits::none() });
    let mut driver = Driver::new(Match::new(game, terms.parse().unwrap()), seats.to_vec());
    driver.start(Duration::ZERO);
    driver
}

fn play(engines: &mut EngineSet, driver: &mut Driver) {
    let Ok(()) = engines.play(driver, || Duration::ZERO, |_, _, _| Ok::<(), Infallible>(()));
}

fn engines(catalog: &parlor_core::Catalog) -> EngineSet<'_> {
    EngineSet::new(EngineFactory::new(|game, spec| match spec.name() {
        "panics" => Ok(Box::new(StubEngine::panics())),
        _ => catalog.engine(game, spec),
    }))
}

#[test]
fn two_engines_play_many_matches() {
    let catalog = parlor_games::catalog();
    let mut engines = engines(&catalog);
    for _ in 0..20 {
        let mut driver = driver("unlimited", ["random:seed=1", "random:seed=2"]);
        engines.begin_match(&driver).unwrap();
        play(&mut engines, &mut driver);
        assert!(matches!(driver.current_match().result(), Some(MatchResult::Finished(_))));
    }
}

#[test]
fn engine_that_panics_loses_or_pauses_the_match_and_not_the_process() {
    let catalog = parlor_games::catalog();
    let mut engines = engines(&catalog);
    let mut forfeited = driver("unlimited,engine-failure=forfeit", ["random", "panics"]);
    play(&mut engines, &mut forfeited);
    let lost = MatchResult::Forfeit { loser: Player::Second, reason: ForfeitReason::EngineFailed };
    assert_eq!(forfeited.current_match().result(), Some(lost));

    let mut paused = driver("unlimited", ["random", "panics"]);
    play(&mut engines, &mut paused);
    assert_eq!(paused.awaited(), Awaited::Retry(Player::Second, "The engine crashed: out of ideas."));
    let seat = Seat::Engine { spec: EngineSpec::new("random"), limits: Limits::none() };
    paused.replace_seat(Player::Second, seat, Duration::ZERO);
    play(&mut engines, &mut paused);
    assert!(matches!(paused.current_match().result(), Some(MatchResult::Finished(_))));
}

#[test]
fn engine_that_cannot_be_built_is_a_failure_with_its_reason() {
    let catalog = parlor_games::catalog();
    let mut driver = driver("unlimited", ["nonsense", "random"]);
    play(&mut engines(&catalog), &mut driver);
    let Awaited::Retry(Player::First, reason) = driver.awaited() else { panic!("{:?}", driver.awaited()) };
    assert!(reason.starts_with("The engine cannot be started:") && reason.contains("nonsense"), "{reason}");
}

/// Time that engines spend, in seconds.
type InventedTime = Arc<AtomicU64>;

/// Engine that reports a move at once and another one after nine seconds.
fn slow(time: &InventedTime, charged: Option<Duration>) -> StubEngine {
    let time = Arc::clone(time);
    let search = StubEngine::new(move |game, _, on_report| {
        on_report(report(game.legal_moves().first().unwrap()));
        time.fetch_add(9, Ordering::Relaxed);
        on_report(report(game.legal_moves().last().unwrap()));
        Ok(())
    });
    search.with_charged_time(charged)
}

/// The first event of a match in which First is slow.
fn first_event(terms: &str, charged: Option<Duration>, is_rated: bool) -> EventKind {
    let catalog = parlor_games::catalog();
    let time = InventedTime::default();
    let mut engines = EngineSet::new(EngineFactory::new(|game, spec| match spec.name() {
        "slow" => Ok(Box::new(slow(&time, charged))),
        _ => catalog.engine(game, spec),
    }));
    if is_rated {
        engines = engines.with_losses_on_time();
    }
    let mut driver = driver(terms, ["slow", "random"]);
    let now = || Duration::from_secs(time.load(Ordering::Relaxed));
    let _ = engines.play(&mut driver, now, |_, _, _| Err(()));
    driver.current_match().events()[0].kind.clone()
}

#[test]
fn late_answer_loses_only_where_engines_can_lose_on_time() {
    let played = |notation: &str| EventKind::Played(notation.to_owned());
    assert_eq!(first_event("move=5,engine-failure=forfeit", None, false), played("7"));
    assert_eq!(first_event("move=5,engine-failure=forfeit", None, true), EventKind::RanOutOfTime);
    assert_eq!(first_event("move=10,engine-failure=forfeit", None, true), played("7"));
    assert_eq!(first_event("move=5,engine-failure=last-report", None, true), played("1"));
    // By the engine's own clock it was in time, because the start of a program is not charged.
    let charged = Some(Duration::from_secs(2));
    assert_eq!(first_event("move=5,engine-failure=forfeit", charged, true), played("7"));
}

#[test]
fn raised_flag_ends_a_match_between_two_moves() {
    let catalog = parlor_games::catalog();
    let stop = StopFlag::default();
    let mut engines = engines(&catalog);
    engines.set_stop(stop.clone());
    let mut driver = driver("unlimited", ["random", "random"]);
    let Ok(()) = engines.play(
        &mut driver,
        || Duration::ZERO,
        |driver, _, _| {
            if driver.current_match().ply() == 3 {
                stop.raise();
            }
            Ok::<(), Infallible>(())
        },
    );
    assert_eq!((driver.current_match().ply(), driver.current_match().result()), (3, None));
}

/// Plays a match to its end, and gives the reports of its moves.
fn reports(engines: &mut EngineSet, driver: &mut Driver) -> Vec<AnyReport> {
    let mut reports = Vec::new();
    let on_event = |_: &Driver, _: &Event, report: Option<&AnyReport>| {
        reports.extend(report.cloned());
        Ok::<(), Infallible>(())
    };
    engines.begin_match(driver).unwrap();
    let Ok(()) = engines.play(driver, || Duration::ZERO, on_event);
    reports
}

#[test]
fn equal_specs_on_both_seats_are_two_engines() {
    let catalog = parlor_games::catalog();
    let spec = "alphabeta:depth=5,table-mib=1";
    let mut engines = EngineSet::new(&catalog);
    let played = reports(&mut engines, &mut driver("unlimited", [spec; 2]));
    let mut game = catalog.start(Setup::new("four-in-a-row")).unwrap();
    let mut apart = [(); 2].map(|()| catalog.engine(&*game, &EngineSpec::from(spec)).unwrap());
    let mut shared = catalog.engine(&*game, &EngineSpec::from(spec)).unwrap();
    let mut shared_nodes = 0;
    for report in &played {
        let mut last = None;
        apart[game.turn().index()].search(&*game, &Limits::none(), &mut |info| last = Some(info)).unwrap();
        assert_eq!(last.as_ref(), Some(report), "{}", game.position());
        shared.search(&*game, &Limits::none(), &mut |info| last = Some(info)).unwrap();
        shared_nodes += last.unwrap().nodes;
        game.play(&report.best).unwrap();
    }
    let nodes: u64 = played.iter().map(|report| report.nodes).sum();
    assert_ne!(nodes, shared_nodes, "they would tell each other what they think");
    assert_eq!((played.len(), nodes), (39, 36_392));
    // In the next match they know nothing of this one.
    assert_eq!(reports(&mut engines, &mut driver("unlimited", [spec; 2])), played);
}

#[test]
fn engine_of_another_match_is_built_again_for_another_type_of_game() {
    let catalog = parlor_games::catalog();
    let mut engines = EngineSet::new(&catalog);
    // Large boards have another Rust type.
    for pellets in [60, 65, 60] {
        let seat = Seat::Engine { spec: EngineSpec::new("best"), limits: Limits::none() };
        let mut driver = Driver::new(Match::new(pacman(pellets), "unlimited".parse().unwrap()), vec![seat]);
        driver.start(Duration::ZERO);
        engines.begin_match(&driver).unwrap();
        play(&mut engines, &mut driver);
        assert!(matches!(driver.current_match().result(), Some(MatchResult::Finished(_))), "{:?}", driver.awaited());
    }
}
