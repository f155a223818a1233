//! Breakthrough on the command line of the program in src/main.rs.

use std::io::Write;
use std::process::{Command, Stdio};

fn run(arguments: &[&str], input: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_own-game"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn lists_the_game() {
    assert!(run(&["games"], "").contains("breakthrough"));
}

#[test]
fn two_people_play_to_the_end() {
    let moves = ["b2-b3", "a5-a4", "b3-a4", "b5-b4", "a4-b5", "e5-e4", "b5-b4", "b5-a6"];
    let text = run(&["play", "breakthrough", "--first", "human", "--second", "human"], &moves.join("\n"));
    // The pawn does not step backwards.
    assert!(text.contains("Illegal move."), "{text}");
    assert!(text.ends_with("X breaks through and wins.\n"), "{text}");
}

#[test]
fn engines_play_to_the_end() {
    let players = ["--first", "alphabeta:depth=3", "--second", "mcts:seed=1", "--time-limit", "0.05"];
    let text = run(&[&["play", "breakthrough"], &players[..]].concat(), "");
    assert!(text.contains("X plays ") && text.contains("O plays "), "{text}");
    assert!(text.ends_with("wins.\n"), "{text}");
}
