//! One case per attack of `tests/attacks` that a bot in a box must not get through with. Each program says as
//! its name what it could do.

use std::fs;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::thread;
use std::time::Duration;

use parlor_core::{AnyEngine, EngineFault, SearchError};
use parlor_external::{ExternalEngine, Limits};

use crate::support::{attack, contained, four_in_a_row, python, search};

/// Limits that an attack reaches soon.
const SMALL: Limits = Limits { memory_mib: 512, processes: 64, cpu_seconds: 2, scratch_mib: 64, folder_mib: 64 };
const NOBODY: u32 = 65534;

pub(crate) const CASES: [(&str, fn()); 22] = [
    ("forks_are_limited", || holds("fork_bomb", "")),
    ("memory_of_children_is_counted", || ends("children_memory", "used more than 512 MiB of memory")),
    ("shared_memory_is_counted", || ends("shared_memory", "used more than 512 MiB of memory")),
    ("memory_that_nobody_touched_is_counted", || ends("unmapped_memory", "used more than 512 MiB of memory")),
    ("files_in_memory_are_denied", || holds("memory_files", "")),
    ("processor_time_of_children_is_counted", || ends("processor_time", "used more than 2 s of processor time")),
    ("scratch_files_have_a_fixed_size", || holds("fill_disk", "")),
    ("only_scratch_folders_can_be_written", || holds("write_everywhere", "")),
    ("system_v_memory_is_denied", || holds("system_v_memory", "")),
    ("limits_of_others_are_out_of_reach", limits_of_others_are_out_of_reach),
    ("sockets_are_out_of_reach", sockets_are_out_of_reach),
    ("metadata_of_files_cannot_be_changed", metadata_of_files_cannot_be_changed),
    ("other_files_cannot_be_read", other_files_cannot_be_read),
    ("parlor_cannot_be_run", || holds("run_parlor", &crate::support::own_program().display().to_string())),
    ("the_environment_is_clean", || holds("environment", "")),
    ("other_processes_are_out_of_reach", || holds("other_processes", "")),
    ("namespaces_cannot_be_made", || holds("new_namespaces", "")),
    ("the_kernel_is_small", || holds("kernel_interfaces", "")),
    ("inherited_files_are_closed", || holds("descriptors", "")),
    ("there_is_no_terminal", || holds("terminal", "")),
    ("terminal_escapes_are_replaced", terminal_escapes_are_replaced),
    ("a_suspended_bot_cannot_think_in_another_session", a_suspended_bot_cannot_think_in_another_session),
];

fn start(name: &str, arguments: &str) -> ExternalEngine {
    attack(name, arguments, |options| {
        options.containment.limits = SMALL;
        options.start_time = Duration::from_secs(20);
    })
}

/// What the attack says about itself, or the fault that ends it.
fn verdict(name: &str, arguments: &str) -> String {
    let mut engine = start(name, arguments);
    match search(&mut engine, &*four_in_a_row("-")).0 {
        Ok(()) => engine.name().unwrap_or_default().to_owned(),
        Err(SearchError::Fault(EngineFault { reason, .. })) => reason,
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn holds(name: &str, arguments: &str) {
    let verdict = verdict(name, arguments);
    assert!(verdict.starts_with("held"), "{verdict}");
}

#[track_caller]
fn ends(name: &str, reason: &str) {
    let verdict = verdict(name, "");
    assert_eq!(verdict, format!("{name}.py {reason}."));
}

/// A file that the bot's user owns, as the operator's are where the operator is no root.
fn file_of_the_operator(folder: &Path) -> String {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    let path = folder.join("precious");
    fs::write(&path, "text").unwrap();
    let _ = chown(&path, Some(NOBODY), Some(NOBODY));
    path.display().to_string()
}

fn limits_of_others_are_out_of_reach() {
    let mut other = start("environment", "");
    assert!(search(&mut other, &*four_in_a_row("-")).0.is_ok());
    holds("limits_of_others", "");
    assert!(search(&mut other, &*four_in_a_row("41")).0.is_ok());
}

fn sockets_are_out_of_reach() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let path = folder.path().join("socket");
    let _by_path = UnixListener::bind(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
    let name = format!("parlor-{}", std::process::id());
    let _by_name = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    holds("sockets", &format!("{} {name} {}", path.display(), tcp.local_addr().unwrap().port()));
}

fn metadata_of_files_cannot_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_of_the_operator(folder.path());
    holds("change_metadata", &path);
    // A file that the command of a bot of one's own names is shown, but is not the bot's, either.
    let mut engine = contained(&format!("{} tests/attacks/change_metadata.py {path}", python()), |_| {});
    assert!(search(&mut engine, &*four_in_a_row("-")).0.is_ok());
    let name = engine.name().unwrap_or_default();
    assert!(name.starts_with("held") && name.contains("Read-only file system"), "{name}");
}

fn other_files_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_of_the_operator(folder.path());
    // The command of somebody else shows nothing, although it names these.
    holds("read_others", &format!("{path} ../bots/silent.py {}", folder.path().display()));
}

fn terminal_escapes_are_replaced() {
    let is_evil = |letter: char| letter.is_control() && letter != '\n' || "\u{202e}\u{2066}".contains(letter);
    let mut engine = start("escapes", "");
    assert!(search(&mut engine, &*four_in_a_row("-")).0.is_ok());
    let name = engine.name().unwrap_or_default().to_owned();
    assert!(name.contains("evil") && !name.contains(is_evil), "{name:?}");
    assert!(!engine.take_remarks().join("").contains(is_evil));
    let log = engine.take_log();
    assert!(!log.contains(is_evil), "{log:?}");
    let Err(error) = search(&mut engine, &*four_in_a_row("41")).0 else { panic!("the bot went on") };
    assert!(error.to_string().contains("gone") && !error.to_string().contains(is_evil), "{error:?}");
}

fn a_suspended_bot_cannot_think_in_another_session() {
    let mut engine = attack("thinks_on_in_a_session", "", |options| options.suspends_off_move = true);
    let nodes = |engine: &mut dyn AnyEngine| search(engine, &*four_in_a_row("-")).1.unwrap().nodes;
    let before = nodes(&mut engine);
    thread::sleep(Duration::from_millis(600));
    let thought = nodes(&mut engine) - before;
    assert!(thought < 60, "{thought}");
}
