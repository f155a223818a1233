//! Puzzles of every game: the solver confirms each solution, and each game has enough of every kind and difficulty.

use std::collections::HashSet;

use parlor_core::{Difficulty, Puzzle};
use parlor_games::catalog;
use parlor_games::puzzles::PuzzleChecker;

const LEAST_PUZZLES: usize = 200;

#[test]
fn every_game_has_enough_puzzles_of_every_difficulty() {
    for entry in catalog().games() {
        let puzzles: Vec<Puzzle> = entry.puzzles.iter().map(Result::unwrap).collect();
        assert!(puzzles.len() >= LEAST_PUZZLES, "{} has {} puzzles", entry.name, puzzles.len());
        let positions: HashSet<String> = puzzles.iter().map(|puzzle| format!("{:?}", puzzle.setup(""))).collect();
        assert_eq!(positions.len(), puzzles.len(), "{} has a position twice", entry.name);
        for difficulty in Difficulty::ALL {
            let count = puzzles.iter().filter(|puzzle| puzzle.difficulty == difficulty).count();
            assert!(count >= LEAST_PUZZLES / 10, "{} has {count} puzzles that are {difficulty:?}", entry.name);
        }
    }
}

/// One test per game, so that they run side by side.
fn solver_confirms_the_puzzles_of(game: &str) {
    let catalog = catalog();
    let entry = catalog.game(game).unwrap();
    let mut checker = PuzzleChecker::new(&catalog);
    for (number, puzzle) in (1..).zip(entry.puzzles.iter()) {
        let puzzle = puzzle.unwrap();
        checker.check(entry, &puzzle).unwrap_or_else(|error| panic!("puzzle {number} of {game}, {puzzle}: {error}"));
    }
}

#[test]
fn solver_confirms_the_puzzles_of_four_in_a_row() {
    solver_confirms_the_puzzles_of("four-in-a-row");
}

#[test]
fn solver_confirms_the_puzzles_of_tic_tac_toe() {
    solver_confirms_the_puzzles_of("tic-tac-toe");
}

#[test]
fn solver_confirms_the_puzzles_of_knights() {
    solver_confirms_the_puzzles_of("knights");
}

#[test]
fn solver_confirms_the_puzzles_of_reversi() {
    solver_confirms_the_puzzles_of("reversi");
}

#[test]
fn solver_confirms_the_puzzles_of_pacman() {
    solver_confirms_the_puzzles_of("pacman");
}

#[test]
fn a_wrong_or_second_solution_is_rejected() {
    let catalog = catalog();
    let entry = catalog.game("tic-tac-toe").unwrap();
    let mut checker = PuzzleChecker::new(&catalog);
    let mut check = |line: &str| checker.check(entry, &line.parse().unwrap());
    // X wins at once at 02; at 22 only the diagonal of O is stopped.
    assert_eq!(check("w1|size=3,win-streak=3|XX-/-O-/O--|02"), Ok(()));
    assert!(check("w1|size=3,win-streak=3|XX-/-O-/O--|22").is_err(), "another move");
    assert!(check("w1|size=3,win-streak=3|XX-/X-O/-OO|02").is_err(), "X wins at 20, too");
    assert!(check("w1|size=3,win-streak=3|---/---/---|11").is_err(), "a draw");
    assert!(check("o1|size=3,win-streak=3|XX-/-O-/O--|02,22").is_err(), "a move too many");
}
