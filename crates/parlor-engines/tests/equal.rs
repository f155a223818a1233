//! Minimax and alpha-beta find the same at equal depth, alpha-beta with fewer nodes.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers in test games")]

mod common;

use common::maze::{Alike, Maze, Whim};
use common::row::{Middle, Row};
use common::{answer, build};
use parlor_core::{Engine, Evaluate, Keyed, Limits, SearchInfo};
use parlor_engines::{alphabeta, minimax};
use proptest::prelude::*;

fn assert_equal<G: Keyed>(plain: &SearchInfo<G::Move>, quick: &SearchInfo<G::Move>, what: &G) {
    assert_eq!(plain.value.estimate, quick.value.estimate, "{what:?} {plain:?} {quick:?}");
    // Minimax, which looks at everything, may prove a value sooner, and then plays a move that is proved.
    if (plain.depth, plain.value.is_exact()) == (quick.depth, quick.value.is_exact()) {
        assert_eq!(plain.best, quick.best, "{what:?} {plain:?} {quick:?}");
    } else {
        assert!(plain.value.is_exact());
    }
}

/// At every depth, by one alpha-beta that remembers and by one that has forgotten. The nodes of both.
fn compare<G: Keyed, E: Evaluate<G> + Default + 'static>(
    position: &G,
    depth: u32,
    options: &[(&str, &str)],
) -> [u64; 2] {
    let mut plain = build(&minimax::entry::<G, E>(), options);
    let mut kept = build(&alphabeta::entry::<G, E>(), options);
    let mut nodes = [0; 2];
    for depth in (1..=depth).rev().chain(1..=depth) {
        let limits = Limits::depth(depth);
        let truth = answer(&mut *plain, position, &limits);
        assert_equal(&truth, &answer(&mut *kept, position, &limits), position);
        let quick = answer(&mut *build(&alphabeta::entry::<G, E>(), options), position, &limits);
        assert_equal(&truth, &quick, position);
        nodes[0] += truth.nodes;
        nodes[1] += quick.nodes;
    }
    nodes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn in_any_maze(seed: u32, layers in 1_u8..12, depth in 1_u32..8, ties in 0_u32..3) {
        let maze = Maze::new(seed, layers);
        let ties = ties.to_string();
        compare::<Maze, Whim>(&maze, depth, &[("seed", &ties)]);
        compare::<Alike, Whim>(&Alike(maze), depth, &[("seed", &ties)]);
    }
}

#[test]
fn on_a_board_with_fewer_nodes() {
    let mut nodes = [0; 2];
    for position in [vec![], vec![5], vec![0, 5], vec![1, 5, 6]] {
        let [plain, quick] = compare::<Row<4, 4, 3>, Middle>(&Row::after_cells(&position), 5, &[]);
        nodes[0] += plain;
        nodes[1] += quick;
    }
    assert!(nodes[1] * 10 < nodes[0], "{nodes:?}");
}

#[test]
fn a_game_played_on_by_one_engine_stays_equal() {
    let mut position = Row::<4, 4, 4>::new();
    let mut plain = minimax::Minimax::new(&common::options(&minimax::INFO, &[]), Middle);
    let mut quick = alphabeta::AlphaBeta::new(&common::options(&alphabeta::INFO, &[("table-mib", "1")]), Middle);
    loop {
        let limits = Limits::depth(4);
        let mut truth = None;
        if plain.search(&position, &limits, &mut |thought| truth = Some(thought)).is_err() {
            break;
        }
        let truth = truth.unwrap();
        assert_equal(&truth, &answer(&mut quick, &position, &limits), &position);
        parlor_core::Game::play(&mut position, truth.best).unwrap();
    }
}
