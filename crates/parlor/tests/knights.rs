//! Golden transcripts of `parlor knights`, through the real program.

mod person;

use std::time::{Duration, Instant};

use person::{Ran, types};

fn run(arguments: &str, input: &[u8], keeps_quiet: bool) -> Ran {
    types(&format!("knights {arguments}"), input, keeps_quiet)
}

fn knights(arguments: &str, input: &[u8]) -> String {
    let ran = run(arguments, input, false);
    assert_eq!((ran.errors.as_str(), ran.status), ("", Some(0)), "{arguments}");
    ran.out
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
/// Leaps on 3x3, to the end.
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
fn a_whole_game_between_two_people() {
    let moves = "2 3\n2 1\n3 1\n1 3\n1 2\n3 2\n";
    for input in [moves.to_owned(), moves.replace('\n', "\r\n"), moves.replace(' ', "  \t"), moves.trim().to_owned()] {
        assert_eq!(knights("human human --size 3 --path leap", input.as_bytes()), SMALL_GAME, "{input:?}");
    }
}

#[test]
fn the_trail_may_be_the_whole_path_and_the_way_may_have_to_be_named() {
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
    // The last two moves have only one free way, which may be left out; the others need theirs.
    let input = b"2 3 two-one\n3 2 two-one\n3 1\n2 4 two-one\n";
    assert_eq!(knights("human human --size 4 --path either --trail path", input), picture);
    let unnamed = knights("human human --size 4 --path either --trail path", b"2 3\n");
    assert!(unnamed.ends_with("X - - -\n- - - -\n- - - -\n- - - O\n\nO wins: X made an illegal move.\n"), "{unnamed}");
}

#[test]
fn an_illegal_move_loses_at_once() {
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
fn input_that_ends_is_running_out_of_time() {
    assert_eq!(knights("human human", b""), format!("{START}O wins: X ran out of time.\n"));
    assert_eq!(knights("human human", b"3 2"), [START, AFTER_3_2, "X wins: O ran out of time.\n"].concat());
    // Nobody waits for a limit of years.
    let years = "human human --time-limit 18446744073709551615";
    assert_eq!(knights(years, b""), format!("{START}O wins: X ran out of time.\n"));
}

#[test]
fn a_silent_person_loses_when_the_time_is_up() {
    let begun = Instant::now();
    let ran = run("human human --time-limit 0.4", b"3 2\n", true);
    let took = begun.elapsed();
    assert_eq!(ran.out, [START, AFTER_3_2, "X wins: O ran out of time.\n"].concat());
    assert_eq!((ran.errors.as_str(), ran.status), ("", Some(0)));
    assert!(took >= Duration::from_millis(400) && took < Duration::from_secs(8), "{took:?}");
    let ran = run("human random --time-limit 0.2", b"3 2\n", true);
    assert!(ran.out.ends_with("O wins: X ran out of time.\n"), "{}", ran.out);
    // Half a line is no line.
    let ran = run("human human --time-limit 0.2", b"3 2", true);
    assert_eq!(ran.out, format!("{START}O wins: X ran out of time.\n"));
}

/// The pictures of a transcript and its last line.
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
                // Each move closes cells and opens none.
                let closed: Vec<usize> = boards.iter().map(|board| board.matches('*').count()).collect();
                assert!(closed.windows(2).all(|pair| pair[0] < pair[1]), "{out}");
                assert!(boards.iter().all(|board| board.matches(['X', 'O']).count() == 2), "{out}");
            }
        }
    }
}

#[test]
fn the_perfect_player_wins_what_can_be_won() {
    for (rules, perfect) in
        [("", 'O'), ("--path one-two", 'O'), ("--path leap", 'O'), ("--trail path", 'O'), ("--size 5 --path leap", 'X')]
    {
        let players = if perfect == 'X' { "perfect alphabeta" } else { "alphabeta perfect" };
        let out = knights(&format!("{players} {rules} --depth 4 --time-limit 30"), b"");
        assert!(boards(&out).1.starts_with(perfect), "{rules}\n{out}");
    }
}

#[test]
fn a_person_may_play_against_the_usual_engine() {
    let out = knights("", b"3 2\n");
    let (boards, end) = boards(&out);
    assert_eq!((boards.len(), end), (3, "O wins: X ran out of time."));
    assert!(out.starts_with(&[START, AFTER_3_2].concat()), "{out}");
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases = [
        ("human chess", "parlor: player \"chess\" is not one of human, minimax, alphabeta, perfect, random"),
        ("Human", "parlor: player \"Human\" is not one of human, minimax, alphabeta, perfect, random"),
        ("--size 2", "parlor: size \"2\" is not a whole number from 3 to 8"),
        ("--size 9", "parlor: size \"9\" is not a whole number from 3 to 8"),
        ("--path over", "parlor: path \"over\" is not one of two-one, one-two, either, leap"),
        ("--trail none", "parlor: trail \"none\" is not one of origin, path"),
        ("--path leap --trail path", "parlor: path leap has no way to close, so it cannot go with trail path"),
        ("--depth 0", "parlor: depth \"0\" is not a whole number from 1 to 64"),
        ("--depth -1", "parlor: depth \"-1\" is not a whole number from 1 to 64"),
        ("--time-limit 0", "parlor: time-limit \"0\" is not a number of seconds above 0, such as 2.5"),
        ("--time-limit -1", "parlor: time-limit \"-1\" is not a number of seconds above 0, such as 2.5"),
        ("--time-limit soon", "parlor: time-limit \"soon\" is not a number of seconds above 0, such as 2.5"),
        ("human human human", "parlor: unexpected argument 'human' found (see --help)"),
    ];
    for (arguments, sentence) in cases {
        let ran = run(arguments, b"", false);
        assert_eq!((ran.out.as_str(), ran.status), ("", Some(2)), "{arguments}");
        assert_eq!(ran.errors, format!("{sentence}\n"));
    }
}
