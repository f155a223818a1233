//! The supervisor of a program: an own process between the caller and the program, below which all descendants of the
//! program stay, also those that leave its process group, so that none survives it.

use std::ffi::OsString;
use std::io;
use std::process::Command;

use nix::unistd::close;
use rustix::process::{
    Pid, Resource, Rlimit, WaitOptions, WaitStatus, getpid, kill_process, set_child_subreaper, setrlimit, wait,
};

use super::LAUNCH_FAILED;
use crate::process::end_descendants;

/// Runs a command below this process, ends all its descendants when it ends, and then ends as the command did. Returns
/// only if the command could not be started, with the line that the launcher must print to its error output.
pub fn supervise(words: &[OsString]) -> String {
    let [program, arguments @ ..] = words else { return format!("{LAUNCH_FAILED}there is no program to run") };
    match start(program, arguments) {
        Err(error) => format!("{LAUNCH_FAILED}the supervisor failed: {error}"),
        Ok(id) => {
            let status = wait_for(id);
            end_descendants(std::process::id());
            end_like(status)
        }
    }
}

fn start(program: &OsString, arguments: &[OsString]) -> io::Result<Pid> {
    // A program whose parent ends belongs to the nearest subreaper from then on.
    set_child_subreaper(Some(getpid()))?;
    let child = Command::new(program).args(arguments).spawn()?;
    // The caller notices that the program closed its output only if nobody else holds it.
    for standard_stream in 0..3 {
        let _ = close(standard_stream);
    }
    i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or_else(|| io::Error::other("the process has no id"))
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
    let signal = status.and_then(WaitStatus::terminating_signal);
    if let Some(signal) = signal.and_then(rustix::process::Signal::from_named_raw) {
        // The program has dumped its core, if it may; this process has none worth keeping.
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
        let _ = kill_process(getpid(), signal);
    }
    std::process::exit(status.and_then(WaitStatus::exit_status).unwrap_or(1))
}
