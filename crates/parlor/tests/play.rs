//! `parlor play`, run as a process.

mod support;

use support::{RunResult, run_parlor, run_parlor_with_open_stdin};

fn play(arguments: &str, input: &str) -> String {
    expect_success(run_parlor(&format!("play {arguments}"), input.as_bytes()))
}

#[track_caller]
fn expect_success(result: RunResult) -> String {
    assert_eq!((result.err.as_str(), result.status), ("", Some(0)));
    result.out
}

#[test]
fn plays_a_complete_game() {
    let text = play("tic-tac-toe --size 3 --second human", "00\n00\n10\nmoves\n01\n11\n02\n");
    assert!(text.contains("Illegal move."), "{text}");
    assert!(text.contains("> 01, 02, 11, 12, 20, 21, 22"), "{text}");
    assert!(text.ends_with("0 (X)(X)(X)\n1  O  O  .\n2  .  .  .\n   0  1  2\nX - O\nX wins.\n"), "{text}");
}

#[test]
fn undo_takes_back_own_move_against_engine() {
    let text = play("tic-tac-toe --size 3 --second perfect --time-limit 20", "11\nundo\n00\nresign\n");
    assert_eq!(text.matches("O plays ").count(), 2, "{text}");
    assert!(text.ends_with("O wins: X resigned.\n"), "{text}");
}

#[test]
fn undo_takes_back_last_move_between_people() {
    let text = play("tic-tac-toe --size 3 --second human", "11\nundo\nmoves\n");
    assert!(text.contains("> 00, 01, 02, 10, 11, 12, 20, 21, 22\n"), "{text}");
}

#[test]
fn silent_person_loses_on_time() {
    let text = expect_success(run_parlor_with_open_stdin("play tic-tac-toe --second human --time-limit 0.2", b"11\n"));
    assert!(text.ends_with("X wins: O ran out of time.\n"), "{text}");
}

#[test]
fn end_of_input_ends_the_game_with_a_newline() {
    assert!(play("tic-tac-toe --second human", "11\n").ends_with("3 in a line win.\n> \n"));
}

#[test]
fn engines_never_lose_on_time() {
    for engine in ["random", "minimax", "alphabeta", "mcts", "perfect"] {
        let text = play(&format!("tic-tac-toe --first {engine} --second {engine} --time-limit 0.0001"), "");
        assert!(!text.contains("time"), "{text}");
    }
}

#[test]
fn tournament_players_are_engines_of_tic_tac_toe() {
    for engine in ["whatever", "clever", "genius"] {
        let text = play(&format!("tic-tac-toe --first {engine} --second genius --time-limit 5"), "");
        assert!(text.contains("X plays ") && text.contains("O plays "), "{text}");
    }
}

#[test]
fn default_opponent_is_the_one_of_the_catalog() {
    let text = play("reversi", "F5\nresign\n");
    assert!(text.contains("White plays ") && text.ends_with("White wins: Black resigned.\n"), "{text}");
}

#[test]
fn rejects_invalid_players_in_one_line() {
    let cases = [
        ("pacman --second random", "pacman is for one player: leave out --second"),
        ("reversi --second hal", "unknown engine \"hal\"; available: random, "),
        ("reversi --second human:depth=3", ", strong, or human for a person"),
        ("reversi --second alphabeta:depht=3", "engine alphabeta: unknown option \"depht\""),
    ];
    for (arguments, expected) in cases {
        let RunResult { err, status, .. } = run_parlor(&format!("play {arguments}"), b"");
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{err}");
    }
}
