//! Proved values and bounds of the engines agree with a plain negamax.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers in test games")]

mod common;

use common::graph_game::{ArbitraryEvaluator, CollidingKeys, GraphGame};
use common::k_in_a_row::{CenterEvaluator, KInARow};
use common::{assert_sound, build, last_info, oracle, oracle_of_move, search_infos, seeded, sign};
use parlor_core::{EngineEntry, Game, Keyed, Limits, Player, Score, Value};
use parlor_engines::{NullEvaluator, StaticProver, alphabeta, general_engines, mcts, minimax, perfect};
use proptest::prelude::*;

/// A position after some random moves, before the end of the game.
fn random_position<G: Game>(mut position: G, picks: &[u8]) -> G {
    for &pick in picks {
        let count = position.legal_moves().count();
        let next = position.after(position.legal_moves().nth(usize::from(pick) % count).unwrap());
        if next.legal_moves().next().is_none() {
            break;
        }
        position = next;
    }
    position
}

/// Asserts that an engine finds the exact value of a position and of all its moves.
fn assert_solves<G: Keyed>(entry: &EngineEntry<G>, position: &G) {
    let truth = oracle(position);
    let info = last_info(&mut *build(entry, &[]), position, &Limits::none());
    assert_eq!(info.value.estimate, truth, "{} {position:?}", entry.info.name);
    assert!(info.value.is_exact());
    assert_eq!(oracle_of_move(position, info.best), truth, "{} {position:?}", entry.info.name);
    let mut seen = Vec::new();
    build(entry, &[]).analyze(position, &Limits::none(), &mut |m, value| {
        seen.retain(|(other, _)| *other != m);
        seen.push((m, value));
    });
    assert_eq!(seen.len(), position.legal_moves().count());
    for (m, value) in seen {
        assert_eq!((value.at_least, value.at_most), (oracle_of_move(position, m), oracle_of_move(position, m)));
    }
}

/// Asserts that all reports of an engine are sound.
fn assert_sound_reports<G: Keyed>(entry: &EngineEntry<G>, position: &G, limits: &Limits) {
    let (truth, what) = (oracle(position), format!("{} {position:?}", entry.info.name));
    let mut engine = seeded(entry);
    for info in search_infos(&mut *engine, position, limits) {
        assert_sound(info.value, truth, &what);
    }
    engine.analyze(position, limits, &mut |m, value| assert_sound(value, oracle_of_move(position, m), &what));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn deepening_engines_solve_random_games(seed: u32, layers in 1_u8..9, picks: [u8; 2]) {
        let game = random_position(GraphGame::new(seed, layers), &picks);
        assert_solves(&alphabeta::entry::<GraphGame, ArbitraryEvaluator>(), &game);
        assert_solves(&minimax::entry::<GraphGame, ArbitraryEvaluator>(), &game);
        assert_solves(&alphabeta::entry::<CollidingKeys, ArbitraryEvaluator>(), &CollidingKeys(game));
    }

    #[test]
    fn perfect_decides_random_games(seed: u32, layers in 1_u8..11, picks: [u8; 2]) {
        let game = CollidingKeys(random_position(GraphGame::new(seed, layers), &picks));
        let truth = oracle(&game);
        let mut engine = build(&perfect::entry::<CollidingKeys, NullEvaluator, ()>(), &[]);
        let info = last_info(&mut *engine, &game, &Limits::none());
        assert!(info.value.is_decided());
        assert_sound(info.value, truth, "perfect");
        assert_eq!(sign(oracle_of_move(&game, info.best)), sign(truth));
    }

    #[test]
    fn reports_under_limits_are_sound(seed: u32, layers in 1_u8..9, nodes in 0_u64..400, picks: [u8; 2]) {
        let game = random_position(GraphGame::new(seed, layers), &picks);
        for entry in general_engines::<GraphGame, ArbitraryEvaluator>() {
            assert_sound_reports(&entry, &game, &Limits::nodes(nodes));
            assert_sound_reports(&entry, &game, &Limits::depth(1 + (nodes % 6) as u32));
        }
    }

    #[test]
    fn mcts_proves_small_games(seed: u32, layers in 1_u8..6) {
        let game = random_position(GraphGame::new(seed, layers), &[]);
        let info = last_info(&mut *build(&mcts::entry(), &[]), &game, &Limits::none());
        assert!(info.value.is_decided(), "{info:?}");
        assert_sound(info.value, oracle(&game), "mcts");
        assert_eq!(sign(oracle_of_move(&game, info.best)), sign(oracle(&game)));
    }

    #[test]
    fn greedy_takes_wins_and_avoids_losses(picks: [u8; 6]) {
        let position = random_position(KInARow::<3, 3, 3>::new(), &picks);
        let info = last_info(&mut *build(&general_engines::<_, CenterEvaluator>()[1], &[]), &position, &Limits::none());
        let moves: Vec<Score> = position.legal_moves().map(|m| oracle_of_move(&position, m)).collect();
        let chosen = oracle_of_move(&position, info.best);
        assert_sound(info.value, oracle(&position), "greedy");
        if moves.contains(&Score::win_in(1)) {
            assert_eq!(chosen, Score::win_in(1));
        } else if moves.iter().any(|score| *score != Score::loss_in(2)) {
            assert!(chosen != Score::loss_in(2));
        }
    }

    #[test]
    fn tic_tac_toe_is_solved_from_random_positions(picks in proptest::collection::vec(any::<u8>(), 2..8)) {
        let position = random_position(KInARow::<3, 3, 3>::new(), &picks);
        assert_solves(&alphabeta::entry::<_, CenterEvaluator>(), &position);
        assert_solves(&minimax::entry::<_, CenterEvaluator>(), &position);
    }
}

#[test]
fn three_in_a_row_is_a_draw_on_3x3_and_a_win_on_4x3() {
    for entry in [alphabeta::entry::<_, CenterEvaluator>(), perfect::entry::<_, NullEvaluator, ()>()] {
        let info = last_info(&mut *build(&entry, &[]), &KInARow::<3, 3, 3>::new(), &Limits::none());
        assert_eq!(info.value, Value::exact(Score::DRAW));
    }
    for entry in [alphabeta::entry::<_, CenterEvaluator>(), perfect::entry::<_, NullEvaluator, ()>()] {
        let info = last_info(&mut *build(&entry, &[]), &KInARow::<4, 3, 3>::new(), &Limits::none());
        assert_eq!(info.value, Value::exact(Score::win_in(7)), "{}", entry.info.name);
    }
    let info = last_info(
        &mut *build(&minimax::entry::<_, CenterEvaluator>(), &[]),
        &KInARow::<4, 3, 3>::new(),
        &Limits::depth(7),
    );
    assert_eq!(info.value, Value::exact(Score::win_in(7)));
}

/// A player without an open line cannot win.
#[derive(Debug, Default)]
struct OpenLines;

impl<const W: usize, const H: usize, const K: usize> StaticProver<KInARow<W, H, K>> for OpenLines {
    fn wins(&self, position: &KInARow<W, H, K>, player: Player) -> Option<bool> {
        (!position.can_still_win(player)).then_some(false)
    }
}

/// Beyond the reach of the alpha-beta search that comes first: proof-number search has to solve it.
#[test]
fn four_in_a_row_on_4x4_is_a_draw_and_a_static_prover_saves_nodes() {
    let board = KInARow::<4, 4, 4>::new();
    let without = last_info(&mut *build(&perfect::entry::<_, NullEvaluator, ()>(), &[]), &board, &Limits::none());
    let with = last_info(&mut *build(&perfect::entry::<_, NullEvaluator, OpenLines>(), &[]), &board, &Limits::none());
    assert_eq!([without.value, with.value], [Value::exact(Score::DRAW); 2]);
    assert!(with.nodes * 2 < without.nodes, "{} {}", with.nodes, without.nodes);
}

#[test]
fn mcts_reuses_its_tree() {
    let start = KInARow::<4, 4, 3>::new();
    let mut engine = build(&mcts::entry(), &[]);
    let first = last_info(&mut *engine, &start, &Limits::nodes(20_000));
    let reply = start.after(first.best);
    let next = reply.after(reply.legal_moves().next().unwrap());
    let reused = last_info(&mut *engine, &next, &Limits::nodes(1));
    let fresh = last_info(&mut *build(&mcts::entry(), &[]), &next, &Limits::nodes(1));
    assert!(reused.line.len() > fresh.line.len(), "{reused:?} {fresh:?}");
}

/// The tree is full long before the play-outs are done.
#[test]
fn mcts_plays_to_the_end_with_little_memory() {
    let mut engine = build(&mcts::entry(), &[("table-mib", "1")]);
    let mut position = KInARow::<5, 5, 4>::new();
    while position.outcome().is_none() {
        let info = last_info(&mut *engine, &position, &Limits::nodes(30_000));
        position.play(info.best).unwrap();
    }
}
