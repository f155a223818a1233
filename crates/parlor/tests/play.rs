//! `parlor play` as people meet it.

mod person;

use person::{Ran, types};

fn play(arguments: &str, input: &str, keeps_quiet: bool) -> String {
    let Ran { out, errors, status } = types(&format!("play {arguments}"), input.as_bytes(), keeps_quiet);
    assert_eq!((errors.as_str(), status), ("", Some(0)), "{arguments}");
    out
}

#[test]
fn a_game_can_be_played_to_its_end_at_the_terminal() {
    let text = play("tic-tac-toe --second human", "00\n00\n10\nmoves\n01\n11\n02\n", false);
    assert!(text.contains("Illegal move."), "{text}");
    assert!(text.contains("> 01, 02, 11, 12, 20, 21, 22"), "{text}");
    assert!(text.ends_with("0 (X)(X)(X)\n1  O  O  .\n2  .  .  .\n   0  1  2\nX - O\nX wins.\n"), "{text}");
}

#[test]
fn an_engine_answers_and_ones_own_move_can_be_taken_back() {
    let text = play("tic-tac-toe --second perfect --time-limit 20", "11\nundo\n00\nresign\n", false);
    assert_eq!(text.matches("O plays ").count(), 2, "{text}");
    assert!(text.ends_with("O wins: X resigned.\n"), "{text}");
}

#[test]
fn people_who_share_the_terminal_take_back_the_last_move() {
    let text = play("tic-tac-toe --second human", "11\nundo\nmoves\n", false);
    assert!(text.contains("> 00, 01, 02, 10, 11, 12, 20, 21, 22\n"), "{text}");
}

#[test]
fn who_says_nothing_loses_when_the_time_is_up() {
    let text = play("tic-tac-toe --second human --time-limit 0.2", "11\n", true);
    assert!(text.ends_with("X wins: O ran out of time.\n"), "{text}");
}

/// The picture before the question, and a line of its own after it.
#[test]
fn input_that_ends_ends_the_game() {
    assert!(play("tic-tac-toe --second human", "11\n", false).ends_with("3 in a line win.\n> \n"));
}

/// However short the time.
#[test]
fn engines_do_not_lose_on_time() {
    for engine in ["random", "minimax", "alphabeta", "mcts", "perfect"] {
        let text = play(&format!("tic-tac-toe --first {engine} --second {engine} --time-limit 0.0001"), "", false);
        assert!(!text.contains("time"), "{text}");
    }
}

#[test]
fn nobody_sits_where_there_is_no_seat() {
    let cases = [
        ("pacman --second random", "there is no --second in pacman, which one plays alone"),
        ("reversi --second hal", "there is no engine \"hal\" for this game; there is random, "),
        ("reversi --second human:depth=3", ", strong, and human for a person"),
        ("reversi --second alphabeta:depht=3", "engine alphabeta: there is no option \"depht\""),
    ];
    for (arguments, expected) in cases {
        let Ran { errors, status, .. } = types(&format!("play {arguments}"), b"", false);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    }
}
