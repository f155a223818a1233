//! `parlor tournament`, run as a process: exact texts, exit statuses, and results that a seed repeats.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const EMPTY_4X4: &str = include_str!("tournament/empty-4x4.txt");
const FOUR_MARKS_3X3: &str = include_str!("tournament/four-marks-3x3.txt");
const UNKNOWN_PLAYER: &str = "Choose a player, and start again\nThe players: [human, clever, whatever, genius]\n";

fn run(arguments: &str, input: &[u8]) -> Output {
    run_with_threads(arguments, input, None)
}

/// `threads` is the size of rayon's pool; `None` for one thread per core.
fn run_with_threads(arguments: &str, input: &[u8], threads: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.arg("tournament").args(arguments.split_whitespace());
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The write fails if the program has ended before it read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Checks the exact output of a tournament with this input.
#[track_caller]
fn assert_transcript(arguments: &str, input: &[u8], expected: &str) {
    let output = run(arguments, input);
    assert_eq!(text(&output.stdout), expected);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

/// Checks that nothing is played: one line on stderr, status 2.
#[track_caller]
fn assert_rejected(arguments: &str) {
    let output = run(arguments, b"");
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), ("", Some(2)), "{arguments}");
    assert_eq!(text(&output.stderr).lines().count(), 1, "{arguments}");
}

/// Rounds won by player 1, rounds won by player 2, and ties.
fn results(arguments: &str, threads: Option<&str>) -> [u32; 3] {
    let output = run_with_threads(arguments, b"", threads);
    assert_eq!((text(&output.stderr).as_str(), output.status.code()), ("", Some(0)), "{arguments}");
    let out = text(&output.stdout);
    let number = |line: &str| line.chars().filter(char::is_ascii_digit).collect::<String>();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, "##### Results #####"));
    // The first digit is the number of the player.
    [number(lines[1])[1..].parse().unwrap(), number(lines[2])[1..].parse().unwrap(), number(lines[3]).parse().unwrap()]
}

#[test]
fn player_names_are_checked_first() {
    for arguments in ["1 4 3 none bad clever", "1 4 3 none human best", "0 x -1 paper bad bad", "-x 99 3 none - --what"]
    {
        let output = run(arguments, b"");
        assert_eq!((text(&output.stdout).as_str(), text(&output.stderr).as_str()), (UNKNOWN_PLAYER, ""), "{arguments}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn rejects_invalid_arguments_in_one_line() {
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
        assert_rejected(arguments);
    }
}

#[test]
fn streak_out_of_range_means_the_size() {
    let whole = results("200 3 3 none clever whatever --seed 5", None);
    for streak in ["1", "0", "-7", "4", "300", "99999999999999999999999999999999999999999999"] {
        assert_eq!(results(&format!("200 3 {streak} none clever whatever --seed 5"), None), whole, "{streak}");
    }
}

#[test]
fn two_people_share_stdin_and_swap_sides() {
    assert_transcript(
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
fn counts_ties() {
    let [x, o] = ["Player X, type coordinates: ", "Player O, type coordinates: "];
    let asked = [x, o, x, o, x, o, x, o, x].concat();
    let results = "##### Results #####\nPlayer 1, human won: 0 rounds\nPlayer 2, human won: 0 rounds\nTies: 1\n";
    assert_transcript("1 3 3 none human human", b"00\n01\n02\n11\n10\n12\n21\n20\n22", &(asked + results));
}

#[test]
fn asks_again_after_invalid_coordinates() {
    let mut input: Vec<u8> = b" 0 0\n\n0\n000\n-1\n20\n2x\nX\n\xff\xfe\n\xd9\xa1\xd9\xa1\n+1\n".to_vec();
    let invalid = input.split(|byte| *byte == b'\n').count() - 1 + 2;
    input.extend("0".repeat(1_000_000).bytes());
    input.extend(b"\n\0\0\n \t00 \r\n");
    // The cell is occupied now. Then the rest of the game follows.
    input.extend(b"00\r\n11\r\n01");
    assert_transcript(
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
fn end_of_input_ends_the_tournament_without_results() {
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
fn console_shows_every_board() {
    let output = run("1 3 3 console human human", b"00\n10\n01\n11\n");
    let out = text(&output.stdout);
    let boards: Vec<&str> = out.split("type coordinates: ").collect();
    // One board before the first move and one after each of four moves, each followed by a prompt.
    assert_eq!(boards.len(), 6);
    assert_eq!(boards[4], [FOUR_MARKS_3X3, "Player X, "].concat());
    let output = run("1 4 3 console human whatever", b"");
    assert_eq!(text(&output.stdout), [EMPTY_4X4, "Player X, type coordinates: "].concat());
}

#[test]
fn console_shows_complete_rounds() {
    let output = run("3 4 3 console clever genius --seed 2", b"");
    let out = text(&output.stdout);
    let boards = out.matches("          0         1         2         3    \n").count();
    let marks = |line: &str| line.matches("X   X").count() + line.matches("OOO").count();
    assert_eq!(out.matches(EMPTY_4X4).count(), 3);
    // Every board has one mark more than the one before. Both marks have two lines that match.
    let per_board: Vec<usize> = out.split("\n\n").map(|board| board.lines().map(marks).sum::<usize>() / 2).collect();
    assert_eq!(per_board.len(), boards + 1);
    assert!(per_board[..boards].windows(2).all(|two| two[1] == two[0] + 1 || two[1] == 0), "{per_board:?}");
    let results: Vec<&str> = out.lines().rev().take(4).collect();
    assert_eq!(results[3], "##### Results #####");
}

#[test]
fn seed_repeats_results_on_any_number_of_threads() {
    for arguments in ["2000 4 3 none clever whatever", "1000 4 3 none genius clever", "4 6 5 none genius clever"] {
        let seeded = format!("{arguments} --seed 11");
        let one = results(&seeded, Some("1"));
        assert_eq!(results(&seeded, Some("2")), one, "{arguments}");
        assert_eq!(results(&seeded, None), one, "{arguments}");
    }
    assert_ne!(
        results("2000 4 3 none clever whatever --seed 1", None),
        results("2000 4 3 none clever whatever --seed 2", None)
    );
}

#[test]
fn clever_and_genius_reach_their_strength() {
    assert!(results("4000 4 3 none clever whatever --seed 3", None)[0] > 3_600);
    assert!(results("4000 4 3 none genius whatever --seed 3", None)[0] > 3_800);
    assert!(results("4000 4 3 none clever genius --seed 3", None)[1] > 3_600);
    let [first, second, _] = results("4000 4 3 none whatever whatever --seed 3", None);
    assert!(first.abs_diff(second) < 400);
    // On 3x3 the game is a draw, so genius never loses.
    assert_eq!(results("2000 3 3 none clever genius --seed 3", None)[0], 0);
    assert_eq!(results("2000 3 3 none genius genius --seed 3", None), [0, 0, 2000]);
    assert!(results("10 9 5 none genius clever --seed 3", None)[0] >= 9);
}

#[test]
fn help_explains_every_argument_with_an_example() {
    let output = run("--help", b"");
    let help = text(&output.stdout);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    for argument in ["ROUNDS", "SIZE", "WIN_STREAK", "console|none", "PLAYER1", "PLAYER2"] {
        let line = help.lines().find(|line| line.starts_with(&format!("  [{argument}] "))).expect(argument);
        assert!(line.trim().len() > argument.len() + 10, "{line}");
    }
    assert!(["--seed", "--json", "human ", "whatever ", "clever ", "genius "].iter().all(|word| help.contains(word)));
    // The example runs, and prints the JSON line that the help shows.
    let example = help.lines().find_map(|line| line.strip_prefix("  parlor tournament ")).unwrap();
    let output = text(&run(&format!("{example} --json"), b"").stdout);
    let shown: String = help.lines().skip_while(|line| !line.starts_with("  {")).map(str::trim).collect();
    assert_eq!(output.lines().last().unwrap(), shown);
}

#[test]
fn json_adds_one_line_after_the_specified_text() {
    let arguments = "30 3 9 none Clever whatever --seed 5";
    let plain = text(&run(arguments, b"").stdout);
    let with_json = text(&run(&format!("{arguments} --json"), b"").stdout);
    let json = with_json.strip_prefix(&plain).unwrap();
    assert_eq!(json.lines().count(), 1);
    let object: serde_json::Value = serde_json::from_str(json).unwrap();
    let [first, second, ties] = results(arguments, None);
    let expected = serde_json::json!({
        "rounds": 30, "size": 3, "win_streak": 3, "seed": 5, "ties": ties,
        "players": [{ "name": "Clever", "won": first }, { "name": "whatever", "won": second }],
    });
    assert_eq!(object, expected);
    // The seed of an unseeded tournament repeats it.
    let unseeded = text(&run("500 4 3 none clever whatever --json", b"").stdout);
    let object: serde_json::Value = serde_json::from_str(unseeded.lines().last().unwrap()).unwrap();
    let seed = object["seed"].as_u64().unwrap();
    assert!(seed < 1 << 53);
    assert_eq!(text(&run(&format!("500 4 3 none clever whatever --json --seed {seed}"), b"").stdout), unseeded);
    // Errors print no JSON.
    let output = run("1 4 3 none clever nobody --json", b"");
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), (UNKNOWN_PLAYER, Some(2)));
}
