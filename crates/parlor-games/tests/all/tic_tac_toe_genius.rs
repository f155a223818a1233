//! Tests of genius: it keeps every result that can be proved, and its moves depend on the position alone.

use std::collections::HashMap;

use parlor_core::{Game, Limits, Outcome, SplitMix64};
use parlor_engines::Budget;
use parlor_games::tic_tac_toe::prover::TicTacToeProver;
use parlor_games::tic_tac_toe::{Genius, TicTacToe};

type Board = TicTacToe<u64, 4>;

/// Result for the side to move, 1, 0 or -1, by negamax over all reachable positions.
fn negamax(position: &Board, results: &mut HashMap<Board, i8>) -> i8 {
    if let Some(result) = results.get(position) {
        return *result;
    }
    let mut best = None;
    for m in position.legal_moves() {
        best = best.max(Some(-negamax(&position.after(m), results)));
    }
    let result = best.unwrap_or(if position.outcome() == Some(Outcome::Draw) { 0 } else { -1 });
    results.insert(*position, result);
    result
}

#[test]
fn keeps_the_result_of_every_position_of_4x4_with_streak_3() {
    let mut results = HashMap::new();
    assert_eq!(negamax(&Board::new(3), &mut results), 1);
    let genius = Genius::<u64, 4>::new(3);
    for (position, result) in &results {
        match genius.choose(position) {
            Some(m) => assert_eq!(-results[&position.after(m)], *result, "{m} in {position}"),
            None => assert!(position.outcome().is_some(), "{position}"),
        }
    }
}

/// The result by the prover, which shares no code with the tablebase of genius.
fn proved_result(prover: &mut TicTacToeProver<u64, 4>, position: &Board) -> i8 {
    if position.legal_moves().next().is_none() {
        return if position.outcome() == Some(Outcome::Draw) { 0 } else { -1 };
    }
    let mut wins = |player| prover.wins(position, player, &mut Budget::new(&Limits::none())).unwrap().wins;
    i8::from(wins(position.turn())) - i8::from(wins(!position.turn()))
}

#[test]
fn keeps_the_result_on_4x4_with_streak_4() {
    let genius = Genius::<u64, 4>::new(4);
    let mut prover = TicTacToeProver::new(16);
    let mut random = SplitMix64::new(1);
    for _ in 0..500 {
        let mut position = Board::new(4);
        let count = |position: &Board| position.legal_moves().count();
        while count(&position) > 0 {
            let m = genius.choose(&position).unwrap();
            assert_eq!(
                -proved_result(&mut prover, &position.after(m)),
                proved_result(&mut prover, &position),
                "{m} in {position}"
            );
            let reply = position.legal_moves().nth(random.below(count(&position))).unwrap();
            position.play_unchecked(reply);
        }
    }
}

#[test]
fn moves_depend_on_the_position_alone() {
    let text = "X----/-OX--/--O--/-----/-----";
    let position = TicTacToe::<u64, 5>::new(4).parse(text).unwrap();
    let fresh = Genius::<u64, 5>::new(4).choose(&position);
    let used = Genius::<u64, 5>::new(4);
    let mut other = TicTacToe::<u64, 5>::new(4);
    while let Some(m) = used.choose(&other) {
        other.play(m).unwrap();
    }
    assert_eq!(used.choose(&position), fresh);
    assert_eq!(used.choose(&position), fresh);
}
