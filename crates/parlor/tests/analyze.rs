//! `parlor analyze` and `parlor play` as people and programs meet them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn parlor(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that needs no more input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn stdout(arguments: &[&str], input: &str) -> String {
    let output = parlor(arguments, input);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_move_comes_with_its_exact_value_best_first() {
    // X wins at 02; 12 stops O's row; everything else lets O finish it.
    let arguments = ["analyze", "tic-tac-toe", "--position", "XX-/OO-/---"];
    let text = stdout(&arguments, "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "02  wins in 1");
    assert_eq!(lines.iter().filter(|line| line.ends_with("loses in 2")).count(), 3, "{text}");
    assert!(lines[5].starts_with("perfect: ") && lines[5].contains(" nodes, ") && lines[5].ends_with(" s"), "{text}");
    assert_eq!(lines.len(), 6);
}

#[test]
fn json_is_one_object_that_says_the_same() {
    let text = stdout(&["analyze", "knights", "--size", "3", "--path", "leap", "--json"], "");
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["game"], "knights");
    assert_eq!(object["options"]["size"], "3");
    assert_eq!(object["turn"], "first");
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert!(moves.iter().all(|m| m["value"] == "loses in 6" && m["proved"] == true && m["plies"] == 6), "{text}");
    assert!(object["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn what_cannot_be_analyzed_is_said_in_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["analyze", "tic-tac-toe", "--position", "XXX/OO-/---"], "there is nothing to analyze: X wins."),
        (&["analyze", "tic-tac-toe", "--engine", "hal"], "there is no engine \"hal\" for this game"),
        (&["analyze", "tic-tac-toe", "--engine", "alphabeta:depht=3"], "there is no option \"depht\""),
        (&["analyze", "tic-tac-toe", "--time-limit", "soon"], "time-limit \"soon\" is not a number of seconds above 0"),
    ];
    for (arguments, expected) in cases {
        let output = parlor(arguments, "");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn a_game_can_be_played_to_its_end_at_the_terminal() {
    let text = stdout(&["play", "tic-tac-toe", "--second", "human"], "00\n00\n10\nmoves\n01\n11\n02\n");
    assert!(text.contains("Illegal move."), "{text}");
    assert!(text.contains("> 01, 02, 11, 12, 20, 21, 22"), "{text}");
    assert!(text.ends_with("0 (X)(X)(X)\n1  O  O  .\n2  .  .  .\n   0  1  2\nX - O\nX wins.\n"), "{text}");
}

#[test]
fn an_engine_answers_and_a_move_can_be_taken_back() {
    let arguments = ["play", "tic-tac-toe", "--second", "perfect", "--time-limit", "20"];
    let text = stdout(&arguments, "11\nundo\n00\nresign\n");
    assert_eq!(text.matches("O plays ").count(), 2, "{text}");
    assert!(text.ends_with("O wins: X resigned.\n"), "{text}");
}
