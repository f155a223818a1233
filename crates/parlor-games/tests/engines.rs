//! Every engine of every game against a plain negamax, on random positions near the end of a game.

use parlor_core::{AnyGame, EngineSpec, Limits, Score, Value};
use parlor_games::catalog::{self, GAMES};

/// Enough for every engine that proves to prove a tree of `LARGEST_TREE` positions.
const NODES: u64 = 400_000;
const LARGEST_TREE: u64 = 4_000;
const POSITIONS_PER_VARIANT: u64 = 6;

/// The oracle: the exact score by looking at everything.
fn oracle(game: &dyn AnyGame) -> Score {
    match game.outcome() {
        Some(outcome) => Score::of(outcome, game.turn()),
        None => game.legal_moves().iter().map(|m| worth(game, m)).max().unwrap(),
    }
}

/// What a move is worth to who makes it.
fn worth(game: &dyn AnyGame, m: &str) -> Score {
    let mut next = game.clone_box();
    next.play(m).unwrap();
    -oracle(&*next).one_ply_later()
}

fn tree_size(game: &dyn AnyGame, room: u64) -> Option<u64> {
    let mut size = 1;
    for m in game.legal_moves() {
        let mut next = game.clone_box();
        next.play(&m).unwrap();
        size += tree_size(&*next, room.checked_sub(size)?)?;
    }
    (size <= room).then_some(size)
}

/// Random games, each taken back from its end as far as the oracle can follow.
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
                let small = positions.iter().find(|game| tree_size(&***game, LARGEST_TREE).is_some()).unwrap();
                if small.outcome().is_none() {
                    visit(&**small);
                }
            }
        }
    }
}

fn class(score: Score) -> i32 {
    if score.is_win() { 1 } else { -i32::from(score.is_loss()) }
}

fn assert_holds(value: Value, truth: Score, what: &str) {
    assert!(class(value.at_least) <= class(truth) && class(truth) <= class(value.at_most), "{what}: {value:?}");
    if value.is_exact() {
        assert_eq!(class(value.estimate), class(truth), "{what}");
    }
}

/// The engines that prove a tree this small; the others must only claim nothing false.
fn proves(engine: &str) -> bool {
    matches!(engine, "minimax" | "alphabeta" | "perfect" | "strong" | "solver")
}

#[test]
fn no_engine_claims_what_is_not_true_and_provers_prove() {
    let mut searched = 0;
    late_positions(|game| {
        let truth = oracle(game);
        for info in game.engines() {
            let what = format!("{} by {} at {}", game.setup().game, info.name, game.position());
            let mut engine = game.engine(&EngineSpec::of(info.name)).unwrap();
            let mut last = None;
            engine.search(game, &Limits::nodes(NODES), &mut |thought| last = Some(thought)).unwrap();
            let thought = last.unwrap_or_else(|| panic!("{what} gave no move"));
            assert!(game.legal_moves().contains(&thought.best), "{what}: {} is illegal", thought.best);
            assert_holds(thought.value, truth, &what);
            if proves(info.name) {
                assert!(thought.value.is_decided(), "{what} proved nothing: {:?}", thought.value);
                assert_eq!(class(worth(game, &thought.best)), class(truth), "{what} throws it away");
            }
            engine
                .analyze(game, &Limits::nodes(NODES), &mut |m, value| {
                    assert_holds(value, worth(game, &m), &format!("{what}, move {m}"));
                })
                .unwrap();
            searched += 1;
        }
    });
    assert!(searched > 200, "only {searched} searches");
}

#[test]
fn alphabeta_equals_the_oracle_to_the_ply() {
    late_positions(|game| {
        let mut engine = game.engine(&EngineSpec::of("alphabeta")).unwrap();
        let mut last = None;
        engine.search(game, &Limits::none(), &mut |thought| last = Some(thought)).unwrap();
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
                let thoughts = ["minimax", "alphabeta"].map(|name| {
                    let spec = format!("{name}:depth={depth}").parse().unwrap();
                    let mut last = None;
                    let mut engine = game.engine(&spec).unwrap();
                    engine.search(&*game, &Limits::none(), &mut |thought| last = Some(thought)).unwrap();
                    last.unwrap()
                });
                assert_eq!(
                    thoughts[0].value.estimate, thoughts[1].value.estimate,
                    "{} {:?} at depth {depth}",
                    entry.name, variant.options
                );
                for (sum, thought) in nodes.iter_mut().zip(&thoughts) {
                    *sum += thought.nodes;
                }
            }
            assert!(nodes[1] <= nodes[0], "{} {:?}: {nodes:?}", entry.name, variant.options);
        }
    }
}
