//! The single measures of containment, each on the current process and all that it starts.

use std::fs::{self, Permissions};
use std::io;
use std::ops::RangeInclusive;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
    path_beneath_rules,
};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid, close, getegid, geteuid, setgid, setgroups, setuid};
use rustix::process::{Resource, Rlimit, setrlimit};

use super::Limits;
use super::view::{SETTINGS, SYSTEM, View};

/// User and group `nobody`.
const UNPRIVILEGED_ID: u32 = 65534;
/// Users and groups of programs with a reserved folder. Systems assign these ids to nobody (systemd, "Users,
/// Groups, UIDs and GIDs"), and a container with 65,536 ids has them.
const RESERVED_IDS: RangeInclusive<u32> = 60578..=61183;
/// Open files of a process.
const OPEN_FILES: u64 = 1024;

pub(super) fn is_root() -> bool {
    geteuid().is_root()
}

/// Limits of each process. Those of all processes together are the supervisor's.
pub(super) fn limit_resources(limits: &Limits, largest_file_mib: u64) -> io::Result<()> {
    let limit = |resource, value| {
        let limit = Some(value);
        setrlimit(resource, Rlimit { current: limit, maximum: limit })
    };
    // Data and not address space: run-time systems such as Java's reserve addresses that they never use.
    limit(Resource::Data, limits.memory_mib << 20)?;
    limit(Resource::Cpu, limits.cpu_seconds)?;
    limit(Resource::Core, 0)?;
    limit(Resource::Fsize, largest_file_mib << 20)?;
    limit(Resource::Nofile, OPEN_FILES)?;
    Ok(())
}

/// Limits the processes of this user. In a user namespace of its own, these are only those of the bot.
pub(super) fn limit_processes(processes: u64) -> io::Result<()> {
    let limit = Some(processes);
    Ok(setrlimit(Resource::Nproc, Rlimit { current: limit, maximum: limit })?)
}

/// Closes all files but the standard streams: whoever started Parlor may have left some open.
pub(super) fn close_inherited_files() {
    let open = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers: Vec<i32> = open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|number| *number > 2) {
        let _ = close(number);
    }
}

/// Moves the process into a network namespace without interfaces. Without root this needs a user namespace,
/// too.
pub(super) fn leave_network() -> io::Result<()> {
    if is_root() {
        return Ok(unshare(CloneFlags::CLONE_NEWNET)?);
    }
    let (user, group) = (geteuid(), getegid());
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNET)?;
    // Keeps the ids, so that files look the same inside.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// The user that a program runs as in a folder, if root starts it: the owner of a reserved one, else nobody.
pub(super) fn program_id(folder: &Path) -> u32 {
    let owner = fs::metadata(folder).map_or(UNPRIVILEGED_ID, |found| found.uid());
    if RESERVED_IDS.contains(&owner) { owner } else { UNPRIVILEGED_ID }
}

/// Becomes a user and group without privileges, and without other groups.
pub(super) fn become_user(id: u32) -> io::Result<()> {
    setgroups(&[])?;
    setgid(Gid::from_raw(id))?;
    setuid(Uid::from_raw(id))?;
    Ok(())
}

/// Makes a user the owner of a folder and of all that is in it. Links are not followed.
pub(super) fn give_away(path: &Path, id: u32) -> io::Result<()> {
    lchown(path, Some(id), Some(id))?;
    if fs::symlink_metadata(path)?.is_dir() {
        for entry in fs::read_dir(path)? {
            give_away(&entry?.path(), id)?;
        }
    }
    Ok(())
}

/// Closes a folder, and the one around it, to all programs but those that run in the folder: it has the mode
/// 0700, and programs that root starts in it run as a user of their own, its owner. `number` is another one
/// for each folder.
pub fn reserve_folder(around: &Path, folder: &Path, number: usize) -> io::Result<()> {
    for folder in [around, folder] {
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    }
    if !is_root() {
        return Ok(());
    }
    let id = RESERVED_IDS.clone().nth(number).ok_or_else(|| io::Error::other("there is no user left for it"))?;
    give_away(folder, id)?;
    // Its user may enter the folder around it, but not read or write it.
    lchown(around, None, Some(id))?;
    fs::set_permissions(around, Permissions::from_mode(0o710))
}

/// Denies files outside a view and outside scratch folders, TCP, and signals to other processes, as far as
/// the kernel can.
pub(super) fn restrict_files(view: &View, scratch: &[&Path]) -> io::Result<()> {
    const NEWEST: ABI = ABI::V6;
    let read: Vec<PathBuf> = SYSTEM.iter().chain(&SETTINGS).chain(&["/proc", "/dev"]).map(PathBuf::from).collect();
    let write = scratch.iter().copied().chain(view.writable.as_deref());
    let restrict = || -> Result<_, landlock::RulesetError> {
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(read.iter().chain(&view.shown), AccessFs::from_read(NEWEST)))?
            .add_rules(path_beneath_rules(write, AccessFs::from_all(NEWEST)))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::from_write(NEWEST)))?
            .restrict_self()
    };
    restrict().map(|_| ()).map_err(io::Error::other)
}
