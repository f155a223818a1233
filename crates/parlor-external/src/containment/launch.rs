//! The launcher, in two steps: the supervisor makes the box and stays outside; inside, a second one limits
//! its own process and becomes the program.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use rustix::fs::{CWD, Mode, OFlags};
use serde::{Deserialize, Serialize};

use super::measures::{
    become_user, close_inherited_files, give_away, is_root, leave_network, limit_processes, limit_resources,
    program_id, restrict_files,
};
use super::view::{View, find_program};
use super::{Containment, LAUNCH_FAILED, Level, Limits, StartError, sandbox, supervisor, system_calls};
use crate::command::EngineCommand;

/// First argument of the launcher that makes a box and supervises.
const SUPERVISE: &str = "supervise";
/// First argument of the launcher that limits itself and becomes the program.
const BECOME: &str = "become";
/// The program that makes boxes (bubblewrap).
const BUBBLEWRAP: &str = "bwrap";

/// What the launcher is to do, as its second argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Launch {
    pub(super) level: Level,
    pub(super) limits: Limits,
    pub(super) view: View,
    pub(super) arguments: Vec<String>,
    /// Where the program may write, if it is not in a box.
    pub(super) scratch: PathBuf,
    /// The program that makes the box.
    pub(super) bubblewrap: PathBuf,
    /// The launcher itself.
    pub(super) launcher: Vec<OsString>,
}

/// The command of the launcher that starts a program.
pub(super) fn command(
    launcher: &[OsString],
    level: Level,
    limits: Limits,
    command: &EngineCommand,
    writable: Option<&Path>,
    scratch: &Path,
) -> Result<Command, StartError> {
    let bubblewrap = find_program(BUBBLEWRAP, Path::new("/"));
    let bubblewrap = match (bubblewrap, level) {
        (None, Level::Box) => return Err(StartError::NoBox("bubblewrap (bwrap) is not installed".to_owned())),
        (found, _) => found.unwrap_or_default(),
    };
    let [program, first @ ..] = launcher else { return Err(StartError::System("no launcher".to_owned())) };
    let own_programs = [Some(PathBuf::from(program)), env::current_exe().ok()];
    let own_programs: Vec<PathBuf> = own_programs.into_iter().flatten().collect();
    let view = View::of(command, writable, &own_programs)?;
    let (arguments, scratch, launcher) = (command.arguments.clone(), scratch.to_owned(), launcher.to_vec());
    let launch = Launch { level, limits, view, arguments, scratch, bubblewrap, launcher };
    let mut process = Command::new(program);
    process.args(first).arg(SUPERVISE).arg(launch.to_json()?).env_clear();
    process.env("PATH", &launch.view.search_path).env("LANG", "C.UTF-8");
    Ok(process)
}

/// Why no program can be put into a box; `None` if one can.
pub(super) fn try_box(containment: &Containment) -> Option<String> {
    let containment = Containment { level: Some(Level::Box), ..containment.clone() };
    let command = EngineCommand::shell(None, "true");
    let output = containment.command(&command, None, Path::new("/tmp")).map_err(|error| match error {
        StartError::NoBox(problem) => problem,
        other => other.to_string(),
    });
    match output.map(|mut process| process.output()) {
        Ok(Ok(output)) if output.status.success() => None,
        Ok(Ok(output)) => {
            let text = String::from_utf8_lossy(&output.stderr);
            let last = text.lines().last().unwrap_or("it ended at once").to_owned();
            Some(last.strip_prefix(LAUNCH_FAILED).map_or(last.clone(), str::to_owned))
        }
        Ok(Err(error)) => Some(error.to_string()),
        Err(problem) => Some(problem),
    }
}

/// Runs the launcher with its arguments. Returns only if it could not start the program, with the line that
/// it must print to its error output; `None` if these are not its arguments.
pub fn launch(arguments: &[OsString]) -> Option<String> {
    let [step, launch] = arguments else { return None };
    let launch: Launch = serde_json::from_str(launch.to_str()?).ok()?;
    let error = match step.to_str()? {
        SUPERVISE => launch.supervise(),
        BECOME => launch.become_program(),
        _ => return None,
    };
    Some(format!("{LAUNCH_FAILED}{error}"))
}

impl Launch {
    fn to_json(&self) -> Result<String, StartError> {
        serde_json::to_string(self).map_err(|error| StartError::System(error.to_string()))
    }

    /// Starts the program, and ends with it.
    fn supervise(&self) -> String {
        close_inherited_files();
        // Its own session has no terminal that the program could write to.
        let _ = rustix::process::setsid();
        let started = match self.level {
            Level::Box => self.command_in_box(),
            _ => self.command_without_box(),
        };
        match started {
            Ok(Started { command, inherited, writable }) => {
                let Err(error) = supervisor::supervise(command, inherited, &self.limits, writable);
                format!("the supervisor failed: {error}")
            }
            Err(error) => format!("the containment failed: {error}"),
        }
    }

    fn command_in_box(&self) -> io::Result<Started> {
        let user = is_root().then(|| program_id(&self.view.folder));
        if let (Some(id), Some(folder)) = (user, &self.view.writable) {
            give_away(folder, id)?;
        }
        // Found before folders are covered.
        let own_program = self.own_program()?;
        let mut sandbox = sandbox::prepare(self, user)?;
        if let Some(id) = user {
            become_user(id)?;
        }
        let mut command = Command::new(&self.bubblewrap);
        command.args(&sandbox.arguments);
        if let Some(program) = own_program {
            // The launcher is not in the view of the program. It is run by its open file.
            let path = format!("/proc/self/fd/{}", program.as_raw_fd());
            command.arg(path).args(self.launcher.iter().skip(1)).arg(BECOME);
            command.arg(self.to_json().map_err(io::Error::other)?);
            sandbox.inherited.push(program);
        } else {
            command.args(["prlimit".into(), format!("--nproc={}", self.limits.processes), "--".into()]);
            command.arg(&self.view.program).args(&self.arguments);
        }
        Ok(Started { command, inherited: sandbox.inherited, writable: sandbox.writable })
    }

    fn command_without_box(&self) -> io::Result<Started> {
        let [program, first @ ..] = &self.launcher[..] else { return Err(io::Error::other("no launcher")) };
        let mut command = Command::new(program);
        command.args(first).arg(BECOME).arg(self.to_json().map_err(io::Error::other)?);
        Ok(Started { command, inherited: Vec::new(), writable: self.view.writable.clone() })
    }

    /// The launcher as an open file, unless it is a script, which would need its interpreter in the box.
    fn own_program(&self) -> io::Result<Option<OwnedFd>> {
        let own = env::current_exe()?;
        let is_own = |program: &OsString| fs::canonicalize(program).is_ok_and(|program| program == own);
        if !self.launcher.first().is_some_and(is_own) {
            return Ok(None);
        }
        let program = rustix::fs::openat(CWD, "/proc/self/exe", OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        sandbox::inherit(program).map(Some)
    }

    /// Limits this process and becomes the program.
    fn become_program(&self) -> String {
        close_inherited_files();
        if let Err(error) = self.limit_itself() {
            return format!("the containment failed: {error}");
        }
        let program = &self.view.program;
        let error = Command::new(program).args(&self.arguments).exec();
        let program = program.display();
        match error.kind() {
            io::ErrorKind::NotFound => format!("\"{program}\" needs an interpreter that is not in the box"),
            io::ErrorKind::PermissionDenied => format!(
                "\"{program}\" may not be run by its user, whom it or a folder above it is closed to: use a program of the \
                 system, or let everybody read and run it"
            ),
            _ => format!("\"{program}\" cannot be started: {error}"),
        }
    }

    fn limit_itself(&self) -> io::Result<()> {
        let file_mib = if self.view.writable.is_some() { self.limits.folder_mib } else { self.limits.scratch_mib };
        limit_resources(&self.limits, file_mib)?;
        if self.level == Level::Box {
            limit_processes(self.limits.processes)?;
            // Missing on a kernel without landlock. It is a second wall.
            let _ = restrict_files(&self.view, &[Path::new("/tmp"), Path::new("/dev/shm")]);
            return Ok(());
        }
        // A system may forbid namespaces. The filter below then denies sockets.
        let _ = leave_network();
        if is_root() {
            let id = program_id(&self.view.folder);
            give_away(&self.scratch, id)?;
            if let Some(folder) = &self.view.writable {
                give_away(folder, id)?;
            }
            become_user(id)?;
        }
        let _ = restrict_files(&self.view, &[&self.scratch]);
        let filter = system_calls::filter().map_err(io::Error::other)?;
        seccompiler::apply_filter(&filter).map_err(io::Error::other)
    }
}

/// A command, with what must stay open until it has started.
struct Started {
    command: Command,
    inherited: Vec<OwnedFd>,
    /// Folder whose size is limited.
    writable: Option<PathBuf>,
}
