//! Minimax and alpha-beta find the same values at equal depth, alpha-beta with fewer nodes.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers in test games")]

mod common;

use common::graph_game::{ArbitraryEvaluator, CollidingKeys, GraphGame};
use common::k_in_a_row::{CenterEvaluator, KInARow};
use common::{build, last_info};
use parlor_core::{Engine, Evaluate, Keyed, Limits, Report};
use parlor_engines::{alphabeta, minimax};
use proptest::prelude::*;

fn assert_equal<G: Keyed>(minimax: &Report<G::Move>, alphabeta: &Report<G::Move>, what: &G) {
    assert_eq!(minimax.value.estimate, alphabeta.value.estimate, "{what:?} {minimax:?} {alphabeta:?}");
    // Minimax searches everything, so it may prove a value sooner, and then plays a proved move.
    if (minimax.depth, minimax.value.is_exact()) == (alphabeta.depth, alphabeta.value.is_exact()) {
        assert_eq!(minimax.best, alphabeta.best, "{what:?} {minimax:?} {alphabeta:?}");
    } else {
        assert!(minimax.value.is_exact());
    }
}

/// Compares minimax at every depth with an alpha-beta that keeps its table and with a fresh one. Returns the nodes of
/// minimax and of the fresh alpha-beta.
fn compare<G: Keyed, E: Evaluate<G> + Default + 'static>(
    position: &G,
    depth: u32,
    options: &[(&str, &str)],
) -> [u64; 2] {
    let mut minimax = build(&minimax::entry::<G, E>(), options);
    let mut reused = build(&alphabeta::entry::<G, E>(), options);
    let mut nodes = [0; 2];
    for depth in (1..=depth).rev().chain(1..=depth) {
        let limits = Limits::depth(depth);
        let truth = last_info(&mut *minimax, position, &limits);
        assert_equal(&truth, &last_info(&mut *reused, position, &limits), position);
        let alphabeta = last_info(&mut *build(&alphabeta::entry::<G, E>(), options), position, &limits);
        assert_equal(&truth, &alphabeta, position);
        nodes[0] += truth.nodes;
        nodes[1] += alphabeta.nodes;
    }
    nodes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn values_are_equal_in_random_games(seed: u32, layers in 1_u8..12, depth in 1_u32..8, ties in 0_u32..3) {
        let game = GraphGame::new(seed, layers);
        let ties = ties.to_string();
        compare::<GraphGame, ArbitraryEvaluator>(&game, depth, &[("seed", &ties)]);
        compare::<CollidingKeys, ArbitraryEvaluator>(&CollidingKeys(game), depth, &[("seed", &ties)]);
    }
}

#[test]
fn alphabeta_visits_a_tenth_of_the_nodes_on_a_board() {
    let mut nodes = [0; 2];
    for position in [vec![], vec![5], vec![0, 5], vec![1, 5, 6]] {
        let [minimax, alphabeta] =
            compare::<KInARow<4, 4, 3>, CenterEvaluator>(&KInARow::after_cells(&position), 5, &[]);
        nodes[0] += minimax;
        nodes[1] += alphabeta;
    }
    assert!(nodes[1] * 10 < nodes[0], "{nodes:?}");
}

#[test]
fn values_stay_equal_through_a_game_with_one_engine() {
    let mut position = KInARow::<4, 4, 4>::new();
    let mut minimax = minimax::Minimax::new(&common::options(&minimax::INFO, &[]), CenterEvaluator);
    let mut alphabeta =
        alphabeta::AlphaBeta::new(&common::options(&alphabeta::INFO, &[("table-mib", "1")]), CenterEvaluator);
    loop {
        let limits = Limits::depth(4);
        let mut truth = None;
        if minimax.search(&position, &limits, &mut |info| truth = Some(info)).is_err() {
            break;
        }
        let truth = truth.unwrap();
        assert_equal(&truth, &last_info(&mut alphabeta, &position, &limits), &position);
        parlor_core::Game::play(&mut position, truth.best).unwrap();
    }
}
