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
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let processes: Vec<(u32, u32)> = ids.filter_map(|id| Some((id, parent_of_living(id)?))).collect();
    let mut family = vec![ancestor];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        family.extend(processes.iter().filter(|(id, of)| *of == parent && *id != ancestor).map(|(id, _)| *id));
        next += 1;
    }
    family.split_off(1)
}

/// Parent of a process; `None` if it has ended.
fn parent_of_living(id: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name before the last parenthesis may contain anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    if state == "Z" || state == "X" { None } else { fields.next()?.parse().ok() }
}
