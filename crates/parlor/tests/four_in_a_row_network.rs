//! The network game, run as processes: its arguments, its errors, and two programs that play each other to the end.
//! Tests that need a display start one (Xvfb).
#![cfg_attr(not(feature = "window"), allow(dead_code, unused_imports, reason = "most tests need the window"))]

#[path = "support/ports.rs"]
mod ports;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs, process};

use parlor_games::catalog;
use parlor_match::{Match, Record};
use parlor_test_tools::XVFB;

use ports::free_port;

/// Far more than a game of fast engines takes on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

fn parlor(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.args(arguments).stdin(Stdio::null()).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.env_remove("WAYLAND_SOCKET");
    command
}

fn run_without_display(arguments: &[&str]) -> Output {
    parlor(arguments).output().unwrap()
}

#[test]
fn rejects_wrong_arguments_without_opening_a_window() {
    let wrong: &[&[&str]] = &[
        &[],
        &["human"],
        &["--help"],
        &["-h"],
        &["--version"],
        &["human", "5000", "127.0.0.1", "x"],
        &["robot", "5000"],
        &["human", "0"],
        &["human", "65536"],
        &["human", "port"],
        &["human", "-1"],
        &["ai", ""],
        &["--", "human", "5000"],
        &["human", "--help"],
    ];
    for name in ["four-in-a-row", "four_in_a_row"] {
        for arguments in wrong {
            let output = run_without_display(&[&[name], *arguments].concat());
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert_eq!(output.stdout, b"Illegal program arguments.\n", "{arguments:?}");
            assert_eq!(output.stderr, b"", "{arguments:?}");
        }
    }
}

fn assert_fails_in_one_line(output: &Output, text: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert_eq!(output.stdout, b"");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains(text), "{message}");
}

#[test]
#[cfg(feature = "window")]
fn reports_port_in_use_in_one_line() {
    let taken = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert_fails_in_one_line(
        &run_without_display(&["four-in-a-row", "human", &port]),
        &format!("port {port} cannot be used"),
    );
}

#[test]
fn reports_bad_engine_in_one_line() {
    let port = free_port().to_string();
    for spec in ["hal", "alphabeta:depth=many", ""] {
        let output = parlor(&["four-in-a-row", "ai", &port]).env("PARLOR_AI", spec).output().unwrap();
        assert_fails_in_one_line(&output, &format!("PARLOR_AI \"{spec}\""));
    }
}

fn start_headless(arguments: &[&str], engine: &str) -> ChildProcess {
    let command = &mut parlor(arguments);
    command.env("PARLOR_HEADLESS", "1").env("PARLOR_AI", engine).env("PARLOR_MOVE_SECONDS", "0.1");
    ChildProcess(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

#[test]
fn engines_play_without_a_display_and_print_the_result() {
    let port = free_port().to_string();
    let server = start_headless(&["four-in-a-row", "ai", &port], "alphabeta:depth=4");
    let client = start_headless(&["four-in-a-row", "ai", &port, "127.0.0.1"], "random");
    for (process, expected) in [(server, "You win: "), (client, "You lost: ")] {
        let (status, out, err) = process.wait_with_output();
        assert!(status == Some(0) && out.starts_with(expected), "{status:?} {out} {err}");
        assert_eq!((out.lines().count(), err.as_str()), (1, ""));
    }
}

#[test]
#[cfg(feature = "window")]
fn reports_missing_display_in_one_line() {
    let port = free_port().to_string();
    assert_fails_in_one_line(&run_without_display(&["four-in-a-row", "human", &port]), "cannot open a window");
    assert_fails_in_one_line(
        &run_without_display(&["four-in-a-row", "ai", &port, "127.0.0.1"]),
        "cannot open a window",
    );
    assert_fails_in_one_line(&run_without_display(&["window", "four-in-a-row"]), "cannot open a window");
}

#[test]
#[cfg(feature = "window")]
fn window_checks_its_arguments_before_it_opens() {
    for (arguments, text) in [
        (&["window", "chess"] as &[&str], "unknown game \"chess\""),
        (&["window", "knights", "--time-limit", "0"], "time-limit \"0\" is not a number of seconds above 0"),
        (&["window", "knights", "--time-limit", "-3"], "time-limit \"-3\" is not a number"),
        (&["window", "reversi", "--second", "hal"], "unknown engine \"hal\""),
    ] {
        let output = run_without_display(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(text) && message.lines().count() == 1, "{message}");
    }
}

/// A child process that is killed at the end of the test.
struct ChildProcess(Child);

impl Drop for ChildProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl ChildProcess {
    fn is_alive(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }

    /// Waits for the end of the process; its status, stdout and stderr.
    fn wait_with_output(mut self) -> (Option<i32>, String, String) {
        let started = Instant::now();
        let status = loop {
            match self.0.try_wait().unwrap() {
                Some(status) => break status.code(),
                None => assert!(started.elapsed() < TIMEOUT),
            }
            thread::sleep(Duration::from_millis(20));
        };
        let [mut out, mut err] = [String::new(), String::new()];
        self.0.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        self.0.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (status, out, err)
    }

    /// Kills the process and returns everything that it printed.
    fn kill_and_read_output(mut self) -> String {
        self.0.kill().unwrap();
        let mut printed = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        self.0.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
        printed
    }
}

/// Starts a virtual display and returns its name.
fn start_display() -> Option<(ChildProcess, String)> {
    let server = Command::new(XVFB.require()?)
        .args(["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts");
    let mut server = ChildProcess(server);
    let mut number = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
    assert!(!number.trim().is_empty(), "Xvfb did not start");
    Some((server, format!(":{}", number.trim())))
}

fn start_in_window(display: &str, arguments: &[&str], record: &Path) -> ChildProcess {
    let command = &mut parlor(arguments);
    command.env("DISPLAY", display).env("LIBGL_ALWAYS_SOFTWARE", "1");
    command.env("PARLOR_MOVE_SECONDS", "0.1").env("PARLOR_RECORD", record);
    ChildProcess(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

fn record_file(name: &str) -> PathBuf {
    let file = env::temp_dir().join(format!("parlor-{}-{name}.txt", process::id()));
    let _ = fs::remove_file(&file);
    file
}

/// Waits for the record of a match, and replays it.
fn read_and_replay(file: &Path) -> Match {
    let started = Instant::now();
    let text = loop {
        match fs::read_to_string(file) {
            Ok(text) => break text,
            Err(error) => assert!(started.elapsed() < TIMEOUT, "{}: {error}", file.display()),
        }
        thread::sleep(Duration::from_millis(50));
    };
    fs::remove_file(file).unwrap();
    let record: Record = text.parse().unwrap();
    record.replay(&catalog()).unwrap()
}

#[test]
#[cfg(all(target_os = "linux", feature = "window"))]
fn two_processes_reach_the_same_result_and_print_nothing() {
    let Some((_server, display)) = start_display() else { return };
    let port = free_port().to_string();
    let [one, two] = ["one", "two"].map(record_file);
    // The client starts first, and waits for the server.
    let mut client = start_in_window(&display, &["four_in_a_row", "ai", &port, "127.0.0.1"], &two);
    thread::sleep(Duration::from_millis(500));
    let mut server = start_in_window(&display, &["four-in-a-row", "ai", &port], &one);
    let [first, second] = [&one, &two].map(|file| read_and_replay(file));
    assert!(first.game().outcome().is_some(), "the game is complete");
    assert_eq!(first.game().position(), second.game().position());
    assert!(first.moves().eq(second.moves()));
    assert_eq!(first.result(), second.result());
    assert!(server.is_alive() && client.is_alive(), "the result stays on the screen");
    assert_eq!(server.kill_and_read_output(), "");
    assert_eq!(client.kill_and_read_output(), "");
}

#[test]
#[cfg(all(target_os = "linux", feature = "window"))]
fn process_survives_protocol_violation_and_prints_nothing() {
    let Some((_server, display)) = start_display() else { return };
    let port = free_port();
    let file = record_file("survivor");
    let mut survivor = start_in_window(&display, &["four-in-a-row", "human", &port.to_string()], &file);
    let started = Instant::now();
    let mut peer = loop {
        match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
            Ok(peer) => break peer,
            Err(error) => assert!(started.elapsed() < TIMEOUT, "{error}"),
        }
        thread::sleep(Duration::from_millis(50));
    };
    peer.write_all(&vec![b'3'; 1_000_000]).ok();
    let stopped = read_and_replay(&file);
    assert_eq!(stopped.ply(), 0, "the server's player opens");
    assert!(stopped.result().is_some());
    thread::sleep(Duration::from_millis(200));
    assert!(survivor.is_alive());
    assert_eq!(survivor.kill_and_read_output(), "");
}
