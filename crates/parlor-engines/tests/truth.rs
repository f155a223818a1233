//! Whatever an engine claims to be proved, a plain negamax finds as well.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers in test games")]

mod common;

use common::maze::{Alike, Maze, Whim};
use common::row::{Middle, Row};
use common::{answer, assert_true, build, oracle, oracle_of_move, seeded, sign, thoughts};
use parlor_core::{EngineEntry, Game, Keyed, Limits, Player, Score};
use parlor_engines::{Insight, alphabeta, general, mcts, minimax, proof};
use proptest::prelude::*;

/// A position some random moves into a game; not over.
fn wander<G: Game>(mut position: G, picks: &[u8]) -> G {
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

fn assert_solves<G: Keyed>(entry: &EngineEntry<G>, position: &G) {
    let truth = oracle(position);
    let thought = answer(&mut *build(entry, &[]), position, &Limits::none());
    assert_eq!(thought.value.estimate, truth, "{} {position:?}", entry.info.name);
    assert!(thought.value.is_exact());
    assert_eq!(oracle_of_move(position, thought.best), truth, "{} {position:?}", entry.info.name);
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

fn assert_honest<G: Keyed>(entry: &EngineEntry<G>, position: &G, limits: &Limits) {
    let (truth, what) = (oracle(position), format!("{} {position:?}", entry.info.name));
    let mut engine = seeded(entry);
    for thought in thoughts(&mut *engine, position, limits) {
        assert_true(thought.value, truth, &what);
    }
    engine.analyze(position, limits, &mut |m, value| assert_true(value, oracle_of_move(position, m), &what));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn deepening_engines_solve_any_maze(seed: u32, layers in 1_u8..9, picks: [u8; 2]) {
        let maze = wander(Maze::new(seed, layers), &picks);
        assert_solves(&alphabeta::entry::<Maze, Whim>(), &maze);
        assert_solves(&minimax::entry::<Maze, Whim>(), &maze);
        assert_solves(&alphabeta::entry::<Alike, Whim>(), &Alike(maze));
    }

    #[test]
    fn perfect_decides_any_maze(seed: u32, layers in 1_u8..11, picks: [u8; 2]) {
        let maze = Alike(wander(Maze::new(seed, layers), &picks));
        let truth = oracle(&maze);
        let mut engine = build(&proof::entry::<Alike, ()>(), &[]);
        let thought = answer(&mut *engine, &maze, &Limits::none());
        assert!(thought.value.is_decided());
        assert_true(thought.value, truth, "perfect");
        assert_eq!(sign(oracle_of_move(&maze, thought.best)), sign(truth));
    }

    #[test]
    fn nobody_claims_what_is_not_so(seed: u32, layers in 1_u8..9, nodes in 0_u64..400, picks: [u8; 2]) {
        let maze = wander(Maze::new(seed, layers), &picks);
        for entry in general::<Maze, Whim>() {
            assert_honest(&entry, &maze, &Limits::nodes(nodes));
            assert_honest(&entry, &maze, &Limits::depth(1 + (nodes % 6) as u32));
        }
    }

    #[test]
    fn mcts_proves_small_mazes(seed: u32, layers in 1_u8..6) {
        let maze = wander(Maze::new(seed, layers), &[]);
        let thought = answer(&mut *build(&mcts::entry(), &[]), &maze, &Limits::none());
        assert!(thought.value.is_decided(), "{thought:?}");
        assert_true(thought.value, oracle(&maze), "mcts");
        assert_eq!(sign(oracle_of_move(&maze, thought.best)), sign(oracle(&maze)));
    }

    #[test]
    fn greedy_takes_wins_and_avoids_losses(picks: [u8; 6]) {
        let position = wander(Row::<3, 3, 3>::new(), &picks);
        let thought = answer(&mut *build(&general::<_, Middle>()[1], &[]), &position, &Limits::none());
        let moves: Vec<Score> = position.legal_moves().map(|m| oracle_of_move(&position, m)).collect();
        let chosen = oracle_of_move(&position, thought.best);
        assert_true(thought.value, oracle(&position), "greedy");
        if moves.contains(&Score::win_in(1)) {
            assert_eq!(chosen, Score::win_in(1));
        } else if moves.iter().any(|score| *score != Score::loss_in(2)) {
            assert!(chosen != Score::loss_in(2));
        }
    }

    #[test]
    fn tic_tac_toe_is_solved_from_everywhere(picks in proptest::collection::vec(any::<u8>(), 2..8)) {
        let position = wander(Row::<3, 3, 3>::new(), &picks);
        assert_solves(&alphabeta::entry::<_, Middle>(), &position);
        assert_solves(&minimax::entry::<_, Middle>(), &position);
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_three_on_four_by_three_a_win() {
    for entry in [alphabeta::entry::<_, Middle>(), proof::entry::<_, ()>()] {
        let thought = answer(&mut *build(&entry, &[]), &Row::<3, 3, 3>::new(), &Limits::none());
        assert_eq!(thought.value.to_string(), "draw");
    }
    for entry in [alphabeta::entry::<_, Middle>(), proof::entry::<_, ()>()] {
        let thought = answer(&mut *build(&entry, &[]), &Row::<4, 3, 3>::new(), &Limits::none());
        assert_eq!(thought.value.to_string(), "wins in 7", "{}", entry.info.name);
    }
    let thought = answer(&mut *build(&minimax::entry::<_, Middle>(), &[]), &Row::<4, 3, 3>::new(), &Limits::depth(7));
    assert_eq!(thought.value.to_string(), "wins in 7");
}

/// Nobody wins who has no line left.
#[derive(Debug, Default)]
struct Blocked;

impl<const W: usize, const H: usize, const K: usize> Insight<Row<W, H, K>> for Blocked {
    fn wins(&self, position: &Row<W, H, K>, player: Player) -> Option<bool> {
        (!position.can_still_win(player)).then_some(false)
    }
}

/// Too much for the deepening that comes first: this is proof-number search's own.
#[test]
fn four_by_four_with_four_in_a_row_is_a_draw_and_insight_saves_work() {
    let board = Row::<4, 4, 4>::new();
    let blind = answer(&mut *build(&proof::entry::<_, ()>(), &[]), &board, &Limits::none());
    let knowing = answer(&mut *build(&proof::entry::<_, Blocked>(), &[]), &board, &Limits::none());
    assert_eq!([blind.value.to_string(), knowing.value.to_string()], ["draw", "draw"]);
    assert!(knowing.nodes * 2 < blind.nodes, "{} {}", knowing.nodes, blind.nodes);
}

#[test]
fn mcts_plays_from_where_it_was() {
    let start = Row::<4, 4, 3>::new();
    let mut engine = build(&mcts::entry(), &[]);
    let first = answer(&mut *engine, &start, &Limits::nodes(20_000));
    let reply = start.after(first.best);
    let next = reply.after(reply.legal_moves().next().unwrap());
    let kept = answer(&mut *engine, &next, &Limits::nodes(1));
    let fresh = answer(&mut *build(&mcts::entry(), &[]), &next, &Limits::nodes(1));
    assert!(kept.line.len() > fresh.line.len(), "{kept:?} {fresh:?}");
}

/// The tree is full long before the play-outs are done: it must still play to the end.
#[test]
fn mcts_with_little_memory_plays_on() {
    let mut engine = build(&mcts::entry(), &[("table-mib", "1")]);
    let mut position = Row::<5, 5, 4>::new();
    while position.outcome().is_none() {
        let thought = answer(&mut *engine, &position, &Limits::nodes(30_000));
        position.play(thought.best).unwrap();
    }
}
