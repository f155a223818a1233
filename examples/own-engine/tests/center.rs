//! The added engine through the catalog, as every front end uses it.

use own_engine::catalog;
use parlor_core::{AnyGame, EngineSpec, Limits, Setup};

fn best_move(game: &dyn AnyGame, spec: &str) -> String {
    let mut engine = catalog().engine(game, &EngineSpec::from(spec)).unwrap();
    let mut best = None;
    engine.search(game, &Limits::none(), &mut |info| best = Some(info.best)).unwrap();
    best.unwrap()
}

fn after(moves: &[&str]) -> Box<dyn AnyGame> {
    let mut game = catalog().start(Setup::new("four-in-a-row")).unwrap();
    for m in moves {
        game.play(m).unwrap();
    }
    game
}

#[test]
fn wins_blocks_and_likes_the_center() {
    assert_eq!(best_move(&*after(&[]), "center"), "4");
    assert_eq!(best_move(&*after(&[]), "center:favorite=2"), "2");
    assert_eq!(best_move(&*after(&["1", "2", "1", "2", "1", "3"]), "center"), "1");
    assert_eq!(best_move(&*after(&["1", "2", "1", "2", "1"]), "center"), "1");
}

#[test]
fn is_listed_and_checked_like_the_games_own_engines() {
    let catalog = catalog();
    let game = after(&[]);
    assert!(catalog.engines(&*game).iter().any(|info| info.name == "center"));
    let error = catalog.check_engine(&*game, &EngineSpec::from("center:favorite=9")).unwrap_err();
    assert!(error.to_string().contains("a whole number from 1 to 7"), "{error}");
    let other = catalog.start(Setup::new("reversi")).unwrap();
    assert!(catalog.check_engine(&*other, &EngineSpec::new("center")).is_err());
}

#[test]
fn keeps_the_laws_of_engines() {
    parlor_conformance::engines::engines_claim_nothing_false(&catalog(), "four-in-a-row");
}
