//! `parlor record`, run as a process: shows, checks and converts records, move lists and WTHOR files.

mod support;

use std::path::PathBuf;
use std::{env, fs, process};

use support::{RunResult, run_parlor};

/// Two records, with options, a take-back, comments and a resignation.
const RECORDS: &str = "\
# The first match.
parlor record 2
game tic-tac-toe
option size 3
terms unlimited,take-backs
0 first plays 11
1 second plays 00
2 second takes back to 1
3.5 second plays 01
4 first resigns

parlor record 2
game knights
option path leap
option size 3
terms move=5,illegal-move-loses
0.5 first plays 2 3
1 second plays 2 1
1.5 first loses by illegal move 9 9
";

/// A file that is deleted at the end of the test.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, content: impl AsRef<[u8]>) -> TempFile {
        let path = env::temp_dir().join(format!("parlor-record-{}-{name}", process::id()));
        fs::write(&path, content).unwrap();
        TempFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[track_caller]
fn record(arguments: &str) -> String {
    let RunResult { out, err, status } = run_parlor(&format!("record {arguments}"), b"");
    assert_eq!((err.as_str(), status), ("", Some(0)), "{arguments}: {out}");
    out
}

/// A WTHOR file with these games: black's discs at the end, and the squares of the moves.
fn wthor(games: &[(u8, &str)]) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    bytes[4] = u8::try_from(games.len()).unwrap();
    for (discs, moves) in games {
        let mut game = [0; 68];
        (game[0], game[2], game[4], game[6]) = (5, 7, 9, *discs);
        for (index, square) in moves.as_bytes().chunks(2).enumerate() {
            game[8 + index] = 10 * (square[1] - b'0') + square[0] - b'A' + 1;
        }
        bytes.extend(game);
    }
    bytes
}

/// White has no discs left after nine moves.
const SHORT_GAME: &str = "F5F4D3D6D7E3F3C7B8";
/// A full board with passes, which ends in a tie; from the tests of `parlor reversi`.
const TIE: &str = "F5D6C3F4F3G5D7E3G3C4D3F2C5D2D1B6E2B2G4D8G6H2E6G7H3C1C6E1G1F6B3H4A7A3H7H6E7B5B7A8C8C7E8A6B4A4F7H8B8F8\
                   A5H5H1G8B1A1A2G2F1C2";

#[test]
fn shows_every_position_as_a_board() {
    let file = TempFile::new("show", RECORDS);
    let shown = record(&format!("show {}", file.path()));
    assert!(shown.starts_with("Match 1: tic-tac-toe --size 3 --win-streak 3\n\n0  +  +  +\n"), "{shown}");
    // The move that was taken back is not on the board.
    let move_line = shown.find("\n2. O plays 01\n0  + [O] +\n1  +  X  +\n2  +  +  +\n").expect(&shown);
    let resignation = shown.find("O wins: X resigned.\n").expect(&shown);
    assert!(move_line < resignation, "{shown}");
    assert!(shown.contains("Match 2: knights --path leap --size 3 --trail origin\n"), "{shown}");
    assert!(shown.ends_with("X made an illegal move.\n\n"), "{shown}");
    let second = record(&format!("show {} --match 2", file.path()));
    assert_eq!(second, shown[shown.find("Match 2").unwrap()..]);
}

#[test]
fn checks_records_by_replay() {
    let file = TempFile::new("valid", RECORDS);
    let expected = "match 1 (line 2): valid, 2 moves. O wins: X resigned.\n\
                    match 2 (line 12): valid, 2 moves. O wins: X made an illegal move.\nmatches 2 invalid 0\n";
    assert_eq!(record(&format!("check {}", file.path())), expected);
    // A forged move, a damaged line and an unknown game are found; the other matches are still checked.
    for (from, to, problem) in [
        ("plays 01", "plays 11", "ply 2, move \"11\": not a legal move here; legal: 00, "),
        ("3.5 second", "3.5 third", "line 8"),
        ("tic-tac-toe", "chess", "chess"),
    ] {
        let file = TempFile::new("forged", RECORDS.replace(from, to));
        let RunResult { out, status, .. } = run_parlor(&format!("record check {}", file.path()), b"");
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines[0].starts_with("match 1 (line 2): invalid: ") && lines[0].contains(problem), "{out}");
        assert!(lines[1].starts_with("match 2 (line 12): valid"), "{out}");
        assert_eq!((lines[2], lines.len(), status), ("matches 2 invalid 1", 3, Some(1)));
    }
}

#[test]
fn converts_records_to_move_lists_and_back() {
    let file = TempFile::new("convert", RECORDS);
    let moves = record(&format!("convert {}", file.path()));
    let expected = "# game tic-tac-toe\n# option size 3\n# option win-streak 3\n11 01\n\
                    # game knights\n# option path leap\n# option size 3\n# option trail origin\n2 3, 2 1\n";
    assert_eq!(moves, expected);
    let list = TempFile::new("list", &moves);
    let records = record(&format!("convert {}", list.path()));
    let expected = "parlor record 2\ngame tic-tac-toe\noption size 3\noption win-streak 3\nterms unlimited\n\
                    0 first plays 11\n0 second plays 01\n\n\
                    parlor record 2\ngame knights\noption path leap\noption size 3\noption trail origin\n\
                    terms unlimited\n\
                    0 first plays 2 3\n0 second plays 2 1\n";
    assert_eq!(records, expected);
    let again = TempFile::new("again", &records);
    assert_eq!(record(&format!("convert {} --to moves", again.path())), moves);
    assert_eq!(record(&format!("convert {} --to record", again.path())), records);
}

#[test]
fn positions_and_empty_matches_survive_conversion() {
    let text = "parlor record 2\ngame four-in-a-row\nposition 4453\nterms unlimited\n\n\
                parlor record 2\ngame four-in-a-row\nposition 4453\nterms unlimited\n0 first plays 1\n";
    let file = TempFile::new("position", text);
    let moves = record(&format!("convert {}", file.path()));
    assert!(moves.starts_with("# game four-in-a-row\n# position ") && moves.ends_with("\n-\n1\n"), "{moves}");
    let list = TempFile::new("position-list", &moves);
    assert!(record(&format!("check {}", list.path())).ends_with("matches 2 invalid 0\n"));
}

#[test]
fn reads_move_lists_of_every_game_with_and_without_separators() {
    let cases = [
        ("--game four-in-a-row", "4453", 4),
        ("--game four-in-a-row", "4, 4, 5, 3", 4),
        ("--game tic-tac-toe --size 4", "00 33,01\t32", 4),
        ("--game tic-tac-toe", "0011", 2),
        ("--game knights --path leap --size 3", "2 3 2 1; 3 1", 3),
        ("--game knights --path either --trail path --size 4", "2 3 two-one, 3 2 two-one, 3 1", 3),
        ("--game pacman --position 66/10/11", "DD", 2),
        ("--game reversi", "F5 D6 C3", 3),
        ("", "f5d6C3", 3),
    ];
    for (options, moves, count) in cases {
        let file = TempFile::new("any-game", format!("# A remark.\n\n{moves}\r\n"));
        let out = record(&format!("check {} {options}", file.path()));
        assert!(out.starts_with(&format!("match 1 (line 3): valid, {count} moves. ")), "{moves}: {out}");
    }
}

#[test]
fn reads_reversi_transcripts_with_and_without_passes() {
    let with_passes = TIE.replace("A5H5H1", "A5PASSH5PASSH1").replace("A2G2", "A2PASSG2");
    let file = TempFile::new("transcripts", format!("{SHORT_GAME}\n{TIE}\n{with_passes}\n{}\n", TIE.to_lowercase()));
    let out = record(&format!("check {}", file.path()));
    assert!(out.ends_with("matches 4 invalid 0\n") && !out.contains("Not finished"), "{out}");
    let moves = record(&format!("convert {} --to moves", file.path()));
    let lines: Vec<&str> = moves.lines().collect();
    assert_eq!(lines[..3], ["# game reversi", "# option size 8", "F5 F4 D3 D6 D7 E3 F3 C7 B8"]);
    assert!(lines[3] == lines[4] && lines[4] == lines[5] && lines[3].contains(" PASS "), "{moves}");
}

#[test]
fn reads_wthor_files_and_checks_their_scores() {
    let file = TempFile::new("games.wtb", wthor(&[(64, SHORT_GAME), (32, TIE), (33, TIE), (2, "F5F5"), (2, "F5")]));
    let RunResult { out, status, .. } = run_parlor(&format!("record check {}", file.path()), b"");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("match 1: valid, 9 moves. ") && lines[1].starts_with("match 2: valid, "), "{out}");
    assert_eq!(lines[2], "match 3: invalid: black ends with 32 discs, but the file says 33");
    assert_eq!(lines[3], "match 4: invalid: ply 2, move \"F5\": not a legal move here; legal: F4, D6, F6");
    assert_eq!(lines[4], "match 5: valid, 1 move. Not finished.");
    assert_eq!((lines[5], status), ("matches 5 invalid 2", Some(1)));
    let converted = record(&format!("convert {} --match 1", file.path()));
    let note = "# WTHOR: tournament 5, black 7, white 9, 64 discs for black\n";
    assert!(converted.starts_with(&format!("{note}parlor record 2\ngame reversi\n")), "{converted}");
    assert!(record(&format!("show {} --match 1", file.path())).contains("\n1. Black plays F5\n"));
    // Valid matches are converted even if others are not.
    let RunResult { out, err, status } = run_parlor(&format!("record convert {} --to moves", file.path()), b"");
    assert_eq!((out.matches("# WTHOR").count(), err.lines().count(), status), (3, 2, Some(1)));
}

/// 200 games of the published database.
#[test]
fn published_wthor_files_are_valid() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../parlor-games/tests/sets/wthor-200.wtb");
    let out = record(&format!("check {file}"));
    assert!(out.ends_with("matches 200 invalid 0\n"), "{out}");
}

#[test]
fn reports_illegal_moves_of_a_list() {
    let lines = "4453\n44445555é\n4444444\n12121212\n8\n4x\n";
    let file = TempFile::new("illegal", lines);
    let RunResult { out, status, .. } = run_parlor(&format!("record check {} --game four-in-a-row", file.path()), b"");
    let expected = "match 1 (line 1): valid, 4 moves. Not finished.\n\
                    match 2 (line 2): invalid: ply 9, move \"é\": not a legal move here; legal: 1, 2, 3, 4, 5, 6, 7\n\
                    match 3 (line 3): invalid: ply 7, move \"4\": not a legal move here; legal: 1, 2, 3, 5, 6, 7\n\
                    match 4 (line 4): invalid: ply 8, move \"2\": the game is over\n\
                    match 5 (line 5): invalid: ply 1, move \"8\": not a legal move here; legal: 1, 2, 3, 4, 5, 6, 7\n\
                    match 6 (line 6): invalid: ply 2, move \"x\": not a legal move here; legal: 1, 2, 3, 4, 5, 6, 7\n\
                    matches 6 invalid 5\n";
    assert_eq!((out.as_str(), status), (expected, Some(1)));
}

#[test]
fn reads_stdin() {
    let RunResult { out, err, status } = run_parlor("record convert -", RECORDS.as_bytes());
    assert_eq!((out.lines().count(), err.as_str(), status), (9, "", Some(0)));
}

#[test]
fn rejects_invalid_requests_in_one_line() {
    let records = TempFile::new("requests", RECORDS);
    let unnamed = TempFile::new("unnamed", "4453\n");
    let empty = TempFile::new("empty", "# nothing\n\n");
    let binary = TempFile::new("binary", b"\xff\xfe\x00");
    let cases = [
        ("show /no/such/file".to_owned(), "/no/such/file: "),
        (format!("check {}", unnamed.path()), "use --game to name the game of these moves"),
        (format!("check {} --size 5", unnamed.path()), "options of a game need --game"),
        (format!("check {} --game chess", unnamed.path()), "\"chess\""),
        (format!("check {}", empty.path()), "there is no match in the file"),
        (format!("check {}", binary.path()), "neither text nor a WTHOR file"),
        (format!("show {} --match 3", records.path()), "has no match 3"),
        (format!("show {} --match 0", records.path()), "match \"0\" is not a whole number from 1 to"),
        (format!("convert {} --to pgn", records.path()), "to \"pgn\" is not one of record, moves"),
        (String::new(), "requires a subcommand"),
        ("show".to_owned(), "required arguments were not provided: <FILE>"),
    ];
    for (arguments, expected) in cases {
        let RunResult { out, err, status } = run_parlor(&format!("record {arguments}"), b"");
        assert_eq!((out.as_str(), status), ("", Some(2)), "{arguments}: {err}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{arguments}: {err}");
    }
}
