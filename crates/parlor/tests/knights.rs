//! Golden transcripts of `parlor knights`, run as a process.

mod support;

use std::time::{Duration, Instant};

use support::{RunResult, run_parlor, run_parlor_with_open_stdin};

fn run(arguments: &str, input: &[u8]) -> RunResult {
    run_parlor(&format!("knights {arguments}"), input)
}

fn run_with_open_stdin(arguments: &str, input: &[u8]) -> RunResult {
    run_parlor_with_open_stdin(&format!("knights {arguments}"), input)
}

fn knights(arguments: &str, input: &[u8]) -> String {
    let result = run(arguments, input);
    assert_eq!((result.err.as_str(), result.status), ("", Some(0)), "{arguments}");
    result.out
}

const START: &str = "\
X - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - O

";
const AFTER_3_2: &str = "\
* - - - - - - -
- - - - - - - -
- X - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - O

";
/// A complete game on 3x3 with `--path leap`.
const SMALL_GAME: &str = "\
X - -
- - -
- - O

* - -
- - X
- - O

* - -
O - X
- - *

* - -
O - *
X - *

* - O
* - *
X - *

* X O
* - *
* - *

* X *
* - *
* O *

O wins: X cannot move.
";

#[test]
fn two_people_play_a_complete_game() {
    let moves = "2 3\n2 1\n3 1\n1 3\n1 2\n3 2\n";
    for input in [moves.to_owned(), moves.replace('\n', "\r\n"), moves.replace(' ', "  \t"), moves.trim().to_owned()] {
        assert_eq!(knights("human human --size 3 --path leap", input.as_bytes()), SMALL_GAME, "{input:?}");
    }
}

#[test]
fn trail_may_cover_the_path_and_the_path_may_have_to_be_typed() {
    let picture = "\
X - - -
- - - -
- - - -
- - - O

* * * -
- - X -
- - - -
- - - O

* * * -
- - X -
- O - -
- * * *

* * * -
* * * -
X O - -
- * * *

* * * -
* * * O
X * * *
- * * *

O wins: X cannot move.
";
    // The path may be left out only where one way is free. The first, second and last moves name it.
    let input = b"2 3 two-one\n3 2 two-one\n3 1\n2 4 two-one\n";
    assert_eq!(knights("human human --size 4 --path either --trail path", input), picture);
    let unnamed = knights("human human --size 4 --path either --trail path", b"2 3\n");
    assert!(unnamed.ends_with("X - - -\n- - - -\n- - - -\n- - - O\n\nO wins: X made an illegal move.\n"), "{unnamed}");
}

#[test]
fn illegal_move_loses_at_once() {
    let long = [b"3 2 ".repeat(250_000), b"\n".to_vec()].concat();
    let lines: [&[u8]; 17] = [
        b"\n",
        b"3\n",
        b"3 2 1\n",
        b"3, 2\n",
        b"32\n",
        b"three two\n",
        b"3 3\n",
        b"1 1\n",
        b"9 9\n",
        b"0 0\n",
        b"-3 2\n",
        b"3.0 2\n",
        b"8 8\n",
        b"quit\n",
        b"\xff\xfe\n",
        b"3 2\xc3\x28\n",
        &long,
    ];
    for line in lines {
        let input = [line, b"3 2\n"].concat();
        let out = knights("human human", &input);
        assert_eq!(out, format!("{START}O wins: X made an illegal move.\n"), "{:?}", &line[..line.len().min(20)]);
    }
    let out = knights("human human", b"3 2\n3 2\n");
    assert_eq!(out, [START, AFTER_3_2, "X wins: O made an illegal move.\n"].concat());
}

#[test]
fn end_of_input_counts_as_running_out_of_time() {
    assert_eq!(knights("human human", b""), format!("{START}O wins: X ran out of time.\n"));
    assert_eq!(knights("human human", b"3 2"), [START, AFTER_3_2, "X wins: O ran out of time.\n"].concat());
    // The program does not wait until a limit of years is over.
    let years = "human human --time-limit 18446744073709551615";
    assert_eq!(knights(years, b""), format!("{START}O wins: X ran out of time.\n"));
}

#[test]
fn silent_person_loses_on_time() {
    let started = Instant::now();
    let result = run_with_open_stdin("human human --time-limit 0.4", b"3 2\n");
    let took = started.elapsed();
    assert_eq!(result.out, [START, AFTER_3_2, "X wins: O ran out of time.\n"].concat());
    assert_eq!((result.err.as_str(), result.status), ("", Some(0)));
    assert!(took >= Duration::from_millis(400) && took < Duration::from_secs(8), "{took:?}");
    let result = run_with_open_stdin("human random --time-limit 0.2", b"3 2\n");
    assert!(result.out.ends_with("O wins: X ran out of time.\n"), "{}", result.out);
    // A line without its end is not complete.
    let result = run_with_open_stdin("human human --time-limit 0.2", b"3 2");
    assert_eq!(result.out, format!("{START}O wins: X ran out of time.\n"));
}

/// The boards of a transcript, and its last line.
fn boards(out: &str) -> (Vec<&str>, &str) {
    let mut parts: Vec<&str> = out.split("\n\n").collect();
    let end = parts.pop().unwrap().trim_end();
    (parts, end)
}

#[test]
fn engines_play_to_the_end_and_never_lose_on_time() {
    for engine in ["minimax", "alphabeta", "perfect", "random"] {
        for rules in [
            "",
            "--path one-two",
            "--path either --size 5",
            "--path leap --size 4",
            "--trail path",
            "--path either --trail path",
        ] {
            for limit in ["--time-limit 0.3", "--time-limit 0.001"] {
                let out = knights(&format!("{engine} random {rules} {limit} --depth 4"), b"");
                let (boards, end) = boards(&out);
                assert!(["X wins: O cannot move.", "O wins: X cannot move."].contains(&end), "{out}");
                // Each move marks cells and clears none.
                let marked: Vec<usize> = boards.iter().map(|board| board.matches('*').count()).collect();
                assert!(marked.windows(2).all(|pair| pair[0] < pair[1]), "{out}");
                assert!(boards.iter().all(|board| board.matches(['X', 'O']).count() == 2), "{out}");
            }
        }
    }
}

#[test]
fn perfect_player_wins_won_positions() {
    for (rules, perfect) in
        [("", 'O'), ("--path one-two", 'O'), ("--path leap", 'O'), ("--trail path", 'O'), ("--size 5 --path leap", 'X')]
    {
        let players = if perfect == 'X' { "perfect alphabeta" } else { "alphabeta perfect" };
        let out = knights(&format!("{players} {rules} --depth 4 --time-limit 30"), b"");
        assert!(boards(&out).1.starts_with(perfect), "{rules}\n{out}");
    }
}

#[test]
fn default_opponent_is_an_engine() {
    let out = knights("", b"3 2\n");
    let (boards, end) = boards(&out);
    assert_eq!((boards.len(), end), (3, "O wins: X ran out of time."));
    assert!(out.starts_with(&[START, AFTER_3_2].concat()), "{out}");
}

#[test]
fn rejects_invalid_arguments_in_one_line() {
    let cases = [
        ("human chess", "parlor: player \"chess\" is not one of human, minimax, alphabeta, perfect, random"),
        ("Human", "parlor: player \"Human\" is not one of human, minimax, alphabeta, perfect, random"),
        ("--size 2", "parlor: size \"2\" is not a whole number from 3 to 8"),
        ("--size 9", "parlor: size \"9\" is not a whole number from 3 to 8"),
        ("--path over", "parlor: path \"over\" is not one of two-one, one-two, either, leap"),
        ("--trail none", "parlor: trail \"none\" is not one of origin, path"),
        ("--path leap --trail path", "parlor: path leap cannot be combined with trail path: a leap passes no cells"),
        ("--depth 0", "parlor: depth \"0\" is not a whole number from 1 to 64"),
        ("--depth -1", "parlor: depth \"-1\" is not a whole number from 1 to 64"),
        ("--time-limit 0", "parlor: time-limit \"0\" is not a number of seconds above 0, such as 2.5"),
        ("--time-limit -1", "parlor: time-limit \"-1\" is not a number of seconds above 0, such as 2.5"),
        ("--time-limit soon", "parlor: time-limit \"soon\" is not a number of seconds above 0, such as 2.5"),
        ("human human human", "parlor: unexpected argument 'human' found (see --help)"),
    ];
    for (arguments, message) in cases {
        let result = run(arguments, b"");
        assert_eq!((result.out.as_str(), result.status), ("", Some(2)), "{arguments}");
        assert_eq!(result.err, format!("{message}\n"));
    }
}

#[test]
fn commas_and_parentheses_are_accepted() {
    let input = b"(2,3)\n2,1\n 3,1 \n1 3\n(1,2)\r\n3,2\n";
    assert_eq!(knights("human human --size 3 --path leap", input), SMALL_GAME);
    let with_path = b"(2,3) two-one\n3,2 two-one\n3,1\n2 4 two-one\n";
    assert!(
        knights("human human --size 4 --path either --trail path", with_path).ends_with("O wins: X cannot move.\n")
    );
}

#[test]
fn stats_describe_every_engine_move_on_stderr() {
    let arguments = "alphabeta minimax --size 4 --path leap --depth 3";
    let result = run(&format!("{arguments} --stats"), b"");
    assert_eq!(result.out, knights(arguments, b""));
    let lines: Vec<&str> = result.err.lines().collect();
    // One board more than moves.
    assert_eq!(lines.len(), boards(&result.out).0.len() - 1);
    for (index, line) in lines.iter().enumerate() {
        let (letter, engine) = if index % 2 == 0 { ('X', "alphabeta") } else { ('O', "minimax") };
        assert!(line.starts_with(&format!("{letter} plays ")), "{line}");
        let (_, stats) = line.split_once(&format!(" ({engine}): nodes ")).expect(line);
        let [nodes, depth, value] = stats.split(", ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(nodes.parse::<u64>().unwrap() > 0);
        assert!((1..=3).contains(&depth.strip_prefix("depth ").unwrap().parse::<u32>().unwrap()), "{line}");
        assert!(value.strip_prefix("value ").is_some_and(|value| !value.is_empty()), "{line}");
    }
    assert_eq!(run("human human --stats", b"3 2\n").err, "", "people have no stats");
}

#[test]
fn compare_prints_equal_values_and_fewer_nodes_for_alphabeta() {
    let table = knights("--compare --depth 6 --path leap", b"");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["depth", "value", "minimax", "alphabeta", "share"]);
    assert_eq!(rows.len(), 7);
    for (depth, row) in (1..).zip(&rows[1..]) {
        assert_eq!(row[0].parse::<u32>().unwrap(), depth);
        let [minimax, alphabeta] = [row[2], row[3]].map(|nodes| nodes.parse::<u64>().unwrap());
        // Both deepen step by step; at the first depths alpha-beta's repeated searches outweigh its cutoffs.
        assert!(depth < 4 || alphabeta < minimax, "{table}");
    }
    assert_eq!(knights("--compare --path leap", b"").lines().count(), 9, "the default depth is 8");
    let result = run("human alphabeta --compare", b"");
    assert_eq!((result.out.as_str(), result.status, result.err.lines().count()), ("", Some(2), 1));
}
