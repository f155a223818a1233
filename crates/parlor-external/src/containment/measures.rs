//! The single measures of containment, each on the current process and all that it starts.

use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
    Scope, path_beneath_rules,
};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid, getegid, geteuid, setgid, setgroups, setuid};
use rustix::process::{Resource, Rlimit, setrlimit};

/// User and group `nobody`.
pub(super) const UNPRIVILEGED_ID: u32 = 65534;
/// Users and groups of programs with a reserved folder. Systems assign these ids to nobody (systemd, "Users, Groups,
/// UIDs and GIDs"), and a container with 65,536 ids has them.
const RESERVED_IDS: RangeInclusive<u32> = 60578..=61183;

pub(super) fn is_root() -> bool {
    geteuid().is_root()
}

pub(super) fn limit_resources(memory_mib: u64, cpu_seconds: u64) -> io::Result<()> {
    let limit = |resource, value| {
        let limit = Some(value);
        setrlimit(resource, Rlimit { current: limit, maximum: limit })
    };
    // Data and not address space: run-time systems such as Java's reserve addresses that they never use.
    limit(Resource::Data, memory_mib.saturating_mul(1 << 20))?;
    limit(Resource::Cpu, cpu_seconds)?;
    limit(Resource::Core, 0)?;
    Ok(())
}

/// Moves the process into a network namespace without interfaces. Without root this needs a user namespace, too.
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

/// The user of the `number`th reserved folder, as long as there are enough of them.
pub(super) fn reserved_id(number: usize) -> Option<u32> {
    RESERVED_IDS.clone().nth(number)
}

/// The user that a program runs as in a folder: the owner of a reserved one, else nobody.
pub(super) fn program_id(folder: &Path) -> io::Result<u32> {
    let owner = fs::metadata(folder)?.uid();
    Ok(if RESERVED_IDS.contains(&owner) { owner } else { UNPRIVILEGED_ID })
}

/// Becomes a user and group without privileges, and without other groups.
pub(super) fn become_user(id: u32) -> io::Result<()> {
    setgroups(&[])?;
    setgid(Gid::from_raw(id))?;
    setuid(Uid::from_raw(id))?;
    Ok(())
}

/// Denies writes outside the scratch folder, TCP, and signals to other processes, as far as the kernel can. Whether
/// writes are denied is the result.
pub(super) fn forbid_writes(scratch: &Path) -> io::Result<bool> {
    const NEWEST: ABI = ABI::V6;
    let restrict = || -> Result<RulesetStatus, landlock::RulesetError> {
        let ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_write(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules([scratch], AccessFs::from_write(NEWEST)))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::from_write(NEWEST)))?;
        Ok(ruleset.restrict_self()?.ruleset)
    };
    let status = restrict().map_err(io::Error::other)?;
    Ok(status != RulesetStatus::NotEnforced)
}
