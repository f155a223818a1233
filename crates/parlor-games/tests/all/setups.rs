//! Setups state every option, so that stored games keep their meaning when a default changes.

use parlor_core::{AnyGame, EngineSpec, Limits, Setup, StopFlag};
use parlor_games::catalog;

fn start(setup: Setup) -> Box<dyn AnyGame> {
    catalog().start(setup).unwrap()
}

fn stated_options(setup: Setup) -> Vec<(String, String)> {
    start(setup).setup().options.clone().into_iter().collect()
}

fn owned<const N: usize>(options: [(&str, &str); N]) -> Vec<(String, String)> {
    options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec()
}

#[test]
fn a_setup_without_options_states_the_defaults() {
    assert_eq!(stated_options(Setup::new("tic-tac-toe")), owned([("size", "4"), ("win-streak", "3")]));
    assert_eq!(
        stated_options(Setup::new("knights").with_option("size", 6)),
        owned([("path", "two-one"), ("size", "6"), ("trail", "origin")])
    );
    assert_eq!(stated_options(Setup::new("pacman")), owned([("board", "lure")]));
    assert_eq!(stated_options(Setup::new("reversi")), owned([("size", "8")]));
}

#[test]
fn a_streak_out_of_range_is_the_size() {
    let setup = |streak: u32| Setup::new("tic-tac-toe").with_option("size", 4).with_option("win-streak", streak);
    let leaves = |streak: u32| start(setup(streak)).perft(6, &StopFlag::default());
    assert_ne!(leaves(3), leaves(4));
    for streak in [0, 1, 5, 9, 99] {
        assert_eq!(leaves(streak), leaves(4), "{streak}");
    }
}

#[test]
fn tournament_players_are_engines() {
    let catalog = catalog();
    // One cell blocks a line of three, and one completes it.
    for position in ["XX--/-O--/----/----", "XX--/OO--/----/----"] {
        let game = catalog.start(Setup::new("tic-tac-toe").with_position(position)).unwrap();
        for name in ["clever", "genius"] {
            let mut engine = catalog.engine(&*game, &EngineSpec::new(name)).unwrap();
            let mut best = String::new();
            engine.search(&*game, &Limits::none(), &mut |info| best = info.best).unwrap();
            assert_eq!(best, "02", "{name} {position}");
        }
    }
    let game = catalog.start(Setup::new("tic-tac-toe")).unwrap();
    let moves = ["whatever:seed=3", "clever:seed=3"].map(|spec| {
        let mut engine = catalog.engine(&*game, &EngineSpec::from(spec)).unwrap();
        let mut played = Vec::new();
        for _ in 0..2 {
            engine.reset();
            engine.search(&*game, &Limits::none(), &mut |info| played.push(info.best)).unwrap();
        }
        assert_eq!(played[0], played[1], "{spec} repeats its moves after a reset");
        played.remove(0)
    });
    assert!(moves.iter().all(|m| game.legal_moves().contains(m)), "{moves:?}");
}
