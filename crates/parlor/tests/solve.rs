//! `parlor solve`, run as a process.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn solve(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.arg("solve").args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn texts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A file that is deleted at the end of the test.
struct TempFile(std::path::PathBuf);

impl TempFile {
    fn new(name: &str, content: &[u8]) -> TempFile {
        let path = std::env::temp_dir().join(format!("parlor-solve-{}-{name}", std::process::id()));
        std::fs::File::create(&path).unwrap().write_all(content).unwrap();
        TempFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn prints_score_value_and_line_of_a_position() {
    let (status, out, err) = texts(&solve(&["four-in-a-row", "-"]));
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..2], ["score 1", "value wins in 41 plies"]);
    assert_eq!(lines[2].split(' ').count(), 42);
    assert!(lines[3].starts_with("solver: ") && lines.len() == 4, "{out}");
    let engine = "solver:no-book=yes,table-mib=2";
    let (_, out, _) = texts(&solve(&["four-in-a-row", "121212", "--engine", engine, "--threads", "2"]));
    assert_eq!(out.lines().take(3).collect::<Vec<_>>(), ["score 18", "value wins in 1 ply", "line 1"]);
    assert!(out.contains(&format!("\n{engine},threads=2: ")), "{out}");
    assert_eq!(texts(&solve(&["four-in-a-row", "1212121"])).1, "score -18\nvalue has lost\nPlayer one wins.\n");
}

#[test]
fn prints_a_line_per_position_of_a_file_and_a_summary() {
    let file = TempFile::new("right", b"121212 18\n\n112233 18\r\n1212121\n444444333333555555 \n");
    let engine = ["--engine", "solver:no-book=yes,no-line=yes"];
    for threads in ["1", "3"] {
        let arguments = [&["four-in-a-row", "--file", file.path(), "--threads", threads], &engine[..]].concat();
        let (status, out, err) = texts(&solve(&arguments));
        assert_eq!(status, Some(0), "{err}");
        let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(lines.len(), 4);
        assert!(lines.iter().all(|words| words.len() == 5 && words[4].parse::<f64>().is_ok()), "{out}");
        let positions: Vec<&str> = lines.iter().map(|words| words[0]).collect();
        assert_eq!(positions, ["121212", "112233", "1212121", "444444333333555555"], "in the order of the file");
        assert_eq!((lines[0][1], lines[0][3], &lines[2][1..4]), ("18", "0", &["-18", "-", "0"][..]));
        let words: Vec<&str> = err.split_whitespace().collect();
        let names: Vec<&str> = words.iter().step_by(2).copied().collect();
        assert_eq!(names, ["positions", "wrong", "mean_us", "mean_nodes", "knps"], "{err}");
        assert_eq!((words[1], words[3], err.lines().count()), ("4", "0", 1));
    }
    let (_, out, _) = texts(&solve(&["four-in-a-row", "--file", file.path(), "--limit", "1"]));
    assert_eq!(out.lines().count(), 1);
}

#[test]
fn reports_and_counts_wrong_scores_and_illegal_lines() {
    let file = TempFile::new("wrong", b"121212 17\n4444444 0\n12x 1\n112233 18 more\n1212 \xff\n");
    let (status, out, err) = texts(&solve(&["four-in-a-row", "--file", file.path()]));
    assert_eq!(status, Some(1));
    assert_eq!(out.lines().count(), 2);
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines[0], "parlor: line 2, \"4444444\": bad position, character 7: there is no room in column 4");
    assert_eq!(lines[1], "parlor: line 3, \"12x\": bad position, character 3: \"x\" is not a column from 1 to 7");
    assert_eq!(lines[2], "parlor: line 5, \"1212\": score \"\u{fffd}\" is not a number");
    assert!(lines[3].starts_with("positions 2 wrong 1 ") && lines[3].ends_with(" errors 3"), "{err}");
}

#[test]
fn a_file_may_be_a_json_list_with_a_board_on_each_line() {
    let list = br#"[
{"name": "near", "board": [[66, 11]]},
{"name": "shut", "board": [[66, 99, 11]], "note": 1}
]"#;
    let file = TempFile::new("boards.json", list);
    let (status, out, err) = texts(&solve(&["pacman", "--file", file.path(), "--time-limit", "5"]));
    assert_eq!(status, Some(0), "{err}");
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!((&lines[0][..3], &lines[1][..2]), (&["near", "1", "R"][..], &["shut", "loses"][..]), "{out}");
    assert!(err.starts_with("positions 2 wrong 0 "), "{err}");
}

#[test]
fn solves_every_game_that_has_a_solver() {
    let (status, out, err) = texts(&solve(&["tic-tac-toe", "XX-/OO-/---", "--size", "3"]));
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..2], ["value wins in 1 ply", "line 02"]);
    assert!(lines[2].starts_with("perfect: ") && lines.len() == 3, "{out}");
    let (_, out, _) = texts(&solve(&["knights", "-", "--size", "3", "--path", "leap"]));
    assert!(out.starts_with("value loses in 6 plies\nline "), "{out}");
    let (_, out, _) = texts(&solve(&["tic-tac-toe", "XXX/OO-/---", "--size", "3"]));
    assert_eq!(out, "value has lost\nX wins.\n");
}

#[test]
fn prints_json_for_programs() {
    let json = |arguments: &[&str]| serde_json::from_str::<serde_json::Value>(&texts(&solve(arguments)).1).unwrap();
    let object = json(&["tic-tac-toe", "XX-/OO-/---", "--size", "3", "--json"]);
    let value = serde_json::json!({
        "kind": "win", "exact": true, "unit": "plies", "plies": 1, "margin": null, "estimate": null,
        "confidence": null, "text": "wins in 1 ply"
    });
    assert_eq!((&object["value"], &object["line"][0]), (&value, &"02".into()));
    assert_eq!((&object["turn"], &object["outcome"]), (&"first".into(), &serde_json::Value::Null));
    let object = json(&["four-in-a-row", "121212", "--json"]);
    assert_eq!((object["score"].as_i64(), &object["value"]), (Some(18), &value));
    assert_eq!((object["engine"].as_str(), object["line"][0].as_str()), (Some("solver"), Some("1")));
}

#[test]
fn json_of_a_finished_game_has_an_outcome_and_no_turn() {
    let json = |arguments: &[&str]| serde_json::from_str::<serde_json::Value>(&texts(&solve(arguments)).1).unwrap();
    let full = "X".repeat(64) + " O";
    let cases: [(&[&str], &str); 3] = [
        (&["tic-tac-toe", "XXX/OO-/---", "--size", "3", "--json"], "has lost"),
        (&["four-in-a-row", "1212121", "--json"], "has lost"),
        (&["reversi", &full, "--json"], "-64"),
    ];
    for (arguments, text) in cases {
        let object = json(arguments);
        assert_eq!((&object["turn"], &object["outcome"]["win"]), (&serde_json::Value::Null, &"first".into()));
        assert_eq!(
            (&object["value"]["text"], &object["final_value"]["text"]),
            (&text.into(), &text.into()),
            "{object}"
        );
    }
}

#[test]
fn files_are_answered_in_json_lines() {
    let file = TempFile::new("columns", b"# a comment\n121212 18\n1212121\n");
    let (status, out, _) = texts(&solve(&["four-in-a-row", "--file", file.path(), "--json"]));
    let objects: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((status, objects.len()), (Some(0), 2));
    assert_eq!((&objects[0]["position"], &objects[0]["score"]), (&"121212".into(), &18.into()));
    assert_eq!((&objects[1]["line"], &objects[1]["score"]), (&serde_json::json!([]), &(-18).into()));
    let board = format!("-OOOOOOX{} X; A1:+64", "X".repeat(56));
    let file = TempFile::new("margins", board.as_bytes());
    let (status, out, err) = texts(&solve(&["reversi", "--file", file.path(), "--json"]));
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &object["value"]["margin"], &object["line"][0]), (Some(0), &64.into(), &"A1".into()), "{err}");
    let outcome = ["reversi", "--engine", "perfect:outcome=yes", "--file", file.path()];
    let (status, out, err) = texts(&solve(&outcome));
    assert_eq!((status, out.split('\t').nth(1)), (Some(0), Some("wins")), "{err}");
}

#[test]
fn rejects_invalid_requests_in_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["reversi", "X"], "\"X\": bad position"),
        (&["four-in-a-row", "4", "5"], "\"4 5\": bad position, character 2"),
        (&["tic-tac-toe", "X--"], "\"X--\": bad position"),
        (&["tic-tac-toe", "-", "--threads", "2"], "the engine perfect has no option for threads"),
        (&["tic-tac-toe", "-", "--engine", "perfect:no-book=yes"], "unknown option \"no-book\""),
        (&["chess", "-"], "unknown game \"chess\""),
        (&["four-in-a-row"], "required arguments were not provided"),
        (&["four-in-a-row", "48"], "\"48\": bad position, character 2: \"8\" is not a column from 1 to 7"),
        (&["four-in-a-row", "12121211"], "\"12121211\": bad position, character 8: the game is over before column 1"),
        (&["four-in-a-row", "4", "--file", "x"], "cannot be used with"),
        (&["four-in-a-row", "4", "--limit", "3"], "cannot be used with"),
        (&["four-in-a-row", "--file", "/nowhere/at/all"], "/nowhere/at/all: "),
        (&["four-in-a-row", "4", "--threads", "0"], "threads \"0\" is not a whole number from 1 to 256"),
        (&["four-in-a-row", "4", "--engine", "solver:table-mib=1"], "a whole number from 2 to 4096"),
    ];
    for (arguments, expected) in cases {
        let (status, out, err) = texts(&solve(arguments));
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{arguments:?}: {err}");
    }
}

#[test]
fn reversi_positions_may_begin_with_a_hyphen() {
    let board = format!("-OOOOOOX{}", "X".repeat(56));
    let quoted = format!("{board} X");
    for arguments in [vec!["reversi", &quoted, "--threads", "2"], vec!["reversi", &board, "X"]] {
        let (status, out, err) = texts(&solve(&arguments));
        assert_eq!(status, Some(0), "{err}");
        assert!(out.starts_with("score 64\nvalue +64\nline A1\nperfect"), "{out}");
    }
}
