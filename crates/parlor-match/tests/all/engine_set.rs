//! Whole matches between engines on the calling thread, with real engines and with one that panics.

use std::convert::Infallible;
use std::time::Duration;

use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, EngineSpec, Limits, Player, SearchError, Setup, Value};
use parlor_match::{Awaited, Driver, EngineSet, ForfeitReason, Match, MatchResult, Seat};

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
