//! The box: namespaces and mounts, which the program `bwrap` (bubblewrap) makes, as an ordinary user.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Seek, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use rustix::fs::{CWD, MemfdFlags, Mode, OFlags};
use rustix::io::FdFlags;

use super::launch::Launch;
use super::system_calls;
use super::view::{SETTINGS, SYSTEM};

/// Where the views of a bot's folders lie before they are put into the box, in a mount namespace of their
/// own. Every system has it, and everybody may enter it.
const STAGE: &str = "/tmp";
const NO_PATH: Option<&Path> = None;

/// Command line of `bwrap`, and files that it inherits.
pub(super) struct Sandbox {
    pub(super) arguments: Vec<OsString>,
    pub(super) inherited: Vec<OwnedFd>,
    /// Where the folder that the bot may write is outside of the box.
    pub(super) writable: Option<PathBuf>,
}

/// Prepares the box of a bot. Root, whom no folder is closed to, names the user of the bot, and opens those
/// that this user could not reach.
pub(super) fn prepare(launch: &Launch, user: Option<u32>) -> io::Result<Sandbox> {
    let view = &launch.view;
    let mut shown = view.shown.clone();
    shown.sort();
    // Found before the stage covers them.
    let (hidden_folders, hidden_files): (Vec<_>, Vec<_>) = view.hidden.iter().partition(|path| path.is_dir());
    let sources = user.map_or_else(|| Ok(shown.clone()), |user| stage(&shown, user))?;
    let filter = inherit(system_call_filter()?)?;
    let mut words = Words(Vec::new());
    for namespace in ["user", "pid", "ipc", "net", "uts", "cgroup-try"] {
        words.add([format!("--unshare-{namespace}")]);
    }
    words.add(["--die-with-parent"]);
    for folder in SYSTEM {
        match fs::read_link(folder) {
            Ok(target) => words.add([OsStr::new("--symlink"), target.as_ref(), folder.as_ref()]),
            Err(_) => words.add(["--ro-bind-try", folder, folder]),
        }
    }
    for path in SETTINGS {
        words.add(["--ro-bind-try", path, path]);
    }
    let size = (launch.limits.scratch_mib << 20).to_string();
    words.add(["--proc", "/proc", "--dev", "/dev"]);
    words.add(["--perms", "1777", "--size", &size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]);
    words.add(["--perms", "1777", "--size", &size, "--tmpfs", "/tmp"]);
    for (path, source) in shown.iter().zip(&sources) {
        let bind = if view.writable.as_ref() == Some(path) { "--bind" } else { "--ro-bind" };
        words.add([Path::new(bind), source, path]);
    }
    for path in hidden_folders {
        words.add([Path::new("--tmpfs"), path, Path::new("--remount-ro"), path]);
    }
    for path in hidden_files {
        words.add([Path::new("--ro-bind"), Path::new("/dev/null"), path]);
    }
    words.add([Path::new("--dir"), &view.folder, Path::new("--chdir"), &view.folder]);
    words.add(["--remount-ro", "/", "--seccomp", &filter.as_raw_fd().to_string(), "--"]);
    let writable = shown.iter().zip(sources).find(|(path, _)| view.writable.as_ref() == Some(path));
    Ok(Sandbox { arguments: words.0, inherited: vec![filter], writable: writable.map(|(_, source)| source) })
}

/// Words of a command line.
struct Words(Vec<OsString>);

impl Words {
    fn add<const N: usize>(&mut self, words: [impl AsRef<OsStr>; N]) {
        self.0.extend(words.map(|word| word.as_ref().to_owned()));
    }
}

/// Makes copies of folders and files, as mounts, where everybody can reach them. Only this process and those
/// that it starts see them.
fn stage(sources: &[PathBuf], user: u32) -> io::Result<Vec<PathBuf>> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    mount(NO_PATH, "/", NO_PATH, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NO_PATH)?;
    // Opened before the stage covers those that are below it.
    let open = |path: &PathBuf| rustix::fs::openat(CWD, path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty());
    let open: Vec<OwnedFd> = sources.iter().map(open).collect::<Result<_, _>>()?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(Some("bots"), STAGE, Some("tmpfs"), flags, Some("mode=0755,size=16m"))?;
    let mut staged = Vec::new();
    for (number, source) in open.iter().enumerate() {
        let place = Path::new(STAGE).join(number.to_string());
        let source = PathBuf::from(format!("/proc/self/fd/{}", source.as_raw_fd()));
        let found = fs::metadata(&source)?;
        if is_closed(&found, user) {
            fs::create_dir(&place)?;
            for entry in fs::read_dir(&source)? {
                let entry = entry?;
                bind(&entry.path(), &entry.metadata()?, &place.join(entry.file_name()))?;
            }
        } else {
            bind(&source, &found, &place)?;
        }
        staged.push(place);
    }
    Ok(staged)
}

/// Whether a user cannot enter and list a folder, though perhaps read what is in it.
fn is_closed(found: &Metadata, user: u32) -> bool {
    const OPEN: u32 = 0o005;
    found.is_dir() && found.uid() != user && found.mode() & OPEN != OPEN
}

/// Shows a folder or a file at another place. Links stay links; other things, such as sockets, are left out.
fn bind(source: &Path, found: &Metadata, place: &Path) -> io::Result<()> {
    if found.is_dir() {
        fs::create_dir(place)?;
    } else if found.is_file() {
        File::create(place)?;
    } else if found.is_symlink() {
        return std::os::unix::fs::symlink(fs::read_link(source)?, place);
    } else {
        return Ok(());
    }
    Ok(mount(Some(source), place, NO_PATH, MsFlags::MS_BIND | MsFlags::MS_REC, NO_PATH)?)
}

/// The filter of system calls as a file in memory.
fn system_call_filter() -> io::Result<OwnedFd> {
    let bytes = system_calls::filter_bytes().map_err(io::Error::other)?;
    let mut file = File::from(rustix::fs::memfd_create("filter", MemfdFlags::CLOEXEC)?);
    file.write_all(&bytes)?;
    file.rewind()?;
    Ok(file.into())
}

/// Leaves a file open in the programs that this process becomes or starts.
pub(super) fn inherit(file: OwnedFd) -> io::Result<OwnedFd> {
    rustix::io::fcntl_setfd(file.as_fd(), FdFlags::empty())?;
    Ok(file)
}
