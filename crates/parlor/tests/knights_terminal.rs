//! `parlor knights` at a terminal: prompts on stderr, and stdout as in a pipe.
#![cfg(target_os = "linux")]

mod terminal;

use std::time::{Duration, Instant};

use terminal::{TerminalSession, TerminalStreams};

const SMALL_BOARD: &str = "X - -\n- - -\n- - O\n\n";
const FORMAT: &str = "Type row column, such as 3 2: ";

#[test]
fn prompt_shows_side_format_and_time_left() {
    let Some(mut session) = TerminalSession::start(
        "knights human human --size 3 --path leap --time-limit 25",
        TerminalStreams::StdinAndStderr,
    ) else {
        return;
    };
    session.wait_for(FORMAT, 1);
    session.type_line("(2,3)");
    session.wait_for(FORMAT, 2);
    session.type_line("2,1");
    session.wait_for(FORMAT, 3);
    // X has moved away from row 1, column 1: back there is an illegal move, which loses at once.
    session.type_line("1 1");
    let (stdout, screen) = session.finish();
    assert!(stdout.starts_with(SMALL_BOARD) && stdout.ends_with("O wins: X made an illegal move.\n"), "{stdout}");
    assert!(screen.starts_with("X to move (25.0 s left). ") || screen.starts_with("X to move (24."), "{screen}");
    assert_eq!((screen.matches("X to move (").count(), screen.matches("O to move (").count()), (2, 1), "{screen}");
}

#[test]
fn unreadable_line_is_asked_again_while_time_runs() {
    let started = Instant::now();
    let Some(mut session) = TerminalSession::start(
        "knights human human --size 3 --path leap --time-limit 3",
        TerminalStreams::StdinAndStderr,
    ) else {
        return;
    };
    for (count, line) in (1..).zip(["", "hello", "3", "7 7", "3 2 1", "2 3"]) {
        session.wait_for(FORMAT, count);
        session.type_line(line);
    }
    session.wait_for("O to move (", 1);
    session.type_line("?");
    let (stdout, screen) = session.finish();
    assert!(started.elapsed() >= Duration::from_secs(3));
    assert!(stdout.ends_with("X wins: O ran out of time.\n"), "{stdout}");
    assert_eq!(screen.matches("That is not a move. X to move (").count(), 5, "{screen}");
    assert_eq!(screen.matches("That is not a move. O to move (").count(), 1, "{screen}");
}

#[test]
fn missing_path_is_asked_for() {
    let rules = "--size 4 --path either --trail path --time-limit 25";
    let Some(mut session) =
        TerminalSession::start(&format!("knights human human {rules}"), TerminalStreams::StdinAndStderr)
    else {
        return;
    };
    session.wait_for("and the path if two are free, such as 3 2 two-one: ", 1);
    session.type_line("2 3");
    session.wait_for("Two paths are free: add two-one or one-two. X to move (", 1);
    session.type_line("2,3 one-two");
    session.wait_for("O to move (", 1);
    session.type_line("1 1");
    let (stdout, _) = session.finish();
    assert!(stdout.ends_with("X wins: O made an illegal move.\n"), "{stdout}");
}

#[test]
fn pipe_on_either_side_has_no_prompts() {
    for streams in [TerminalStreams::StderrOnly, TerminalStreams::StdinOnly] {
        let Some(mut session) =
            TerminalSession::start("knights human human --size 3 --path leap --time-limit 20", streams)
        else {
            return;
        };
        session.type_line("hello");
        let (stdout, screen) = session.finish();
        assert_eq!(stdout, format!("{SMALL_BOARD}O wins: X made an illegal move.\n"));
        assert!(!screen.contains("move"), "{screen}");
    }
}

#[test]
fn time_limit_is_asked_for_at_a_terminal() {
    let Some(mut session) =
        TerminalSession::start("knights human human --size 3 --path leap", TerminalStreams::StdinAndStderr)
    else {
        return;
    };
    for line in ["soon", "0", "20"] {
        session.type_line(line);
    }
    session.wait_for(FORMAT, 1);
    session.type_line("1 1");
    let (stdout, screen) = session.finish();
    let question = "Time limit for each move in seconds (5): ".repeat(3);
    assert_eq!(stdout, format!("{question}{SMALL_BOARD}O wins: X made an illegal move.\n"));
    assert!(screen.contains("X to move (20.0 s left). ") || screen.contains("X to move (19."), "{screen}");
}
