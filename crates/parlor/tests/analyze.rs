//! `parlor analyze`, run as a process.

mod support;

use support::{RunResult, run_parlor};

fn stdout(arguments: &str) -> String {
    let RunResult { out, err, status } = run_parlor(&format!("analyze {arguments}"), b"");
    assert_eq!((err.as_str(), status), ("", Some(0)), "{arguments}");
    out
}

#[test]
fn lists_moves_with_exact_values_best_first() {
    // X wins at 02; 12 blocks O's row; every other move lets O complete it.
    let text = stdout("tic-tac-toe --size 3 --position XX-/OO-/---");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "02  wins in 1");
    assert_eq!(lines.iter().filter(|line| line.ends_with("loses in 2")).count(), 3, "{text}");
    assert!(lines[5].starts_with("perfect: ") && lines[5].contains(" nodes, ") && lines[5].ends_with(" s"), "{text}");
    assert_eq!(lines.len(), 6);
}

#[test]
fn json_output_has_the_same_values() {
    let text = stdout("knights --size 3 --path leap --json");
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
fn rejects_invalid_requests_in_one_line() {
    let cases = [
        ("tic-tac-toe --size 3 --position XXX/OO-/---", "the game is over, so there is nothing to analyze: X wins."),
        ("tic-tac-toe --engine hal", "unknown engine \"hal\""),
        ("tic-tac-toe --engine alphabeta:depht=3", "unknown option \"depht\""),
        ("tic-tac-toe --time-limit soon", "time-limit \"soon\" is not a number of seconds above 0, such as 2.5"),
    ];
    for (arguments, expected) in cases {
        let RunResult { err, status, .. } = run_parlor(&format!("analyze {arguments}"), b"");
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{err}");
    }
}
