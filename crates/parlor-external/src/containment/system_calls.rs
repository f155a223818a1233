//! Filter of system calls: a bot that makes one of these is told that the kernel does not have it.

use seccompiler::{BpfProgram, TargetArch, compile_from_json, sock_filter};
use serde_json::{Value, json};

/// What no bot needs, and what reaches out of its box, outlives it, or is memory that nobody counts.
const DENIED: [&str; 7] = [
    // Other processes, and their priorities.
    "ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd setpriority ioprio_set",
    // Process groups: all processes of a bot are stopped together while it is not on move.
    "setsid setpgid",
    // Connections. `socketpair` stays.
    "socket",
    // Namespaces, in which a bot would have all rights. Of `clone3`, whose flags a filter cannot see, libraries
    // fall back to `clone`.
    "unshare setns clone3 chroot pivot_root mount umount2 open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr",
    // Memory without an owner.
    "shmget shmat semget msgget mq_open memfd_create memfd_secret",
    // Keyrings.
    "add_key request_key keyctl",
    // Parts of the kernel in which holes were found again and again.
    "bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register fanotify_init open_by_handle_at \
     quotactl syslog acct personality vmsplice kexec_load lookup_dcookie",
];
/// Bits of `clone` that make namespaces.
const NAMESPACES: [u32; 7] = [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000];
/// Requests of `ioctl` that type into a terminal.
const TYPING: [u32; 2] = [0x5412, 0x541c];
const ENOSYS: u32 = 38;

/// The filter for this machine.
pub(super) fn filter() -> Result<BpfProgram, String> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    let filters = json!({ "bot": {
        "mismatch_action": "allow",
        "match_action": { "errno": ENOSYS },
        "filter": rules(),
    }});
    let mut filters =
        compile_from_json(filters.to_string().as_bytes(), architecture).map_err(|error| error.to_string())?;
    let filter = filters.remove("bot").unwrap_or_default();
    Ok(deny_second_table().into_iter().chain(filter).collect())
}

/// The filter as the bytes that the kernel reads.
pub(super) fn filter_bytes() -> Result<Vec<u8>, String> {
    let bytes = |line: sock_filter| {
        let (code, value) = (line.code.to_ne_bytes(), line.k.to_ne_bytes());
        [&code[..], &[line.jt, line.jf], &value].concat()
    };
    Ok(filter()?.into_iter().flat_map(bytes).collect())
}

fn rules() -> Vec<Value> {
    let condition =
        |index: u32, op: Value, value: u32| json!({ "index": index, "type": "dword", "op": op, "val": value });
    let rule = |name: &str, condition: Value| json!({ "syscall": name, "args": [condition] });
    let names = DENIED.iter().flat_map(|names| names.split_whitespace());
    let mut rules: Vec<Value> = names.map(|name| json!({ "syscall": name })).collect();
    // Processes and threads other than the caller.
    for name in ["prlimit64", "sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"] {
        rules.push(rule(name, condition(0, json!("ne"), 0)));
    }
    rules.extend(NAMESPACES.map(|bit| rule("clone", condition(0, json!({ "masked_eq": bit }), bit))));
    rules.extend(TYPING.map(|request| rule("ioctl", condition(1, json!("eq"), request))));
    rules
}

/// The calls of x86-64 have second numbers (x32), which the rules do not name.
fn deny_second_table() -> [sock_filter; 3] {
    const LOAD: u16 = 0x20;
    const JUMP_IF_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    const FIRST: u32 = 0x4000_0000;
    const ERROR: u32 = 0x5_0000;
    let line = |code, jf, k| sock_filter { code, jt: 0, jf, k };
    [line(LOAD, 0, 0), line(JUMP_IF_AT_LEAST, 1, FIRST), line(RETURN, 0, ERROR | ENOSYS)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_is_made_for_this_machine() {
        let lines = filter().unwrap().len();
        assert!((100..4096).contains(&lines), "{lines}");
        assert_eq!(filter_bytes().unwrap().len(), 8 * lines);
    }
}
