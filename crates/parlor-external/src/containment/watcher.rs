//! What a bot and all its descendants use together, from what Linux shows in `/proc`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::Limits;
use crate::process::family;

/// Time between two looks.
const INTERVAL: Duration = Duration::from_millis(50);
/// Looks for one at the size of a folder, which takes longer.
const LOOKS_PER_SIZE: u32 = 10;

/// The launcher, and the processes of the program that makes the box.
const OWN_PROCESSES: usize = 4;

/// What a group of processes uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Usage {
    processes: usize,
    memory: u64,
    processor_ticks: u64,
}

/// Waits until the descendants of a process use more than they may, and says what that is, as the rest of a
/// sentence.
pub(super) fn wait_for_excess(ancestor: u32, limits: &Limits, folder: Option<&Path>) -> String {
    for look in 0_u32.. {
        let excess = limits.excess(usage(ancestor)).or_else(|| {
            let folder = folder.filter(|_| look % LOOKS_PER_SIZE == 0)?;
            let limit = limits.folder_mib;
            (folder_size(folder) > limit << 20).then(|| format!("wrote more than {limit} MiB into its folder"))
        });
        if let Some(excess) = excess {
            return excess;
        }
        thread::sleep(INTERVAL);
    }
    unreachable!("looks are not counted for four years");
}

impl Limits {
    fn excess(&self, usage: Usage) -> Option<String> {
        let ticks = rustix::param::clock_ticks_per_second();
        if usage.memory > self.memory_mib << 20 {
            return Some(format!("used more than {} MiB of memory", self.memory_mib));
        }
        if usage.processor_ticks > self.cpu_seconds * ticks {
            return Some(format!("used more than {} s of processor time", self.cpu_seconds));
        }
        (usage.processes > self.processes as usize + OWN_PROCESSES)
            .then(|| format!("ran more than {} processes", self.processes))
    }
}

fn usage(ancestor: u32) -> Usage {
    let mut total = Usage::default();
    // By inode: processes share them.
    let mut shared = HashMap::new();
    for id in family(ancestor) {
        let read = |file: &str| fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default();
        total.processes += 1;
        total.memory += private_memory(&read("statm"));
        total.processor_ticks += processor_ticks(&read("stat"));
        shared.extend(read("maps").lines().filter_map(shared_mapping));
    }
    total.memory += shared.values().sum::<u64>();
    total
}

/// Bytes of a process that are in use, and of no file.
fn private_memory(statm: &str) -> u64 {
    let mut pages = statm.split_whitespace().skip(1).map(|word| word.parse().unwrap_or(0_u64));
    let (resident, of_files) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
    resident.saturating_sub(of_files) * rustix::param::page_size() as u64
}

/// Time of a process and of all children that have ended.
fn processor_ticks(stat: &str) -> u64 {
    // The name before the last parenthesis may contain anything.
    let Some((_, fields)) = stat.rsplit_once(')') else { return 0 };
    fields.split_whitespace().skip(11).take(4).map(|field| field.parse().unwrap_or(0_u64)).sum()
}

/// Inode and size of a mapping that is shared and has no file. All of it counts: pages that a process has
/// touched stay when it ends, as long as another one maps them.
fn shared_mapping(line: &str) -> Option<(u64, u64)> {
    let line = line.strip_suffix("/dev/zero (deleted)")?;
    let mut words = line.split_whitespace();
    let (range, access) = (words.next()?, words.next()?);
    let (start, end) = range.split_once('-')?;
    let size = u64::from_str_radix(end, 16).ok()?.checked_sub(u64::from_str_radix(start, 16).ok()?)?;
    let inode = words.nth(2)?.parse().ok()?;
    access.ends_with('s').then_some((inode, size))
}

fn folder_size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(found) if found.is_dir() => folder_size(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    };
    entries.map(size).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_system_are_read() {
        let line = "7f2a00000000-7f2a00100000 rw-s 00000000 00:01 1027    /dev/zero (deleted)";
        assert_eq!(shared_mapping(line), Some((1027, 1 << 20)));
        assert_eq!(shared_mapping("7f2a00000000-7f2a00100000 rw-s 00000000 fe:00 7 /tmp/file"), None);
        let stat = "12 (a) b) S 1 12 12 0 -1 4194304 100 0 0 0 5 6 7 8 20 0 1 0 100";
        assert_eq!(processor_ticks(stat), 26);
        assert_eq!(private_memory("1000 300 100 1 0 200 0"), 200 * rustix::param::page_size() as u64);
    }

    #[test]
    fn first_excess_is_named() {
        let limits = Limits { memory_mib: 1, processes: 2, cpu_seconds: 1, scratch_mib: 1, folder_mib: 1 };
        let usage = Usage { processes: 2, memory: 1 << 20, processor_ticks: 1 };
        assert_eq!(limits.excess(usage), None);
        assert_eq!(limits.excess(Usage { processes: 9, ..usage }).as_deref(), Some("ran more than 2 processes"));
        let much = limits.excess(Usage { memory: (1 << 20) + 1, ..usage });
        assert_eq!(much.as_deref(), Some("used more than 1 MiB of memory"));
    }
}
