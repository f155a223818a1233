//! The command line: output and error messages of the commands.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

fn parlor(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlor")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = parlor(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

/// Output of `parlor` without arguments. With the site it keeps serving, so it is read up to the address and then killed.
fn run_without_arguments() -> String {
    let data = std::env::temp_dir().join(format!("parlor-welcome-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .env("XDG_DATA_HOME", &data)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut text = String::new();
    for line in lines.by_ref() {
        let is_last = line.starts_with("Serving on http://127.0.0.1:");
        text += &line;
        text.push('\n');
        if is_last {
            break;
        }
    }
    let _ = child.kill();
    child.wait().unwrap();
    let _ = std::fs::remove_dir_all(data);
    text
}

#[test]
fn welcome_and_game_list_are_complete() {
    let [welcome, list] = [run_without_arguments(), stdout(&["games"])];
    for game in parlor_games::catalog().games() {
        assert!(welcome.contains(&*game.name) && list.contains(&*game.name), "{}", game.name);
        assert!(game.options.iter().all(|option| list.contains(&*option.name)), "{}", game.name);
        assert!(game.levels.iter().all(|level| list.contains(&level.engine.to_string())), "{}", game.name);
    }
    assert!(list.contains("  levels: beginner (random), ") && list.contains("  solver: perfect\n"), "{list}");
}

#[test]
fn perft_prints_a_line_per_depth_and_the_speed() {
    let text = stdout(&["perft", "knights", "4", "--path", "either", "--trail", "path"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..4], ["1 4", "2 16", "3 136", "4 1156"]);
    let speed = lines[4].strip_suffix(" leaves/s").expect(lines[4]);
    assert!(speed.parse::<u64>().is_ok(), "{speed}");
    assert_eq!(lines.len(), 5);
    assert!(stdout(&["perft", "four-in-a-row", "1", "--position", "121212"]).starts_with("1 7\n"));
}

#[test]
fn perft_reads_positions_and_prints_json() {
    let file = std::env::temp_dir().join(format!("parlor-perft-{}", std::process::id()));
    std::fs::write(&file, "121212\n-\n1212121\n").unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(stdout(&["perft", "four-in-a-row", "2", "--file", path]), "121212: 7 42\n-: 7 49\n1212121: 0 0\n");
    let text = stdout(&["perft", "four-in-a-row", "2", "--file", path, "--json"]);
    std::fs::remove_file(file).unwrap();
    let objects: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[0]["leaves"], &objects[0]["turn"]), (&serde_json::json!([7, 42]), &"first".into()));
    assert_eq!((&objects[2]["turn"], &objects[2]["outcome"]["win"]), (&serde_json::Value::Null, &"first".into()));
}

#[test]
fn game_list_is_also_json() {
    let games: serde_json::Value = serde_json::from_str(&stdout(&["games", "--json"])).unwrap();
    let names: Vec<&str> = games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, parlor_games::catalog().games().iter().map(|game| &*game.name).collect::<Vec<_>>());
    let reversi = &games.as_array().unwrap()[names.iter().position(|name| *name == "reversi").unwrap()];
    assert_eq!(
        (&reversi["unit"], &reversi["players"], &reversi["solver"]),
        (&"discs".into(), &2.into(), &"perfect".into())
    );
    assert_eq!(reversi["options"][0]["words"], serde_json::json!(["8", "6", "4"]));
    assert!(reversi["engines"].as_array().unwrap().iter().any(|engine| engine["name"] == "strong"));
    assert_eq!(games[0]["unit"], "plies");
}

#[test]
fn rejects_invalid_input_in_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["perft", "chess", "3"], "unknown game \"chess\"; available: four-in-a-row, "),
        (&["perft", "four-in-a-row", "-1"], "depth \"-1\" is not a whole number from 1 to 64"),
        (&["perft", "four-in-a-row", "0"], "depth \"0\" is not a whole number from 1 to 64"),
        (&["perft", "four-in-a-row", "99999999999999999999"], "is not a whole number from 1 to 64"),
        (&["perft", "four-in-a-row", "many"], "depth \"many\" is not a whole number from 1 to 64"),
        (&["perft", "tic-tac-toe", "3", "--size", "10"], "size \"10\" is not a whole number from 2 to 9"),
        (&["perft", "tic-tac-toe", "3", "--size", "-4"], "size \"-4\" is not a whole number from 2 to 9"),
        (&["perft", "tic-tac-toe", "3", "--path", "leap"], "unknown option \"path\"; available: size, win-streak"),
        (&["perft", "four-in-a-row", "3", "--position", "448"], "character 3: \"8\" is not a column from 1 to 7"),
        (&["perft", "reversi", "3", "--position", "--X"], "the board has 3 cells, but size 8 has 64"),
        (&["perft", "four-in-a-row"], "required arguments were not provided: <DEPTH>"),
        (&["perft", "four-in-a-row", "3", "--sise", "4"], "unexpected argument '--sise'"),
        (&["bench", "chess"], "unknown game \"chess\""),
        (&["bench", "--engines", "--proofs"], "'--engines' cannot be used with '--proofs'"),
        (&["bench", "reversi", "--time-limit", "1"], "required arguments were not provided: <--proofs|--levels>"),
        (
            &["tournament", "-5", "4", "3", "none", "clever", "whatever"],
            "ROUNDS \"-5\" is not a whole number from 1 to",
        ),
        (
            &["tournament", "1", "10", "3", "none", "clever", "whatever"],
            "SIZE \"10\" is not a whole number from 2 to 9",
        ),
        (&["plya"], "unrecognized subcommand 'plya'"),
        (&["play", "reversi", "--first", "hal"], "unknown engine \"hal\""),
        (&["play", "reversi", "--second", "human", "--time-limit", "0"], "time-limit \"0\" is not a number of seconds"),
        (&["play", "reversi", "--second", "human", "--time-limit", "-1"], "time-limit \"-1\" is not a number"),
        (&["engine", "reversi", "strong", "--protocol", "uci"], "protocol \"uci\" is not one of json, nboard"),
        (&["record", "convert", "-", "--to", "pgn"], "to \"pgn\" is not one of record, moves"),
        (&["record", "show", "-", "--size", "5"], "options of a game need --game, which names it"),
        (&["arena", "report", "many"], "number \"many\" is not a whole number from 1 to"),
        (&["arena", "reversi", "greedy", "random", "--seconds", "1,no"], "seconds \"no\" is not a number of seconds"),
        (&["arena", "reversi", "greedy"], "arena needs a game and at least two engines"),
    ];
    for (arguments, expected) in cases {
        let output = parlor(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_lists_the_specified_programs_under_a_heading_of_their_own() {
    let help = stdout(&["--help"]);
    let (commands, specified) = help.split_once("\nSpecified programs").expect(&help);
    for program in ["tournament", "knights", "reversi", "pacman", "four-in-a-row"] {
        assert!(specified.contains(&format!("\n  {program} ")), "{program}: {help}");
        assert!(!commands.contains(&format!("\n  {program} ")), "{program}: {help}");
    }
    assert!(commands.contains("\n  play ") && !help.contains("contain "), "{help}");
}

#[test]
fn four_in_a_row_has_no_options() {
    for arguments in [&["--help"] as &[&str], &["--containment=none", "human", "5000"], &["--", "human", "5000"]] {
        let output = parlor(&[&["four-in-a-row"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(output.stdout, b"Illegal program arguments.\n", "{arguments:?}");
    }
    let output = parlor(&["--containment", "none", "four_in_a_row", "robot", "5000"]);
    assert_eq!(output.stdout, b"Illegal program arguments.\n");
}

/// Games may declare the same option with different ranges.
#[test]
fn help_lists_the_range_of_every_game() {
    let help = stdout(&["play", "--help"]);
    assert!(
        help.contains("tic-tac-toe: rows and columns of the board, a whole number from 2 to 9; knights: "),
        "{help}"
    );
    assert!(help.contains("knights: rows and columns of the board, a whole number from 3 to 8"), "{help}");
}

#[cfg(unix)]
#[test]
fn rejects_arguments_that_are_not_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let word = std::ffi::OsStr::from_bytes(b"\xff");
    let output = Command::new(env!("CARGO_BIN_EXE_parlor")).args(["perft"]).arg(word).arg("3").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("unknown game \"\u{fffd}\"; available: "), "{message}");
}

#[test]
fn closed_stdout_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["perft", "four-in-a-row", "8"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(feature = "web")]
#[test]
fn serve_rejects_invalid_addresses_and_folders() {
    let cases: &[(&[&str], i32, &str)] = &[
        (&["serve", "--port", "99999"], 2, "port \"99999\" is not a whole number from 0 to 65535"),
        (&["serve", "--port", "-1"], 2, "port \"-1\" is not a whole number from 0 to 65535"),
        (&["serve", "--name", "a b"], 2, "name \"a b\" is not a host name"),
        (&["serve", "--bind", "here"], 2, "bind \"here\" is not an address such as 127.0.0.1"),
        (&["serve", "--port", "0", "--data", "/dev/null/x"], 1, "/dev/null/x: "),
    ];
    for (arguments, status, expected) in cases {
        let output = parlor(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(*status), "{arguments:?}: {message}");
        assert!(message.contains(expected) && message.lines().count() == 1, "{arguments:?}: {message}");
    }
}
