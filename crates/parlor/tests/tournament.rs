//! `parlor tournament` as people meet it: exact texts, statuses, and results that a seed repeats.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const EMPTY_4X4: &str = include_str!("tournament/empty-4x4.txt");
const FOUR_MARKS_3X3: &str = include_str!("tournament/four-marks-3x3.txt");
const NOBODY: &str = "Choose a player, and start again\nThe players: [human, clever, whatever, genius]\n";

fn run(arguments: &str, input: &[u8]) -> Output {
    run_on(arguments, input, None)
}

/// `threads` as rayon is told; `None`: as many as there are.
fn run_on(arguments: &str, input: &[u8], threads: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.arg("tournament").args(arguments.split_whitespace());
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that has ended does not read on, and need not.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a round prints and how it ends, for people who type this.
#[track_caller]
fn transcript(arguments: &str, input: &[u8], expected: &str) {
    let output = run(arguments, input);
    assert_eq!(text(&output.stdout), expected);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

/// Nothing is played: one line on stderr, status 2.
#[track_caller]
fn refused(arguments: &str) {
    let output = run(arguments, b"");
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), ("", Some(2)), "{arguments}");
    assert_eq!(text(&output.stderr).lines().count(), 1, "{arguments}");
}

/// Rounds won by the first, by the second, and ties.
fn tally(arguments: &str, threads: Option<&str>) -> [u32; 3] {
    let output = run_on(arguments, b"", threads);
    assert_eq!((text(&output.stderr).as_str(), output.status.code()), ("", Some(0)), "{arguments}");
    let out = text(&output.stdout);
    let number = |line: &str| line.chars().filter(char::is_ascii_digit).collect::<String>();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, "##### Results #####"));
    // The first digit is the number of the player.
    [number(lines[1])[1..].parse().unwrap(), number(lines[2])[1..].parse().unwrap(), number(lines[3]).parse().unwrap()]
}

#[test]
fn names_are_checked_before_anything_else() {
    for arguments in ["1 4 3 none bad clever", "1 4 3 none human best", "0 x -1 paper bad bad", "-x 99 3 none - --what"]
    {
        let output = run(arguments, b"");
        assert_eq!((text(&output.stdout).as_str(), text(&output.stderr).as_str()), (NOBODY, ""), "{arguments}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    for arguments in [
        "",
        "1 4 3 none clever",
        "1 4 3 none clever clever clever",
        "0 4 3 none clever clever",
        "-1 4 3 none clever clever",
        "1.5 4 3 none clever clever",
        "ten 4 3 none clever clever",
        "1 1 3 none clever clever",
        "1 10 3 none clever clever",
        "1 99999999999999999999999999999999999999999999 3 none clever clever",
        "1 4 three none clever clever",
        "1 4 3 paper clever clever",
        "1 4 3 CONSOLE clever clever",
        "1 4 3 none clever clever --seed x",
        "1 4 3 none clever clever --seed",
    ] {
        refused(arguments);
    }
}

#[test]
fn a_streak_out_of_range_is_the_size() {
    let whole = tally("200 3 3 none clever whatever --seed 5", None);
    for streak in ["1", "0", "-7", "4", "300", "99999999999999999999999999999999999999999999"] {
        assert_eq!(tally(&format!("200 3 {streak} none clever whatever --seed 5"), None), whole, "{streak}");
    }
}

#[test]
fn two_people_share_one_input_and_swap_sides() {
    transcript(
        "2 3 3 none human HUMAN",
        b"00\n10\n01\n11\n02\n00\n10\n01\n11\n02\n",
        "Player X, type coordinates: Player O, type coordinates: Player X, type coordinates: \
         Player O, type coordinates: Player X, type coordinates: \
         Player X, type coordinates: Player O, type coordinates: Player X, type coordinates: \
         Player O, type coordinates: Player X, type coordinates: ##### Results #####\n\
         Player 1, human won: 1 rounds\nPlayer 2, HUMAN won: 1 rounds\nTies: 0\n",
    );
}

#[test]
fn a_tie_is_counted() {
    let [x, o] = ["Player X, type coordinates: ", "Player O, type coordinates: "];
    let asked = [x, o, x, o, x, o, x, o, x].concat();
    let results = "##### Results #####\nPlayer 1, human won: 0 rounds\nPlayer 2, human won: 0 rounds\nTies: 1\n";
    transcript("1 3 3 none human human", b"00\n01\n02\n11\n10\n12\n21\n20\n22", &(asked + results));
}

#[test]
fn whatever_is_typed_that_is_no_free_cell_is_asked_again() {
    let mut input: Vec<u8> = b" 0 0\n\n0\n000\n-1\n20\n2x\nX\n\xff\xfe\n\xd9\xa1\xd9\xa1\n+1\n".to_vec();
    let invalid = input.split(|byte| *byte == b'\n').count() - 1 + 2;
    input.extend("0".repeat(1_000_000).bytes());
    input.extend(b"\n\0\0\n \t00 \r\n");
    // The cell is taken now, and then the rest of the game is played.
    input.extend(b"00\r\n11\r\n01");
    transcript(
        "1 2 2 none human human",
        &input,
        &[
            "Player X, type coordinates: ",
            &"Invalid coordinates, type again: ".repeat(invalid),
            "Player O, type coordinates: Invalid coordinates, type again: Player X, type coordinates: ",
            "##### Results #####\nPlayer 1, human won: 1 rounds\nPlayer 2, human won: 0 rounds\nTies: 0\n",
        ]
        .concat(),
    );
}

#[test]
fn input_that_ends_ends_the_tournament_without_results() {
    for (input, asked) in
        [("", "Player X, type coordinates: "), ("5\n", "Player X, type coordinates: Invalid coordinates, type again: ")]
    {
        let output = run("3 3 3 none human genius", input.as_bytes());
        assert_eq!(text(&output.stdout), asked);
        assert_eq!(text(&output.stderr).lines().count(), 1);
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn the_console_shows_every_board() {
    let output = run("1 3 3 console human human", b"00\n10\n01\n11\n");
    let out = text(&output.stdout);
    let boards: Vec<&str> = out.split("type coordinates: ").collect();
    // Before the first move and after each of four, each followed by a question.
    assert_eq!(boards.len(), 6);
    assert_eq!(boards[4], [FOUR_MARKS_3X3, "Player X, "].concat());
    let output = run("1 4 3 console human whatever", b"");
    assert_eq!(text(&output.stdout), [EMPTY_4X4, "Player X, type coordinates: "].concat());
}

#[test]
fn a_round_on_the_console_is_all_there() {
    let output = run("3 4 3 console clever genius --seed 2", b"");
    let out = text(&output.stdout);
    let boards = out.matches("          0         1         2         3    \n").count();
    let marks = |line: &str| line.matches("X   X").count() + line.matches("OOO").count();
    assert_eq!(out.matches(EMPTY_4X4).count(), 3);
    // Every board has one mark more than the one before; X and O both have two lines of strokes a mark.
    let per_board: Vec<usize> = out.split("\n\n").map(|board| board.lines().map(marks).sum::<usize>() / 2).collect();
    assert_eq!(per_board.len(), boards + 1);
    assert!(per_board[..boards].windows(2).all(|two| two[1] == two[0] + 1 || two[1] == 0), "{per_board:?}");
    let results: Vec<&str> = out.lines().rev().take(4).collect();
    assert_eq!(results[3], "##### Results #####");
}

#[test]
fn a_seed_repeats_the_results_on_any_number_of_threads() {
    for arguments in ["2000 4 3 none clever whatever", "1000 4 3 none genius clever", "4 6 5 none genius clever"] {
        let seeded = format!("{arguments} --seed 11");
        let one = tally(&seeded, Some("1"));
        assert_eq!(tally(&seeded, Some("2")), one, "{arguments}");
        assert_eq!(tally(&seeded, None), one, "{arguments}");
    }
    assert_ne!(
        tally("2000 4 3 none clever whatever --seed 1", None),
        tally("2000 4 3 none clever whatever --seed 2", None)
    );
}

#[test]
fn clever_and_genius_are_as_strong_as_they_should_be() {
    assert!(tally("4000 4 3 none clever whatever --seed 3", None)[0] > 3_600);
    assert!(tally("4000 4 3 none genius whatever --seed 3", None)[0] > 3_800);
    assert!(tally("4000 4 3 none clever genius --seed 3", None)[1] > 3_600);
    let [first, second, _] = tally("4000 4 3 none whatever whatever --seed 3", None);
    assert!(first.abs_diff(second) < 400);
    // Where the game is a draw, genius never loses.
    assert_eq!(tally("2000 3 3 none clever genius --seed 3", None)[0], 0);
    assert_eq!(tally("2000 3 3 none genius genius --seed 3", None), [0, 0, 2000]);
    assert!(tally("10 9 5 none genius clever --seed 3", None)[0] >= 9);
}
