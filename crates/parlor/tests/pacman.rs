//! `parlor pacman`, run as a process: plans, verdicts, pictures, tables and error messages.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn parlor(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.arg("pacman").args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Status, stdout and stderr.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = parlor(arguments);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Path of a built-in board or of an example.
fn example(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let built_in = format!("{root}/crates/parlor-games/src/pacman/boards/{name}.txt");
    if PathBuf::from(&built_in).exists() { built_in } else { format!("{root}/examples/pacman/{name}.txt") }
}

/// A file that is deleted at the end of the test.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, text: &str) -> TempFile {
        let path = std::env::temp_dir().join(format!("parlor-pacman-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
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
fn every_algorithm_prints_a_shortest_plan_that_passes_check() {
    let file = example("lure");
    for algorithm in ["gbfs", "astar", "best"] {
        let (status, out, err) = run(&["solve", &file, "--algorithm", algorithm, "--time-limit", "30"]);
        assert_eq!((status, err.as_str()), (0, ""), "{algorithm}");
        let lines: Vec<&str> = out.lines().collect();
        let [plan, length, expanded, time, optimal] = lines[..] else { panic!("{out}") };
        assert!(plan.len() == 21 && plan.chars().all(|step| "RDLU".contains(step)), "{plan}");
        assert_eq!((length, optimal), ("length 21", "optimal"));
        assert!(expanded.strip_prefix("expanded ").unwrap().parse::<u64>().unwrap() > 0);
        let (_, decimals) = time.strip_prefix("time ").unwrap().split_once('.').unwrap();
        assert_eq!(decimals.len(), 3, "{time}");
        assert_eq!(run(&["check", &file, plan]), (0, "success after 21\n".to_owned(), String::new()));
        let longer = format!("{plan}LLL, as I said");
        assert_eq!(run(&["check", &file, &longer]), (0, "success after 21\n".to_owned(), String::new()));
    }
}

#[test]
fn board_without_pellets_is_solved() {
    let board = TempFile::new("eaten", "((66, 10), (99, 50))");
    let (status, out, _) = run(&["solve", board.path()]);
    assert_eq!(status, 0);
    assert_eq!(out, "\nlength 0\noptimal\n");
    assert_eq!(run(&["check", board.path(), ""]), (0, "success after 0\n".to_owned(), String::new()));
}

#[test]
fn reports_unsolvable_boards() {
    for name in ["poisoned", "cornered", "walled-in"] {
        let (status, stdout, stderr) = run(&["solve", &example(name)]);
        assert_eq!((status, stdout.as_str()), (1, "no solution\n"), "{name}");
        assert!(stderr.contains("walled off") || stderr.contains("ghost"), "{name}: {stderr}");
    }
}

#[test]
fn timeout_is_not_reported_as_unsolvable() {
    let mut text = vec!["11 ".repeat(40); 40].join("\n");
    text.replace_range(0..2, "66");
    let corner = text.len() - 3;
    text.replace_range(corner..corner + 2, "51");
    let board = TempFile::new("vast", &text);
    let (status, out, err) = run(&["solve", board.path(), "--time-limit", "0.001"]);
    assert_eq!((status, out.as_str(), err.as_str()), (3, "no plan found within 0.001 s\n", ""));
}

#[test]
fn failing_plan_reports_step_and_reason() {
    let file = example("wait");
    for (plan, expected) in [
        ("", "failure after 0: 12 pellets are left\n"),
        ("R", "failure after 1: 12 pellets are left\n"),
        ("LLU", "failure after 1: the red ghost caught Pac-Man\n"),
    ] {
        assert_eq!(run(&["check", &file, plan]), (1, expected.to_owned(), String::new()), "{plan}");
    }
}

#[test]
fn shows_a_plan_frame_by_frame() {
    let board = TempFile::new("show", "99 66 11 71 30\n99 10 99 99 51");
    let expected = "\
start, 3 pellets left
# @ . X y
#   # # R

step 1 of 4: D, 3 pellets left
#   . .
# @ # # R

step 2 of 4: U, 3 pellets left
# @ . . r
#   # # .

step 3 of 4: R, 2 pellets left
#   @ R
#   # # .

step 4 of 4: R, 1 pellet left
#     +
#   # # .

failure after 4: Pac-Man ran into the red ghost
";
    let (status, out, err) = run(&["show", board.path(), "DURR", "--frames"]);
    assert_eq!((status, err.as_str()), (1, ""));
    assert_eq!(out, expected);
}

#[test]
fn rejects_invalid_input_in_one_line() {
    let board = TempFile::new("code", "66 11\n11 12");
    let eaten = TempFile::new("88", "((66, 11), (88, 11))");
    let broken = TempFile::new("broken", "((66, 11), (11, 11)");
    let good = example("wait");
    let cases: &[(&[&str], &str)] = &[
        (&["solve", board.path()], "row 2, column 2: \"12\" is not a code; allowed are 10, 11, 20,"),
        (&["solve", eaten.path()], "row 2, column 1: \"88\" is not a code"),
        (&["solve", broken.path()], "no board: EOF while parsing a list at line 1 column 19"),
        (&["solve", "/no/such/file"], "/no/such/file: No such file"),
        (&["solve"], "required arguments were not provided: <FILE>"),
        (&["solve", &good, "--algorithm", "dfs"], "algorithm \"dfs\" is not one of gbfs, astar, best"),
        (&["solve", &good, "--time-limit", "0"], "time-limit \"0\" is not a number of seconds above 0"),
        (&["solve", &good, "--time-limit", "-1"], "time-limit \"-1\" is not a number of seconds above 0"),
        (&["check", &good, "RX"], "step 2 of the plan is 'X'; a step is R, D, L or U"),
        (&["check", &good], "required arguments were not provided: <PLAN>"),
        (&["show", board.path(), "R"], "row 2, column 2: \"12\" is not a code"),
        (&[], "requires a subcommand"),
    ];
    for (arguments, expected) in cases {
        let (status, out, err) = run(arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{arguments:?}: {err}");
    }
}

#[test]
fn solves_with_every_heuristic() {
    for heuristic in ["pellets", "farthest", "tree", "lagrangian", "plan"] {
        for algorithm in ["gbfs", "astar"] {
            let (status, stdout, _) =
                run(&["solve", &example("no-ghosts"), "--algorithm", algorithm, "--heuristic", heuristic]);
            assert_eq!(status, 0, "{algorithm} {heuristic}: {stdout}");
            assert!(stdout.contains("\nexpanded "), "{algorithm} {heuristic}: {stdout}");
        }
    }
}

#[test]
fn rejects_a_heuristic_that_cannot_be_used() {
    let (status, _, stderr) = run(&["solve", &example("lure"), "--algorithm", "gbfs", "--heuristic", "x"]);
    assert_eq!(status, 2);
    assert!(stderr.contains("pellets, farthest, tree, lagrangian, plan"), "{stderr}");
    let (status, _, stderr) = run(&["solve", &example("lure"), "--heuristic", "tree"]);
    assert_eq!(status, 2);
    assert!(stderr.contains("--algorithm"), "{stderr}");
}

#[test]
fn compares_every_heuristic_with_both_algorithms() {
    let (status, stdout, _) = run(&["compare", &example("no-ghosts"), "--time-limit", "5"]);
    assert_eq!(status, 0);
    let rows = stdout.lines().filter(|line| line.contains(" gbfs ") || line.contains(" astar "));
    assert_eq!(rows.count(), 10, "{stdout}");
    assert!(stdout.contains("lagrangian"), "{stdout}");
}

#[test]
fn tiny_time_limits_do_not_panic() {
    let board = vec![vec!["11"; 64].join(" "); 64].join("\n").replacen("11", "66", 1);
    let file = TempFile::new("all-pellets", &board);
    for algorithm in ["best", "gbfs", "astar"] {
        let (status, stdout, stderr) = run(&["solve", file.path(), "--algorithm", algorithm, "--time-limit", "0.001"]);
        assert!([0, 3].contains(&status), "{algorithm}: {status} {stdout} {stderr}");
    }
}
