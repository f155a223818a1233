//! A folder in which the commands of one page run, like a fresh clone with `parlor` on the path.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

use crate::repository;

/// Folders of the repository that commands read.
const FOLDERS: [&str; 2] = ["examples", "docs"];

pub(crate) struct Scratch {
    folder: TempDir,
}

/// How a command ended, and what it printed on both outputs.
pub(crate) struct Finished {
    pub(crate) end: End,
    pub(crate) output: String,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    Status(ExitStatus),
    /// It was stopped because it had printed what it should.
    Printed,
    /// It was stopped because its time was over.
    Timeout,
}

impl Scratch {
    pub(crate) fn new() -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        // Contained bots run as another user.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(folder.path().join(".bin")).unwrap();
        symlink(env!("CARGO_BIN_EXE_parlor"), folder.path().join(".bin/parlor")).unwrap();
        for name in FOLDERS {
            copy(&repository().join(name), &folder.path().join(name));
        }
        Scratch { folder }
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs a script with `sh`, at most for this time, and at most until it prints a text.
    pub(crate) fn run(&self, script: &str, limit: Duration, stop_at: Option<&str>) -> Finished {
        let path = self.folder.path().join(".output");
        let file = File::create(&path).unwrap();
        let mut command = Command::new("sh");
        command.args(["-e", "-c", script]).stdin(Stdio::null()).process_group(0);
        // Those of cargo need the repository itself.
        let needs_repository = script.lines().any(|line| line.starts_with("cargo "));
        command.current_dir(if needs_repository { repository() } else { self.folder.path() });
        command.stdout(file.try_clone().unwrap()).stderr(file).env("PATH", self.path()).env("TERM", "dumb");
        if !needs_repository {
            command.env("HOME", self.folder.path());
        }
        let output = || String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let has_printed = || stop_at.is_some_and(|text| output().contains(text));
        let end = wait(&mut command.spawn().unwrap(), limit, has_printed);
        Finished { end, output: output() }
    }

    /// Programs of the system first: a contained bot may not be able to run those of a user.
    fn path(&self) -> String {
        let own = self.folder.path().join(".bin");
        let path = std::env::var("PATH").unwrap_or_default();
        format!("{}:/usr/local/bin:/usr/bin:/bin:{path}", own.display())
    }
}

/// Waits for the end of a program; ends it and its children when the time is over or when it has printed what it should.
fn wait(child: &mut Child, limit: Duration, has_printed: impl Fn() -> bool) -> End {
    let start = Instant::now();
    let end = loop {
        if let Some(status) = child.try_wait().unwrap() {
            return End::Status(status);
        }
        if has_printed() {
            break End::Printed;
        }
        if start.elapsed() >= limit {
            break End::Timeout;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let group = Pid::from_child(child);
    let _ = kill_process_group(group, Signal::TERM);
    std::thread::sleep(Duration::from_millis(500));
    let _ = kill_process_group(group, Signal::KILL);
    child.wait().unwrap();
    end
}

fn copy(source: &Path, target: &Path) {
    fs::create_dir(target).unwrap();
    for entry in fs::read_dir(source).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let target = target.join(path.file_name().unwrap());
        // Pictures are large, and no command reads them.
        match path.is_dir() {
            true if path.ends_with("screenshots") || path.ends_with("target") => {}
            true => copy(&path, &target),
            false => drop(fs::copy(&path, target).unwrap()),
        }
    }
}
