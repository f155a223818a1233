//! Every engine of every game against plain negamax, on random positions near the end of a game.

use parlor_core::{AnyGame, EngineSpec, Limits, Score, Value};
use parlor_games::catalog::{self, GAMES};

/// Node limit within which every proving engine must prove a tree of `MAX_TREE` positions.
const NODES: u64 = 400_000;
const MAX_TREE: u64 = 4_000;
const POSITIONS_PER_VARIANT: u64 = 6;

/// The exact score, by plain negamax.
fn oracle(game: &dyn AnyGame) -> Score {
    match game.outcome() {
        Some(outcome) => Score::from_outcome(outcome, game.turn()),
        None => game.legal_moves().iter().map(|m| move_score(game, m)).max().unwrap(),
    }
}

/// The exact score of a move for the player who makes it.
fn move_score(game: &dyn AnyGame, m: &str) -> Score {
    let mut next = game.clone_box();
    next.play(m).unwrap();
    -oracle(&*next).one_ply_later()
}

/// Number of positions in the game tree; `None` if above `max`.
fn tree_size(game: &dyn AnyGame, max: u64) -> Option<u64> {
    let mut size = 1;
    for m in game.legal_moves() {
        let mut next = game.clone_box();
        next.play(&m).unwrap();
        size += tree_size(&*next, max.checked_sub(size)?)?;
    }
    (size <= max).then_some(size)
}

/// Visits the earliest position of each random game that the oracle can solve.
fn late_positions(mut visit: impl FnMut(&dyn AnyGame)) {
    for entry in GAMES.iter().filter(|entry| entry.seats == 2) {
        for variant in entry.variants {
            for seed in 0..POSITIONS_PER_VARIANT {
                let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
                let mut positions = vec![catalog::start(entry.setup(variant)).unwrap()];
                while let Some(game) = positions.last().filter(|game| game.outcome().is_none()) {
                    let mut next = game.clone();
                    let moves = game.legal_moves();
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    next.play(&moves[usize::try_from(state >> 33).unwrap() % moves.len()]).unwrap();
                    positions.push(next);
                }
                let small = positions.iter().find(|game| tree_size(&***game, MAX_TREE).is_some()).unwrap();
                if small.outcome().is_none() {
                    visit(&**small);
                }
            }
        }
    }
}

/// The result of a score: -1 for a loss, 0 for a draw, 1 for a win.
fn class(score: Score) -> i32 {
    if score.is_win() { 1 } else { -i32::from(score.is_loss()) }
}

/// Asserts that a value does not contradict the exact score.
fn assert_sound(value: Value, truth: Score, what: &str) {
    assert!(class(value.at_least) <= class(truth) && class(truth) <= class(value.at_most), "{what}: {value:?}");
    if value.is_exact() {
        assert_eq!(class(value.estimate), class(truth), "{what}");
    }
}

/// Whether an engine must prove a tree of this size. The others must only be sound.
fn is_prover(engine: &str) -> bool {
    matches!(engine, "minimax" | "alphabeta" | "perfect" | "strong" | "solver")
}

#[test]
fn engines_are_sound_and_provers_prove() {
    let mut searched = 0;
    late_positions(|game| {
        let truth = oracle(game);
        for engine_info in game.engines() {
            let what = format!("{} by {} at {}", game.setup().game, engine_info.name, game.position());
            let mut engine = game.engine(&EngineSpec::new(engine_info.name)).unwrap();
            let mut last = None;
            engine.search(game, &Limits::nodes(NODES), &mut |info| last = Some(info)).unwrap();
            let info = last.unwrap_or_else(|| panic!("{what} gave no move"));
            assert!(game.legal_moves().contains(&info.best), "{what}: {} is illegal", info.best);
            assert_sound(info.value, truth, &what);
            if is_prover(engine_info.name) {
                assert!(info.value.is_decided(), "{what} proved nothing: {:?}", info.value);
                assert_eq!(class(move_score(game, &info.best)), class(truth), "{what} loses the result");
            }
            engine
                .analyze(game, &Limits::nodes(NODES), &mut |m, value| {
                    assert_sound(value, move_score(game, &m), &format!("{what}, move {m}"));
                })
                .unwrap();
            searched += 1;
        }
    });
    assert!(searched > 200, "only {searched} searches");
}

#[test]
fn alphabeta_finds_the_exact_distance() {
    late_positions(|game| {
        let mut engine = game.engine(&EngineSpec::new("alphabeta")).unwrap();
        let mut last = None;
        engine.search(game, &Limits::none(), &mut |info| last = Some(info)).unwrap();
        let truth = oracle(game);
        assert_eq!(last.unwrap().value, Value::exact(truth), "{}", game.position());
    });
}

#[test]
fn minimax_and_alphabeta_agree_at_equal_depth_and_alphabeta_visits_fewer_nodes() {
    for entry in GAMES.iter().filter(|entry| entry.seats == 2) {
        for variant in entry.variants {
            let game = catalog::start(entry.setup(variant)).unwrap();
            let mut nodes = [0, 0];
            for depth in 1..=4 {
                let infos = ["minimax", "alphabeta"].map(|name| {
                    let spec = format!("{name}:depth={depth}").parse().unwrap();
                    let mut last = None;
                    let mut engine = game.engine(&spec).unwrap();
                    engine.search(&*game, &Limits::none(), &mut |info| last = Some(info)).unwrap();
                    last.unwrap()
                });
                assert_eq!(
                    infos[0].value.estimate, infos[1].value.estimate,
                    "{} {:?} at depth {depth}",
                    entry.name, variant.options
                );
                for (sum, info) in nodes.iter_mut().zip(&infos) {
                    *sum += info.nodes;
                }
            }
            assert!(nodes[1] <= nodes[0], "{} {:?}: {nodes:?}", entry.name, variant.options);
        }
    }
}
