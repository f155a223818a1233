//! `parlor analyze` as people and programs meet it.

mod person;

use person::{Ran, types};

fn stdout(arguments: &str) -> String {
    let Ran { out, errors, status } = types(&format!("analyze {arguments}"), b"", false);
    assert_eq!((errors.as_str(), status), ("", Some(0)), "{arguments}");
    out
}

#[test]
fn every_move_comes_with_its_exact_value_best_first() {
    // X wins at 02; 12 stops O's row; everything else lets O finish it.
    let text = stdout("tic-tac-toe --position XX-/OO-/---");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "02  wins in 1");
    assert_eq!(lines.iter().filter(|line| line.ends_with("loses in 2")).count(), 3, "{text}");
    assert!(lines[5].starts_with("perfect: ") && lines[5].contains(" nodes, ") && lines[5].ends_with(" s"), "{text}");
    assert_eq!(lines.len(), 6);
}

#[test]
fn json_is_one_object_that_says_the_same() {
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
fn what_cannot_be_analyzed_is_said_in_one_line() {
    let cases = [
        ("tic-tac-toe --position XXX/OO-/---", "there is nothing to analyze: X wins."),
        ("tic-tac-toe --engine hal", "there is no engine \"hal\" for this game"),
        ("tic-tac-toe --engine alphabeta:depht=3", "there is no option \"depht\""),
        ("tic-tac-toe --time-limit soon", "time-limit \"soon\" is not a number of seconds above 0, such as 2.5"),
    ];
    for (arguments, expected) in cases {
        let Ran { errors, status, .. } = types(&format!("analyze {arguments}"), b"", false);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    }
}
