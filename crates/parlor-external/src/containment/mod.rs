//! Containment of external programs. On Linux a launcher (a hidden command of the `parlor` program) limits itself and
//! then becomes the program: limits of memory and processor time, an unprivileged user if started by root, no network
//! and no writes outside a scratch folder. A supervisor sees to it that no process survives the program. Everywhere a
//! program has its own process group and a wall-clock limit.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod measures;
#[cfg(target_os = "linux")]
mod supervisor;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::command::EngineCommand;

#[cfg(target_os = "linux")]
pub use linux::{exec_contained, probe};
#[cfg(target_os = "linux")]
pub use supervisor::supervise;

/// Limits of a program, and the launcher that enforces them.
#[derive(Clone, Debug)]
pub struct Containment {
    /// Program and first arguments of the launcher, which is followed by `ContainedCommand::arguments`. `None`: the
    /// program is started directly, without the launcher's limits.
    pub launcher: Option<Vec<OsString>>,
    pub memory_mib: u64,
    /// Processor time of one process.
    pub cpu_time: Duration,
    /// Time from start to end of one process.
    pub wall_clock: Duration,
}

impl Default for Containment {
    fn default() -> Containment {
        Containment {
            launcher: None,
            memory_mib: 2048,
            cpu_time: Duration::from_hours(24),
            wall_clock: Duration::from_hours(48),
        }
    }
}

impl Containment {
    /// The command that starts a program within the limits, with its own scratch folder.
    pub(crate) fn command(&self, command: &EngineCommand, scratch: &Path) -> Command {
        let mut process;
        if let Some([launcher, first @ ..]) = self.launcher.as_deref() {
            let contained = ContainedCommand {
                memory_mib: self.memory_mib,
                cpu_seconds: self.cpu_time.as_secs().max(1),
                scratch: scratch.to_owned(),
                command: [&command.program].into_iter().chain(&command.arguments).map(Into::into).collect(),
            };
            process = Command::new(launcher);
            // The launcher supervises itself, and then becomes the program.
            process.args(first).arg(SUPERVISE).arg(launcher).args(first).args(contained.arguments());
        } else {
            process = Command::new(&command.program);
            process.args(&command.arguments);
        }
        // Programs that want to write find a place: libraries look for these variables.
        process.env("HOME", scratch).env("TMPDIR", scratch);
        process
    }

    /// What holds for every program that is started with this containment, in one sentence.
    pub fn describe(&self) -> String {
        let groups = "an own process group and a wall-clock limit";
        match self.launcher.as_deref() {
            None | Some([]) => format!("Bots run with {groups}; nothing else is limited."),
            Some([launcher, first @ ..]) => {
                let probe = Command::new(launcher).args(first).arg(PROBE).output();
                let text = probe.ok().filter(|output| output.status.success());
                let text = text.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
                let memory = format!("{} MiB of memory", self.memory_mib);
                format!("Bots run with {groups}, {memory}{}.", text.trim_end())
            }
        }
    }
}

/// Closes a folder, and the one around it, to all programs but those that run in the folder: it has the mode 0700, and
/// programs that root starts in it run as a user of their own, its owner. `number` is another one for each folder.
pub fn reserve_folder(around: &Path, folder: &Path, number: usize) -> io::Result<()> {
    for folder in [around, folder] {
        #[cfg(unix)]
        std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    }
    #[cfg(target_os = "linux")]
    linux::give_to_own_user(around, folder, number)?;
    Ok(())
}

/// Begins the launcher's last line if it could not become the program.
pub(crate) const LAUNCH_FAILED: &str = "parlor: bot not started: ";

/// Argument of the launcher that lets it supervise the command after it.
pub const SUPERVISE: &str = "--supervise";

/// Argument of the launcher that prints the measures in force instead of running a program.
pub const PROBE: &str = "--probe";

/// Arguments of the launcher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContainedCommand {
    pub memory_mib: u64,
    pub cpu_seconds: u64,
    pub scratch: PathBuf,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

impl ContainedCommand {
    fn arguments(&self) -> Vec<OsString> {
        let numbers = [self.memory_mib, self.cpu_seconds].map(|number| OsString::from(number.to_string()));
        numbers.into_iter().chain([self.scratch.clone().into()]).chain(self.command.iter().cloned()).collect()
    }

    /// Reads the arguments of the launcher; `None` if they are not those of [`Containment`].
    pub fn from_arguments(arguments: &[OsString]) -> Option<ContainedCommand> {
        let [memory, cpu, scratch, command @ ..] = arguments else { return None };
        let number = |text: &OsString| text.to_str()?.parse().ok();
        let (memory_mib, cpu_seconds) = (number(memory)?, number(cpu)?);
        (!command.is_empty()).then(|| ContainedCommand {
            memory_mib,
            cpu_seconds,
            scratch: scratch.into(),
            command: command.to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launcher_reads_the_arguments_that_it_is_given() {
        let command = ContainedCommand {
            memory_mib: 64,
            cpu_seconds: 5,
            scratch: "/tmp/x".into(),
            command: ["python3", "bot.py", "--a b"].map(Into::into).to_vec(),
        };
        assert_eq!(ContainedCommand::from_arguments(&command.arguments()), Some(command));
        assert_eq!(ContainedCommand::from_arguments(&["64", "5", "/tmp/x"].map(Into::into)), None);
        assert_eq!(ContainedCommand::from_arguments(&["much", "5", "/tmp/x", "bot"].map(Into::into)), None);
    }
}
