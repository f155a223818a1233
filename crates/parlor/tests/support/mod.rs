//! Runs the real program with input on its stdin.

use std::io::Write;
use std::process::{Command, Stdio};

/// Output and exit status of a run.
pub(crate) struct RunResult {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: Option<i32>,
}

/// Runs `parlor` with these arguments and this input, which ends after its last byte.
pub(crate) fn run_parlor(arguments: &str, input: &[u8]) -> RunResult {
    run(arguments, input, false)
}

/// Like [`run_parlor`], but stdin stays open after the input, as at a terminal.
#[allow(dead_code, reason = "not every test file needs it")]
pub(crate) fn run_parlor_with_open_stdin(arguments: &str, input: &[u8]) -> RunResult {
    run(arguments, input, true)
}

/// Runs `parlor` with arguments that may have blanks, and without input.
#[allow(dead_code, reason = "not every test file needs it")]
pub(crate) fn run_words(arguments: &[&str]) -> RunResult {
    run_with(arguments, b"", false)
}

/// Games that `parlor arena export` prints, without their times.
#[allow(dead_code, reason = "not every test file needs it")]
pub(crate) fn exported_games(store: &str) -> Vec<serde_json::Value> {
    let export = run_parlor(&format!("arena export {store}"), b"");
    assert_eq!((export.status, export.err.as_str()), (Some(0), ""));
    let mut games: Vec<serde_json::Value> =
        export.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for game in &mut games {
        game["record"] = serde_json::Value::Null;
        for played in game["moves"].as_array_mut().unwrap() {
            played["seconds"] = serde_json::Value::Null;
        }
    }
    games
}

fn run(arguments: &str, input: &[u8], keeps_stdin_open: bool) -> RunResult {
    run_with(&arguments.split_whitespace().collect::<Vec<_>>(), input, keeps_stdin_open)
}

fn run_with(arguments: &[&str], input: &[u8], keeps_stdin_open: bool) -> RunResult {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Written from another thread, because the program may end before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
        keeps_stdin_open.then_some(stdin)
    });
    let output = child.wait_with_output().unwrap();
    drop(writer.join().unwrap());
    RunResult {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code(),
    }
}
