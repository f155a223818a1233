//! The supervisor of a program: an own process between the caller and the program, below which all
//! descendants of the program stay, also those that leave its process group, so that none survives it.

use std::convert::Infallible;
use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use nix::unistd::close;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, kill_process, set_child_subreaper, setrlimit, wait,
};

use super::watcher::wait_for_excess;
use super::{LIMIT_REACHED, Limits};
use crate::process::end_descendants;

/// Runs a command below this process, ends all its descendants when it ends, or when they use more than they
/// may, and then ends as the command did. `inherited` is closed as soon as the command has it; `folder` is
/// one whose size is limited.
pub(super) fn supervise(
    mut command: Command,
    inherited: Vec<OwnedFd>,
    limits: &Limits,
    folder: Option<PathBuf>,
) -> io::Result<Infallible> {
    // A program whose parent ends belongs to the nearest subreaper from then on.
    set_child_subreaper(Some(getpid()))?;
    let child = command.spawn()?;
    drop(inherited);
    // The caller notices that the program closed its output only if nobody else holds it.
    for standard_stream in 0..2 {
        let _ = close(standard_stream);
    }
    let limits = *limits;
    thread::Builder::new().name("watcher".to_owned()).spawn(move || {
        let excess = wait_for_excess(std::process::id(), &limits, folder.as_deref());
        eprintln!("{LIMIT_REACHED}{excess}");
        end_descendants(std::process::id());
    })?;
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let status = wait_for(id.ok_or_else(|| io::Error::other("the process has no id"))?);
    end_descendants(std::process::id());
    end_like(status)
}

/// Waits for a process, and reaps the orphans that end before.
fn wait_for(id: Pid) -> Option<WaitStatus> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if ended == id => return Some(status),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return None,
        }
    }
}

/// Ends this process with an exit status, or by a signal.
fn end_like(status: Option<WaitStatus>) -> ! {
    /// A program that makes a box ends with this and the signal that ended the program in it.
    const SIGNALS: i32 = 128;
    let code = status.and_then(WaitStatus::exit_status);
    let signal = status.and_then(WaitStatus::terminating_signal).or(code.map(|code| code - SIGNALS));
    if let Some(signal) = signal.and_then(Signal::from_named_raw) {
        // The program has dumped its core, if it may; this process has none worth keeping.
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
        let _ = kill_process(getpid(), signal);
    }
    std::process::exit(code.unwrap_or(1))
}
