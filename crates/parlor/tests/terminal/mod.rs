//! Runs the real program at a pseudoterminal, with `script` of util-linux.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs, process};

use parlor_test_tools::SCRIPT;

/// Longest wait for output, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The standard streams of the program that are the terminal. Its stdout is always a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TerminalStreams {
    StdinAndStderr,
    StdinOnly,
    /// Stdin is a pipe with the first line that is typed.
    StderrOnly,
}

/// A program at a terminal.
pub(crate) struct TerminalSession {
    child: Child,
    keyboard: ChildStdin,
    screen: Arc<Mutex<String>>,
    stdout: PathBuf,
}

impl TerminalSession {
    pub(crate) fn start(arguments: &str, streams: TerminalStreams) -> Option<TerminalSession> {
        static SESSIONS: AtomicU32 = AtomicU32::new(0);
        let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
        let stdout = env::temp_dir().join(format!("parlor-terminal-{}-{number}", process::id()));
        let program = env!("CARGO_BIN_EXE_parlor");
        let mut command = format!("'{program}' {arguments} >'{}'", stdout.display());
        match streams {
            TerminalStreams::StdinAndStderr => {}
            TerminalStreams::StdinOnly => command += " 2>/dev/null",
            TerminalStreams::StderrOnly => command = format!("head -n 1 | {command}"),
        }
        let mut child = Command::new(SCRIPT.require()?)
            .args(["--quiet", "--flush", "--return", "--command", &command, "/dev/null"])
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("script starts");
        let keyboard = child.stdin.take().unwrap();
        let screen: Arc<Mutex<String>> = Arc::default();
        let mut output = child.stdout.take().unwrap();
        let collected = Arc::clone(&screen);
        thread::spawn(move || {
            let mut buffer = [0; 1024];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                collected.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..count]));
            }
        });
        Some(TerminalSession { child, keyboard, screen, stdout })
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\n").as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits until the text is on the screen so many times.
    #[track_caller]
    pub(crate) fn wait_for(&self, text: &str, count: usize) {
        let started = Instant::now();
        while self.screen.lock().unwrap().matches(text).count() < count {
            assert!(started.elapsed() < TIMEOUT, "{text:?} is missing in {:?}", self.screen.lock().unwrap());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the program to end; returns its stdout, and the screen with stderr and the echo of the keyboard.
    #[track_caller]
    pub(crate) fn finish(mut self) -> (String, String) {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > TIMEOUT {
                self.child.kill().unwrap();
            }
            thread::sleep(Duration::from_millis(5));
        };
        let screen = self.screen.lock().unwrap().clone();
        assert_eq!(status.code(), Some(0), "{screen}");
        let stdout = fs::read_to_string(&self.stdout).unwrap();
        fs::remove_file(&self.stdout).unwrap();
        (stdout, screen)
    }
}
