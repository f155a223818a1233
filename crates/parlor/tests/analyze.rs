//! `parlor analyze`, run as a process.

mod support;

use support::{RunResult, run_parlor, run_words};

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
    assert_eq!(lines[0], "02  wins in 1 ply");
    assert_eq!(lines.iter().filter(|line| line.ends_with("loses in 2 plies")).count(), 3, "{text}");
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
    let value = serde_json::json!({
        "kind": "loss", "exact": true, "unit": "plies", "plies": 6, "margin": null, "estimate": null,
        "confidence": null, "text": "loses in 6 plies"
    });
    assert!(moves.iter().all(|m| m["value"] == value), "{text}");
    assert!(object["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn reversi_counts_discs() {
    let board = format!("-OOOOOOX{}", "X".repeat(56));
    let RunResult { out, .. } = run_words(&["analyze", "reversi", "--position", &format!("{board} X")]);
    assert_eq!(out.lines().next(), Some("A1  +64"), "{out}");
    let text = stdout("reversi --time-limit 0.2");
    assert!(
        text.lines().take(4).all(|line| {
            let [_, value, confidence] = line.split("  ").collect::<Vec<_>>()[..] else { return false };
            let (_, decimals) = value.split_once('.').unwrap();
            decimals.len() == 1 && value != "-0.0" && confidence.ends_with(" % sure")
        }),
        "{text}"
    );
    let RunResult { out, .. } = run_words(&["analyze", "reversi", "--position", &format!("{board} X"), "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    let value = &object["moves"][0]["value"];
    assert_eq!(
        (&value["margin"], &value["unit"], &value["plies"]),
        (&64.into(), &"discs".into(), &serde_json::Value::Null)
    );
}

#[test]
fn a_finished_game_is_not_an_error() {
    assert_eq!(stdout("tic-tac-toe --size 3 --position XXX/OO-/---"), "The game is over: X wins.\n");
    let text = stdout("tic-tac-toe --size 3 --position XXX/OO-/--- --json");
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&object["turn"], &object["outcome"]["win"]), (&serde_json::Value::Null, &"first".into()));
    assert_eq!((&object["moves"], &object["final_value"]["kind"]), (&serde_json::json!([]), &"loss".into()));
}

#[test]
fn positions_come_from_a_file() {
    let lines = b"# two positions, a finished one and a bad one\nXX-/OO-/---\n\n-\nXXX/OO-/---\nXX\n";
    let RunResult { out, err, status } = run_parlor("analyze tic-tac-toe --size 3 --file - --json", lines);
    let objects: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let positions: Vec<&str> = objects.iter().map(|object| object["position"].as_str().unwrap()).collect();
    assert_eq!(positions, ["XX-/OO-/---", "---/---/---", "XXX/OO-/---"]);
    assert_eq!(objects[0]["moves"][0]["value"]["text"], "wins in 1 ply");
    assert_eq!(objects[1]["moves"][0]["value"]["kind"], "draw");
    let (wrong, totals) = err.split_once('\n').unwrap();
    assert!(wrong.starts_with("parlor: line 6, \"XX\": bad position: "), "{err}");
    assert!(totals.starts_with("positions 3 wrong 0 ") && totals.ends_with(" errors 1\n"), "{err}");
    assert_eq!(status, Some(1));
    let RunResult { out, status, .. } =
        run_parlor("analyze tic-tac-toe --size 3 --file - --threads 2", b"XX-/OO-/---\nXXX/OO-/---\n");
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines[0][..3], ["XX-/OO-/---", "wins in 1 ply", "02"], "{out}");
    assert_eq!((lines[0][5], lines[0].len()), ("02:wins in 1 ply", 10), "{out}");
    assert_eq!(lines[1][..4], ["XXX/OO-/---", "has lost", "-", "0"], "{out}");
    assert_eq!(status, Some(0));
}

#[test]
fn positions_of_a_file_may_have_different_types() {
    // A board of Pac-Man with more than 64 pellets is another type than a smaller one.
    let line = |pellets: usize| {
        let upper = pellets / 2;
        format!("66{}/{}{}\n", " 11".repeat(upper), " 10".repeat(1 - pellets % 2), " 11".repeat(pellets - upper))
    };
    let lines = [60, 65, 60].map(line).concat();
    let RunResult { out, err, status } =
        run_parlor("analyze pacman --time-limit 0.2 --file - --json", lines.as_bytes());
    assert_eq!((err.lines().count(), status), (1, Some(0)), "{err}");
    let objects: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lengths: Vec<Option<i64>> = objects.iter().map(|object| object["score"].as_i64()).collect();
    assert_eq!(lengths, [60, 65, 60].map(Some), "{out}");
}

#[test]
fn four_in_a_row_positions_keep_their_order() {
    let object: serde_json::Value = serde_json::from_str(&stdout("four-in-a-row --position 257 --json")).unwrap();
    assert_eq!(object["position"], "257");
    assert_eq!((object["moves"].as_array().unwrap().len(), &object["moves"][0]["move"]), (7, &object["line"][0]));
    assert!(object["moves"][0]["score"].is_i64() && object["score"] == object["moves"][0]["score"], "{object}");
}

#[test]
fn rejects_invalid_requests_in_one_line() {
    let cases = [
        ("tic-tac-toe --size 3 --position XXX/OO-/--- --engine hal", "unknown engine \"hal\""),
        ("tic-tac-toe --position - --file x", "cannot be used with"),
        ("tic-tac-toe --file /nowhere/at/all", "/nowhere/at/all: "),
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
