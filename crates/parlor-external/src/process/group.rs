//! The process group of a program: signals, exit status and memory, as far as the system offers them.

use std::io;
use std::process::{Child, ChildStdin, Command};
use std::time::Duration;

#[cfg(target_os = "linux")]
use super::descendants::{descendants, end_descendants};

/// All processes that a program started. Those that left its process group are not suspended with it, but end
/// with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessGroup {
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix has process groups"))]
    id: u32,
}

impl ProcessGroup {
    pub(super) fn of(child: &Child) -> ProcessGroup {
        ProcessGroup { id: child.id() }
    }

    pub(super) fn kill(self) {
        // The first process ends last: it may be the supervisor, below which the others stay.
        #[cfg(target_os = "linux")]
        end_descendants(self.id);
        self.signal(Signal::Kill);
    }

    pub(super) fn suspend(self) {
        self.signal(Signal::Stop);
    }

    pub(super) fn resume(self) {
        self.signal(Signal::Continue);
    }

    #[cfg(unix)]
    fn signal(self, signal: Signal) {
        let signal = match signal {
            Signal::Kill => rustix::process::Signal::KILL,
            Signal::Stop => rustix::process::Signal::STOP,
            Signal::Continue => rustix::process::Signal::CONT,
        };
        if let Some(id) = i32::try_from(self.id).ok().and_then(rustix::process::Pid::from_raw) {
            // Fails only if every process of the group has ended.
            let _ = rustix::process::kill_process_group(id, signal);
        }
    }

    #[cfg(not(unix))]
    fn signal(self, _: Signal) {}

    /// Largest high-water mark of a process below the supervisor, or of the only process.
    #[cfg(target_os = "linux")]
    pub(super) fn peak_memory_kib(self) -> Option<u64> {
        let below = descendants(self.id);
        let ids = if below.is_empty() { vec![self.id] } else { below };
        let peak = |id: u32| {
            let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.trim().trim_end_matches("kB").trim().parse().ok()
        };
        ids.into_iter().filter_map(peak).max()
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn peak_memory_kib(self) -> Option<u64> {
        None
    }
}

/// Signal to a process group.
#[derive(Clone, Copy)]
enum Signal {
    Kill,
    Stop,
    Continue,
}

/// Puts the program into a process group of its own.
pub(crate) fn isolate(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Makes writes return at once, so that a program that does not read cannot block the caller.
pub(super) fn set_nonblocking(stdin: &ChildStdin) -> io::Result<()> {
    #[cfg(unix)]
    rustix::io::ioctl_fionbio(stdin, true)?;
    #[cfg(not(unix))]
    let _ = stdin;
    Ok(())
}

/// How the process ended, in words, if it ends in time. The process is not reaped, so its id stays taken.
#[cfg(unix)]
pub(super) fn peek_exit_status(child: &mut Child, time: Duration) -> Option<String> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw)?;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let started = std::time::Instant::now();
    loop {
        if let Some(status) = waitid(WaitId::Pid(id), options).ok()? {
            return match (status.exit_status(), status.terminating_signal()) {
                (Some(code), _) => Some(format!("with exit status {code}")),
                (_, Some(signal)) => Some(format!("by signal {signal}")),
                _ => Some("for an unknown reason".to_owned()),
            };
        }
        if started.elapsed() > time {
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(not(unix))]
pub(super) fn peek_exit_status(child: &mut Child, time: Duration) -> Option<String> {
    let started = std::time::Instant::now();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(format!("with {status}"));
        }
        if started.elapsed() > time {
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
