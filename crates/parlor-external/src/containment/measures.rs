//! The single measures of containment, each on the current process and all that it starts.

use std::fs;
use std::io;
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

pub(super) fn become_unprivileged() -> io::Result<()> {
    setgroups(&[])?;
    setgid(Gid::from_raw(UNPRIVILEGED_ID))?;
    setuid(Uid::from_raw(UNPRIVILEGED_ID))?;
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
