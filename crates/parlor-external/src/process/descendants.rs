//! Descendants of a process, from the table of processes that Linux shows in `/proc`.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// Rounds in which processes may start new ones while they are being ended.
const MAX_ROUNDS: usize = 200;

/// Ends all descendants of a process. While it lives and is their subreaper, none can get away.
pub(crate) fn end_descendants(ancestor: u32) {
    let mut known = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let found = descendants(ancestor);
        if found.is_empty() {
            return;
        }
        // Those that were found first are stopped first, so that they start no further ones.
        let is_complete = found.iter().all(|id| known.contains(id));
        let signal = if is_complete { Signal::KILL } else { Signal::STOP };
        for id in found.iter().copied().filter_map(|id| Pid::from_raw(i32::try_from(id).ok()?)) {
            // Fails only if the process has ended.
            let _ = kill_process(id, signal);
        }
        known = found;
    }
}

/// Ids of the living descendants of a process.
pub(super) fn descendants(ancestor: u32) -> Vec<u32> {
    family(ancestor).into_iter().filter(|id| is_alive(*id)).collect()
}

/// Ids of all descendants of a process, also of those that have ended and that nobody has waited for.
pub(crate) fn family(ancestor: u32) -> Vec<u32> {
    let mut family = vec![ancestor];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        family.extend(children(parent));
        next += 1;
    }
    family.split_off(1)
}

/// Children of a process, each of which belongs to the thread that started it.
fn children(id: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()).collect()
}

/// Whether a process has not ended. Its children may still be there if it has.
fn is_alive(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // The name before the last parenthesis may contain anything.
    let state = stat.rsplit_once(')').and_then(|(_, fields)| fields.split_whitespace().next());
    state.is_some_and(|state| state != "Z" && state != "X")
}
