//! Whole matches between engines on the calling thread, with real engines and with one that panics.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlor_core::{
    AnyEngine, AnyGame, AnySearchInfo, EngineSpec, Limits, Player, Score, SearchError, Setup, StopFlag, Value,
};
use parlor_match::{Awaited, Driver, EngineSet, EventKind, ForfeitReason, Match, MatchResult, Seat};

/// Engine that panics at every search.
struct Panicking;

impl AnyEngine for Panicking {
    fn search(&mut self, _: &dyn AnyGame, _: &Limits, _: &mut dyn FnMut(AnySearchInfo)) -> Result<(), SearchError> {
        panic!("out of ideas")
    }

    fn analyze(&mut self, _: &dyn AnyGame, _: &Limits, _: &mut dyn FnMut(String, Value)) -> Result<u64, SearchError> {
        Ok(0)
    }

    fn reset(&mut self) {
        panic!("out of ideas")
    }
}

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
    EngineSet::new(|game, spec| match spec.name() {
        "panics" => Ok(Box::new(Panicking)),
        _ => catalog.engine(game, spec),
    })
}

#[test]
fn two_engines_play_many_matches() {
    let catalog = parlor_games::catalog();
    let mut engines = engines(&catalog);
    for _ in 0..20 {
        let mut driver = driver("unlimited", ["random:seed=1", "random:seed=2"]);
        play(&mut engines, &mut driver);
        assert!(matches!(driver.current_match().result(), Some(MatchResult::Finished(_))));
        engines.reset();
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
    engines.reset();

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
struct Slow {
    time: InventedTime,
    charged: Option<Duration>,
}

impl AnyEngine for Slow {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        _: &Limits,
        on_info: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError> {
        let value = Value::estimate(Score::DRAW);
        let mut report =
            |best: &str| on_info(AnySearchInfo { best: best.to_owned(), value, line: Vec::new(), depth: 1, nodes: 1 });
        report(game.legal_moves().first().unwrap());
        self.time.fetch_add(9, Ordering::Relaxed);
        report(game.legal_moves().last().unwrap());
        Ok(())
    }

    fn analyze(&mut self, _: &dyn AnyGame, _: &Limits, _: &mut dyn FnMut(String, Value)) -> Result<u64, SearchError> {
        Ok(0)
    }

    fn reset(&mut self) {}

    fn charged_time(&self) -> Option<Duration> {
        self.charged
    }
}

/// The first event of a match in which First is slow.
fn first_event(terms: &str, charged: Option<Duration>, is_rated: bool) -> EventKind {
    let catalog = parlor_games::catalog();
    let time = InventedTime::default();
    let mut engines = EngineSet::of_catalog(&catalog);
    if is_rated {
        engines = engines.with_losses_on_time();
    }
    engines.insert(Player::First, EngineSpec::new("slow"), Box::new(Slow { time: time.clone(), charged }));
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
