//! Golden transcripts of `parlor reversi`, run as a process. Long games are compared with a second, plain
//! implementation of the board, short ones with text.

mod support;

use support::{RunResult, run_parlor};

fn reversi(input: &[u8]) -> RunResult {
    run_parlor("reversi", input)
}

const START: &str = "\
O O O O O O O O
O O O O O O O O
O O O O O O O O
O O O W B O O O
O O O B W O O O
O O O O O O O O
O O O O O O O O
O O O O O O O O
B:
";
const AFTER_C4: &str = "\
O O O O O O O O
O O O O O O O O
O O O O O O O O
O O B B B O O O
O O O B W O O O
O O O O O O O O
O O O O O O O O
O O O O O O O O
W:
";
const INVALID: &str = "Invalid move; the game awaits a valid move.\n";
const ENDED_EARLY: &str = "parlor: the input ended before the game was over\n";

/// Plain board that turns discs cell by cell, without bitboards.
struct PlainBoard {
    cells: [[char; 8]; 8],
    turn: char,
}

impl PlainBoard {
    fn new() -> PlainBoard {
        let mut cells = [['O'; 8]; 8];
        (cells[3][3], cells[3][4], cells[4][3], cells[4][4]) = ('W', 'B', 'B', 'W');
        PlainBoard { cells, turn: 'B' }
    }

    fn other(&self) -> char {
        if self.turn == 'B' { 'W' } else { 'B' }
    }

    fn place(&mut self, word: &str) {
        let (column, row) = (i32::from(word.as_bytes()[0] - b'A'), i32::from(word.as_bytes()[1] - b'1'));
        let at = |row: i32, column: i32| Some((usize::try_from(row).ok()?, usize::try_from(column).ok()?));
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let line: Vec<(usize, usize)> = (1..8)
                .map_while(|step| at(row + step * down, column + step * right).filter(|&(r, c)| r < 8 && c < 8))
                .collect();
            let length = line.iter().take_while(|&&(r, c)| self.cells[r][c] == self.other()).count();
            if line.get(length).is_some_and(|&(r, c)| self.cells[r][c] == self.turn) {
                line[..length].iter().for_each(|&(r, c)| self.cells[r][c] = self.turn);
            }
        }
        let (row, column) = at(row, column).unwrap();
        self.cells[row][column] = self.turn;
    }

    fn picture(&self) -> String {
        let row = |row: &[char; 8]| row.map(String::from).join(" ") + "\n";
        self.cells.iter().map(row).collect()
    }
}

/// Expected output for valid words that end the game.
fn transcript(words: &[&str], result: &str) -> String {
    let mut board = PlainBoard::new();
    let mut text = vec![board.picture()];
    for word in words {
        text.push(format!("{}:\n", board.turn));
        if *word == "PASS" {
            text.push(format!("{}: PASS\n", board.turn));
        } else {
            board.place(word);
            text.push(board.picture());
        }
        board.turn = board.other();
    }
    text.concat() + result + "\n"
}

fn assert_game(words: &str, result: &str) {
    let words: Vec<&str> = words.split(' ').collect();
    let expected = transcript(&words, result);
    for end in ["\n", "\r\n", "  \t\n \n"] {
        let run = reversi((words.join(end) + end).as_bytes());
        assert_eq!((run.out.as_str(), run.status), (expected.as_str(), Some(0)), "{words:?}");
        // The last line ending contains an empty line, which is invalid. The last of these is never read.
        let error_count = if end.contains(" \n") { words.len() - 1 } else { 0 };
        assert_eq!(run.err, INVALID.repeat(error_count), "{words:?}");
    }
}

const FULL_TIE: &str = "F5 D6 C3 F4 F3 G5 D7 E3 G3 C4 D3 F2 C5 D2 D1 B6 E2 B2 G4 D8 G6 H2 E6 G7 H3 C1 C6 E1 G1 F6 B3 \
                        H4 A7 A3 H7 H6 E7 B5 B7 A8 C8 C7 E8 A6 B4 A4 F7 H8 B8 F8 A5 PASS H5 PASS H1 PASS G8 PASS B1 \
                        A1 A2 PASS G2 PASS F1 C2";
const FULL_WHITE: &str = "C4 C3 E6 F6 C2 E7 E8 B4 A4 D8 G7 F8 PASS H6 H8 G5 G6 D6 D7 G8 C8 B3 F7 C1 A2 A3 H5 C5 B5 H4 \
                          H7 A1 F5 A5 B2 F4 D2 C7 H3 E2 G4 D3 D1 C6 G3 E1 E3 F2 B7 PASS B1 PASS B6 A7 A6 PASS F3 PASS \
                          A8 PASS G1 G2 F1 H1 PASS B8 PASS H2";
const FULL_BLACK: &str = "C4 E3 F4 C3 E6 B4 D2 F7 E7 F6 G5 F5 G4 D7 A5 D6 C8 H4 E8 C2 C5 B5 G7 C1 F2 D8 C6 H7 B3 G1 G6 \
                          F8 B6 A7 E2 A3 A6 C7 A8 B8 G2 H6 A4 E1 B7 H2 G8 PASS H5 PASS H3 G3 A2 PASS D3 B2 F3 PASS F1 \
                          PASS H1 PASS H8 PASS A1 PASS B1 PASS D1";
/// Games in which neither side can move before the board is full.
const STUCK_BLACK: &str = "F5 F4 D3 D6 D7 E3 F3 C7 B8";
const STUCK_WHITE: &str = "F5 F6 E6 F4 E3 D2 D3 D6 E2 E1";
const STUCK_TIE: &str = "D3 C3 F5 F6 C4 F4 E6 D6 G5 D2 C2 H5 G6 B2 G4 E3 B1 H3 F3 G7 E7 F8 E8 D8 H6 F7 C7 E2 G8 H4 C1 D1 \
                         A1 C5 E1 B3 A4 H7 G3 B6 C6 H8 A7 A6 C8 A3 A5 F1 B4 B5 G1 B8 A2 F2 G2 D7 B7 H2";

#[test]
fn full_board_ends_the_game() {
    assert_game(FULL_BLACK, "B wins the game.");
    assert_game(FULL_WHITE, "W wins the game.");
    assert_game(FULL_TIE, "The game ends in a tie.");
}

#[test]
fn both_players_are_asked_to_pass_when_neither_can_move() {
    assert_game(&format!("{STUCK_BLACK} PASS PASS"), "B wins the game.");
    assert_game(&format!("{STUCK_WHITE} PASS PASS"), "W wins the game.");
    assert_game(&format!("{STUCK_TIE} PASS PASS"), "The game ends in a tie.");
}

#[test]
fn end_of_input_ends_the_game_when_neither_can_move() {
    for (passes, prompts) in [("", "W:\n"), (" PASS", "W:\nW: PASS\nB:\n")] {
        let run = reversi(format!("{STUCK_BLACK}{passes}").replace(' ', "\n").as_bytes());
        assert_eq!((run.err.as_str(), run.status), ("", Some(0)));
        assert!(run.out.ends_with(&format!("O B O O O O O O\n{prompts}B wins the game.\n")), "{}", run.out);
    }
}

#[test]
fn player_without_moves_may_quit_but_not_place() {
    let run = reversi(format!("{STUCK_BLACK} A1 PASS C8 QUIT").replace(' ', "\n").as_bytes());
    assert!(run.out.ends_with("W:\nW: PASS\nB:\nB: QUIT\nW wins the game.\n"), "{}", run.out);
    assert_eq!((run.err.as_str(), run.status), (INVALID.repeat(2).as_str(), Some(0)));
}

#[test]
fn matches_example_of_the_specification() {
    let run = reversi(b"C4\nC5\nQUIT\n");
    let after_c5 = AFTER_C4.replace("O O O B W O O O", "O O W W W O O O").replace("W:", "B:");
    assert_eq!(run.out, [START, AFTER_C4, &after_c5, "B: QUIT\nW wins the game.\n"].concat());
    assert_eq!((run.err.as_str(), run.status), ("", Some(0)));
}

#[test]
fn quitting_loses_for_either_side() {
    let run = reversi(b"QUIT");
    assert_eq!((run.out, run.status), (format!("{START}B: QUIT\nW wins the game.\n"), Some(0)));
    let run = reversi(b"  C4 \n\tQUIT\r\nC5\n");
    assert_eq!((run.out, run.status), ([START, AFTER_C4, "W: QUIT\nB wins the game.\n"].concat(), Some(0)));
}

#[test]
fn invalid_input_is_reported_without_a_new_prompt() {
    let long = [b"C4".repeat(500_000), b"\n".to_vec()].concat();
    let lines: [&[u8]; 17] = [
        b"\n",
        b"   \n",
        b"PASS\n",
        b"c4\n",
        b"C 4\n",
        b"4C\n",
        b"C44\n",
        b"C4 C5\n",
        b"C9\n",
        b"I4\n",
        b"A1\n",
        b"D4\n",
        b"pass\n",
        b"quit\n",
        b"\xff\xfe\xfd\n",
        b"C4\xc3\x28\n",
        &long,
    ];
    for line in lines {
        let run = reversi(&[line, b"C4\nQUIT\n"].concat());
        assert_eq!(run.out, [START, AFTER_C4, "W: QUIT\nB wins the game.\n"].concat(), "{line:?}");
        assert_eq!((run.err.as_str(), run.status), (INVALID, Some(0)), "{line:?}");
    }
    let run = reversi(&[lines.concat().as_slice(), b"C4\nQUIT\n"].concat());
    assert_eq!(run.err, INVALID.repeat(lines.len()));
}

#[test]
fn end_of_input_during_the_game_is_an_error() {
    let run = reversi(b"");
    assert_eq!((run.out.as_str(), run.err.as_str(), run.status), (START, ENDED_EARLY, Some(1)));
    let run = reversi(b"C4\nnonsense");
    assert_eq!((run.out, run.status), ([START, AFTER_C4].concat(), Some(1)));
    assert_eq!(run.err, [INVALID, ENDED_EARLY].concat());
}

#[test]
fn rejects_arguments() {
    let run = run_parlor("reversi now", b"");
    assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
    assert_eq!(run.err.lines().count(), 1);
}
