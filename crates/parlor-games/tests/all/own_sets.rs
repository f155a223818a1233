//! The solvers on the test sets that `examples/make_test_sets.rs` made, so that a plain checkout tests them.

use parlor_core::{AnyGame, Limits, Player, Setup};
use parlor_games::catalog;
use parlor_games::four_in_a_row::solver::Solver;

use crate::sets::read_set;

/// Pairs of moves and number in a file of `tests/sets`.
fn read_pairs(file: &str) -> Vec<(String, i32)> {
    let text = read_set(file);
    let parse = |line: &str| {
        let (moves, number) = line.rsplit_once(' ').expect("moves and a number");
        (moves.to_owned(), number.parse().expect("a number"))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(parse).collect()
}

#[test]
fn four_in_a_row_scores_equal_the_set() {
    let set = read_pairs("four-in-a-row.txt");
    assert_eq!(set.len(), 200);
    let mut solver = Solver::new(4);
    for (columns, score) in set {
        solver.reset();
        assert_eq!(solver.score(&columns.parse().unwrap()).number(), score, "{columns}");
    }
}

/// Difference of discs at the end for First; the winner gets the empty cells.
fn margin(game: &dyn AnyGame) -> i32 {
    let [black, white] = game.scene().sides.map(|side| i32::try_from(side.count.unwrap()).unwrap());
    black - white + (black - white).signum() * (64 - black - white)
}

/// Plays both sides with the analysis engine: with best play the game ends with the margin of the set.
#[test]
fn reversi_margins_equal_the_set() {
    let set = read_pairs("reversi.txt");
    assert_eq!(set.len(), 50);
    let catalog = catalog();
    let spec = &catalog.game("reversi").unwrap().analysis_engine;
    for (moves, expected) in set {
        let mut game = catalog.start(Setup::new("reversi").with_position(&moves)).unwrap();
        let mover = game.turn();
        let mut engine = catalog.engine(&*game, spec).unwrap();
        while game.outcome().is_none() {
            let mut last = None;
            engine.search(&*game, &Limits::none(), &mut |info| last = Some(info)).unwrap();
            game.play(&last.unwrap().best).unwrap();
        }
        let margin = margin(&*game);
        assert_eq!(if mover == Player::First { margin } else { -margin }, expected, "{moves}");
    }
}
