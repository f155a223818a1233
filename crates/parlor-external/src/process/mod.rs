//! A child process that speaks lines: bounded output, capped error output, signals to its whole process
//! group.

#[cfg(target_os = "linux")]
mod descendants;
mod group;
mod output;
mod run;

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use parlor_core::{EngineFault, FaultKind};
use tempfile::TempDir;

use crate::command::EngineCommand;
use crate::containment::{BOX_FAILED, Containment, LAUNCH_FAILED, LIMIT_REACHED, Level, StartError};
#[cfg(target_os = "linux")]
pub(crate) use descendants::{end_descendants, family};
pub(crate) use group::isolate;
use group::{ProcessGroup, peek_exit_status, set_nonblocking};
pub(crate) use output::MAX_LINE;
use output::{CappedLog, Output, read_lines};
pub use run::{ContainedRun, RunOutput};

/// Lines that wait to be read; then the program has to wait.
const QUEUED_LINES: usize = 256;
/// Unread lines that a program may have printed before it is asked for a move.
const MAX_UNREAD_LINES: usize = 4096;
/// Time in which a program must read its input.
const WRITE_TIME: Duration = Duration::from_secs(2);
/// Time between a program's farewell and its end by force.
const QUIT_TIME: Duration = Duration::from_millis(500);
/// Time in which the exit status and the rest of the error output follow the end of the output, on a busy
/// machine.
const EXIT_TIME: Duration = Duration::from_secs(1);

/// What a wait for output brought.
#[derive(Debug)]
pub(crate) enum Next {
    Line(String),
    Timeout,
}

/// A running program. Dropping it ends the program with all processes of its group.
#[derive(Debug)]
pub(crate) struct Process {
    name: String,
    /// Whether what it sees is limited.
    is_in_box: bool,
    child: Child,
    group: ProcessGroup,
    stdin: Option<ChildStdin>,
    output: Receiver<Output>,
    log: CappedLog,
    is_suspended: bool,
    /// Ends the watchdog, which ends the process at its wall-clock limit.
    watchdog: Option<(SyncSender<()>, thread::JoinHandle<()>)>,
    has_reached_wall_clock: Arc<AtomicBool>,
    /// Removed with the process.
    _scratch: TempDir,
}

impl Process {
    pub(crate) fn start(command: &EngineCommand, containment: &Containment) -> Result<Process, EngineFault> {
        let name = command.name().to_owned();
        let start = || -> Result<(TempDir, Child), StartError> {
            let scratch = tempfile::Builder::new().prefix("parlor-bot-").tempdir()?;
            let mut process = containment.command(command, None, scratch.path())?;
            process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let child = spawn(&mut process).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => StartError::NoProgram(command.program.clone()),
                _ => error.into(),
            })?;
            Ok((scratch, child))
        };
        let (scratch, child) = start().map_err(|error| start_fault(command, &error))?;
        let (lines, output) = sync_channel(QUEUED_LINES);
        let mut process = Process {
            name,
            is_in_box: containment.level() == Level::Box,
            group: ProcessGroup::of(&child),
            child,
            stdin: None,
            output,
            log: CappedLog::default(),
            is_suspended: false,
            watchdog: None,
            has_reached_wall_clock: Arc::default(),
            _scratch: scratch,
        };
        // From here on the process ends when it is dropped, also after an error.
        process.start_threads(lines, containment.wall_clock).map_err(|error| start_fault(command, &error.into()))?;
        Ok(process)
    }

    /// Starts the readers of both outputs, and the watchdog.
    fn start_threads(&mut self, lines: SyncSender<Output>, wall_clock: Duration) -> io::Result<()> {
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        self.stdin = self.child.stdin.take();
        if let Some(stdin) = &self.stdin {
            set_nonblocking(stdin)?;
        }
        if let (Some(stdout), Some(stderr)) = (self.child.stdout.take(), self.child.stderr.take()) {
            let log = self.log.clone();
            thread("bot output").spawn(move || read_lines(stdout, &lines))?;
            thread("bot log").spawn(move || log.read_all(stderr))?;
        }
        let (stop_watchdog, stopped) = sync_channel(0);
        let (group, is_over) = (self.group, Arc::clone(&self.has_reached_wall_clock));
        let watchdog = thread("bot watchdog").spawn(move || {
            if stopped.recv_timeout(wall_clock) == Err(RecvTimeoutError::Timeout) {
                is_over.store(true, Ordering::Release);
                group.kill();
            }
        })?;
        self.watchdog = Some((stop_watchdog, watchdog));
        Ok(())
    }

    /// Writes lines. Fails if the program does not read them or has closed its input.
    pub(crate) fn send(&mut self, lines: &[String]) -> Result<(), EngineFault> {
        self.resume();
        let mut text = lines.join("\n");
        text.push('\n');
        let mut rest = text.as_bytes();
        let started = Instant::now();
        while !rest.is_empty() {
            let written = self.stdin.as_mut().map_or(Ok(0), |stdin| stdin.write(rest));
            match written {
                Ok(0) => return Err(self.exit_fault()),
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && started.elapsed() < WRITE_TIME => {
                    thread::sleep(Duration::from_millis(1));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let reason = format!("{} does not read its input.", self.name);
                    return Err(EngineFault { kind: FaultKind::Protocol, reason });
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.exit_fault()),
            }
        }
        Ok(())
    }

    /// The next line, if one arrives in time.
    pub(crate) fn next_line(&mut self, timeout: Duration) -> Result<Next, EngineFault> {
        match self.output.recv_timeout(timeout) {
            Ok(Output::Line(line)) => Ok(Next::Line(line)),
            Ok(Output::TooLong) => {
                let reason = format!("{} printed a line of more than {MAX_LINE} bytes.", self.name);
                Err(EngineFault { kind: FaultKind::Protocol, reason })
            }
            Ok(Output::EndedInLine) => {
                let mut fault = self.exit_fault();
                fault.reason = format!("{} It stopped in the middle of a line.", fault.reason);
                Err(fault)
            }
            Ok(Output::Closed) | Err(RecvTimeoutError::Disconnected) => Err(self.exit_fault()),
            Err(RecvTimeoutError::Timeout) => Ok(Next::Timeout),
        }
    }

    /// Lines that were printed without being asked for.
    pub(crate) fn take_unread_lines(&mut self) -> Result<Vec<String>, EngineFault> {
        let mut lines = Vec::new();
        while let Next::Line(line) = self.next_line(Duration::ZERO)? {
            lines.push(line);
            if lines.len() > MAX_UNREAD_LINES {
                let reason = format!("{} prints without end, without being asked for a move.", self.name);
                return Err(EngineFault { kind: FaultKind::Protocol, reason });
            }
        }
        Ok(lines)
    }

    /// Why the output ended, with the last line of the error output.
    fn exit_fault(&mut self) -> EngineFault {
        let name = &self.name;
        let timed_out = self.has_reached_wall_clock.load(Ordering::Acquire);
        let mut reason = match peek_exit_status(&mut self.child, EXIT_TIME) {
            _ if timed_out => format!("{name} reached its wall-clock limit."),
            Some(how) => format!("{name} ended {how}."),
            None => format!("{name} closed its output."),
        };
        self.log.wait(EXIT_TIME);
        let last = self.log.last_line().unwrap_or_default();
        if let Some(why) = last.strip_prefix(LAUNCH_FAILED).or(last.strip_prefix(BOX_FAILED)) {
            return EngineFault { kind: FaultKind::Start, reason: format!("{name} was not started: {why}.") };
        }
        if let Some(what) = last.strip_prefix(LIMIT_REACHED) {
            return EngineFault { kind: FaultKind::Exit, reason: format!("{name} {what}.") };
        }
        if !last.is_empty() {
            reason = format!("{reason} Its last error line: {last}");
        }
        let advice = if self.is_in_box { advice_on(&last) } else { "" };
        EngineFault { kind: FaultKind::Exit, reason: format!("{reason}{advice}") }
    }

    /// Stops all processes of the group until the next `send`.
    pub(crate) fn suspend(&mut self) {
        self.group.suspend();
        self.is_suspended = true;
    }

    fn resume(&mut self) {
        if std::mem::take(&mut self.is_suspended) {
            self.group.resume();
        }
    }

    pub(crate) fn log(&self) -> &CappedLog {
        &self.log
    }

    /// Largest amount of memory that the process had in use, in KiB.
    pub(crate) fn peak_memory_kib(&self) -> Option<u64> {
        self.group.peak_memory_kib()
    }

    /// Says goodbye and waits a moment for the program to end by itself.
    pub(crate) fn quit(mut self, farewell: &str) {
        let started = Instant::now();
        let is_told = self.send(&[farewell.to_owned()]).is_ok();
        self.stdin = None;
        while is_told && started.elapsed() < QUIT_TIME {
            match self.output.recv_timeout(QUIT_TIME.saturating_sub(started.elapsed())) {
                Ok(Output::Closed | Output::EndedInLine) | Err(_) => break,
                Ok(Output::Line(_) | Output::TooLong) => {}
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some((stop, watchdog)) = self.watchdog.take() {
            drop(stop);
            let _ = watchdog.join();
        }
        // Before the process is reaped, so that its id cannot belong to another one.
        self.group.kill();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the process. A program that was just written may still be open in another thread that is starting a
/// process.
fn spawn(process: &mut Command) -> io::Result<Child> {
    for _ in 0..10 {
        match process.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(10));
            }
            other => return other,
        }
    }
    process.spawn()
}

/// What the user can do about a last error line that comes of the containment.
fn advice_on(last_line: &str) -> &'static str {
    let causes = [
        (
            "error while loading shared libraries",
            ". In its box it sees its own folder and the system's libraries: put the library into that folder, and name it with \
             LD_LIBRARY_PATH in a script, or install it.",
        ),
        (
            "Permission denied",
            ". In its box it is a user without rights, who may read what everybody may: `chmod -R a+rX` on its folder lets it.",
        ),
        (
            "No such file or directory",
            ". In its box it sees its own folder, which its command names, and the system's programs, and nothing else.",
        ),
        ("No module named", ". In its box it sees the packages of its interpreter, but not those of your home folder."),
    ];
    causes.iter().find(|(cause, _)| last_line.contains(cause)).map_or("", |(_, advice)| advice)
}

fn start_fault(command: &EngineCommand, error: &StartError) -> EngineFault {
    EngineFault { kind: FaultKind::Start, reason: format!("{} {error}.", command.name()) }
}
