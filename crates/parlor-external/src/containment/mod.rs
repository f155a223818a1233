//! Containment of external programs. On Linux a launcher (a hidden command of the `parlor` program)
//! supervises the program and puts it into a box: namespaces, mounts and limits, in which it sees its own
//! folder and the system's programs, and nothing else. Where the system does not let it make boxes,
//! containment is reduced to what a process can deny itself. Everywhere a program has its own process group
//! and a wall-clock limit.

mod findings;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod measures;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod system_calls;
#[cfg(target_os = "linux")]
mod view;
#[cfg(target_os = "linux")]
mod watcher;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::command::EngineCommand;

pub use findings::{FINDINGS, Finding};
#[cfg(target_os = "linux")]
pub use launch::launch;
#[cfg(target_os = "linux")]
pub use measures::reserve_folder;

/// Begins the launcher's last line if it could not start the program.
pub(crate) const LAUNCH_FAILED: &str = "parlor: bot not started: ";
/// Begins the last line of the program that makes the box if it could not.
pub(crate) const BOX_FAILED: &str = "bwrap: ";
/// Begins the launcher's last line if the program used more than it may.
pub(crate) const LIMIT_REACHED: &str = "parlor: bot ended: it ";

/// How far a program is kept from everything else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Level {
    /// A process group and a wall-clock limit.
    None,
    /// What a process can deny itself.
    Reduced,
    /// Namespaces of its own.
    Box,
}

/// What all processes of a program may use together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    pub memory_mib: u64,
    pub processes: u64,
    pub cpu_seconds: u64,
    /// Size of the folder for scratch files, and again of that for shared memory.
    pub scratch_mib: u64,
    /// Size of the only folder that a build may write.
    pub folder_mib: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        let cpu_seconds = Duration::from_hours(24).as_secs();
        Limits { memory_mib: 2048, processes: 256, cpu_seconds, scratch_mib: 256, folder_mib: 1024 }
    }
}

/// Limits of a program, and the launcher that enforces them.
#[derive(Clone, Debug)]
pub struct Containment {
    /// Program and first arguments of the launcher, which is followed by its own. `None`: the program is
    /// started directly.
    pub launcher: Option<Vec<OsString>>,
    /// The level that the user wants. `None`: a box, or what the system can do.
    pub level: Option<Level>,
    pub limits: Limits,
    /// Time from start to end of one process.
    pub wall_clock: Duration,
}

impl Default for Containment {
    fn default() -> Containment {
        Containment { launcher: None, level: None, limits: Limits::default(), wall_clock: Duration::from_hours(48) }
    }
}

/// Why a program was not started, as the rest of a sentence that begins with its name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    #[error("was not started: there is no program \"{0}\"")]
    NoProgram(String),
    #[error(
        "cannot use \"{0}\", which chooses an interpreter outside of the box: name the interpreter itself (`pyenv which python3` \
         prints it)"
    )]
    Shim(String),
    #[error(
        "names the program \"{0}\", which lies outside of its folder and of the system: name it without its folder, and put \
         that folder into PATH"
    )]
    Outside(String),
    #[error("needs a box, which this system does not make: {0}")]
    NoBox(String),
    #[error("cannot be started: {0}")]
    System(String),
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> StartError {
        StartError::System(error.to_string())
    }
}

/// Competitions with programs of others need a box.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "this system cannot keep a bot from cheating, and from your files ({problem}): {remedy}, or accept what `parlor bot check` \
     lists with `parlor --containment reduced`"
)]
pub struct NotContained {
    problem: String,
    remedy: &'static str,
}

impl Containment {
    /// The level that holds for programs that are started now.
    pub fn level(&self) -> Level {
        match (&self.launcher, self.level) {
            (None, _) => Level::None,
            (_, Some(level)) => level,
            (_, None) if self.box_problem().is_none() => Level::Box,
            _ => Level::Reduced,
        }
    }

    /// Fails where programs are not in a box, and the user has not said that less is enough.
    pub fn require_box(&self) -> Result<(), NotContained> {
        if matches!(self.level, Some(Level::None | Level::Reduced)) {
            return Ok(());
        }
        let Some(problem) = self.box_problem() else { return Ok(()) };
        let remedy = if problem.contains("bubblewrap") { "install it" } else { "allow user namespaces" };
        Err(NotContained { problem, remedy })
    }

    /// What holds for every program that is started with this containment, and what it could still do.
    pub fn describe(&self) -> String {
        let level = self.level();
        let Limits { memory_mib, processes, scratch_mib, .. } = self.limits;
        let used = format!("{memory_mib} MiB of memory, {processes} processes");
        let holds = match level {
            Level::Box => format!(
                "Bots run in a box: they see their own folder and the system's programs, and have {used}, {scratch_mib} \
                 MiB of scratch files, no network and no other process."
            ),
            Level::Reduced => format!("Bots run in reduced containment, with {used}."),
            Level::None => "Bots run with an own process group and a wall-clock limit.".to_owned(),
        };
        let problem = self.box_problem().filter(|_| level == Level::Reduced && self.level.is_none());
        let problem = problem.map(|problem| format!(" There is no box: {problem}."));
        let remaining: Vec<&str> = FINDINGS.iter().filter(|finding| finding.remains(level)).map(|f| f.what).collect();
        let remaining =
            if remaining.is_empty() { String::new() } else { format!(" A bot could {}.", remaining.join("; ")) };
        holds + &problem.unwrap_or_default() + &remaining
    }

    /// The command that starts a program within the limits. Only a build may write a folder; a scratch folder
    /// is used where there is no box.
    pub(crate) fn command(
        &self,
        command: &EngineCommand,
        writable: Option<&Path>,
        scratch: &Path,
    ) -> Result<Command, StartError> {
        let level = self.level();
        let mut process = match self.launcher.as_deref() {
            #[cfg(target_os = "linux")]
            Some(launcher) if level != Level::None => {
                launch::command(launcher, level, self.limits, command, writable, scratch)?
            }
            _ => {
                let _ = writable;
                let mut process = Command::new(&command.program);
                process.args(&command.arguments);
                crate::process::isolate(&mut process);
                process
            }
        };
        process.current_dir(command.run_folder());
        // Programs that want to write find a place: libraries look for these variables.
        let scratch = if level == Level::Box { Path::new("/tmp") } else { scratch };
        process.env("HOME", scratch).env("TMPDIR", scratch);
        Ok(process)
    }

    /// Why there is no box; `None` if there is one. Tried once.
    #[cfg(target_os = "linux")]
    fn box_problem(&self) -> Option<String> {
        static PROBLEM: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
        if self.launcher.is_none() {
            return Some("programs are started without a launcher".to_owned());
        }
        PROBLEM.get_or_init(|| launch::try_box(self)).clone()
    }

    #[cfg(not(target_os = "linux"))]
    fn box_problem(&self) -> Option<String> {
        Some("boxes are made on Linux only".to_owned())
    }
}

/// Closes a folder, and the one around it, to all programs but those that run in the folder, where the system
/// can.
#[cfg(not(target_os = "linux"))]
pub fn reserve_folder(around: &Path, folder: &Path, _: usize) -> std::io::Result<()> {
    for folder in [around, folder] {
        #[cfg(unix)]
        std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        #[cfg(not(unix))]
        let _ = folder;
    }
    Ok(())
}
