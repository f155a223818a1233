//! `parlor arena` on many machines as people run it: processes and a real NATS server, all of which are killed.

#[path = "../../parlor-distributed/tests/all/server.rs"]
mod server;
mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use parlor_arena::Store;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use server::NatsServer;
use support::{exported_games, run_parlor};

/// Games that take a few milliseconds each.
const COMPETITION: &str = "arena four-in-a-row mcts alphabeta:depth=2,table-mib=1 --nodes 500 --seed 5";

fn store(folder: &Path, name: &str) -> String {
    format!("--store {}", folder.join(name).display())
}

fn spawn(arguments: &str) -> Process {
    let child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    Process(Some(child))
}

fn spawn_worker(server: &NatsServer) -> Process {
    spawn(&format!("arena work --via {} --slots 1", server.url()))
}

/// A process that does not outlive its test.
struct Process(Option<Child>);

impl Process {
    /// Sends a signal.
    fn signal(&self, signal: Signal) {
        let id = self.0.as_ref().and_then(|child| Pid::from_raw(child.id().cast_signed())).unwrap();
        kill_process(id, signal).unwrap();
    }

    /// Waits for the end; status, stdout and stderr.
    fn output(mut self) -> (Option<i32>, String, String) {
        let output = self.0.take().unwrap().wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The standings as text, without the heading that names the file.
fn table(out: &str) -> &str {
    &out[out.find("  #  Engine").expect("standings")..]
}

/// Waits until about so many pairs are stored.
fn wait_for_pairs(file: &Path, pairs: u64) {
    let started = Instant::now();
    loop {
        let stored = Store::open_read_only(file).and_then(|store| store.pairs_end(1)).unwrap_or(0);
        if stored >= pairs {
            break;
        }
        assert!(started.elapsed() < Duration::from_mins(2), "only {stored} of {pairs} pairs are stored");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn all_failures_together_give_the_table_of_a_local_run() {
    let folder = tempfile::tempdir().unwrap();
    let (local, remote) = (store(folder.path(), "local.sqlite"), store(folder.path(), "remote.sqlite"));
    let file = folder.path().join("remote.sqlite");
    let expected = run_parlor(&format!("{COMPETITION} --games 2000 {local}"), b"");
    assert_eq!((expected.status, expected.err.as_str()), (Some(0), ""));

    let mut server = NatsServer::start();
    let via = format!("--via {} --batch-seconds 0.1 --lease 1.5", server.url());
    let workers = [(); 3].map(|()| spawn_worker(&server));
    let coordinator = spawn(&format!("{COMPETITION} --games 2000 {remote} {via}"));
    wait_for_pairs(&file, 60);
    workers[0].signal(Signal::KILL);
    workers[1].signal(Signal::STOP);
    let suspended = Instant::now();
    wait_for_pairs(&file, 160);
    server.restart();
    wait_for_pairs(&file, 300);
    coordinator.signal(Signal::KILL);
    sleep(Duration::from_millis(300));
    let resumed = spawn(&format!("arena resume {remote} {via}"));
    // Past its lease; the batch that it holds is played by others meanwhile, and its results arrive a second time.
    sleep(Duration::from_secs(2).saturating_sub(suspended.elapsed()));
    workers[1].signal(Signal::CONT);
    let (status, out, err) = resumed.output();
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(table(&out), table(&expected.out));
    assert_eq!(exported_games(&remote), exported_games(&local));
}

#[test]
fn a_decided_test_ends_like_the_local_one() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "arena four-in-a-row alphabeta:depth=4,table-mib=1 random --depth 4 --seed 5 --games 2000 --sprt 0,50";
    let local = run_parlor(&format!("{arguments} {}", store(folder.path(), "local.sqlite")), b"");
    let server = NatsServer::start();
    let worker = spawn_worker(&server);
    let via = format!("--via {} --batch-seconds 0.2", server.url());
    let remote = run_parlor(&format!("{arguments} {} {via}", store(folder.path(), "remote.sqlite")), b"");
    assert_eq!((remote.status, remote.err.as_str()), (Some(0), ""));
    assert_eq!(table(&remote.out), table(&local.out));
    let status = run_parlor(&format!("arena status --via {}", server.url()), b"");
    assert_eq!(status.out, "No jobs.\n");
    worker.signal(Signal::TERM);
    let (status, _, log) = worker.output();
    assert_eq!(status, Some(0), "{log}");
    assert!(log.contains("Joined \"Four in a Row\"\n"), "{log}");
}

#[test]
fn the_status_names_workers_and_those_that_were_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = NatsServer::start();
    let url = server.url();
    let _coordinator =
        spawn(&format!("{COMPETITION} --games 10000 {} --via {url}", store(folder.path(), "arena.sqlite")));
    let _good = spawn(&format!("arena work --via {url} --slots 1 --name good"));
    let _bad = spawn(&format!("arena work --via {url} --slots 1 --name bad --engine mcts=random"));
    let started = Instant::now();
    loop {
        let status = run_parlor(&format!("arena status --via {url}"), b"");
        let expected =
            ["    good: 1 of 1 slots busy", "of 10000 games", "  Refused: bad: engine \"mcts\" has signature "];
        if expected.iter().all(|text| status.out.contains(text)) {
            break;
        }
        assert!(started.elapsed() < Duration::from_mins(1), "{}{}", status.out, status.err);
    }
    let json = run_parlor(&format!("arena status --json --via {url}"), b"");
    let jobs: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(jobs[0]["workers"][0]["worker"], "good");
}

#[test]
fn a_full_disk_of_the_coordinator_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = NatsServer::start();
    let _worker = spawn_worker(&server);
    let (local, remote) = (store(folder.path(), "local.sqlite"), store(folder.path(), "remote.sqlite"));
    let expected = run_parlor(&format!("{COMPETITION} --games 400 {local}"), b"");
    let via = format!("--via {} --batch-seconds 0.1", server.url());
    // No file may become larger than 150 KiB, and the signal that would end the process is ignored.
    let program = env!("CARGO_BIN_EXE_parlor");
    let script = format!("trap '' XFSZ; ulimit -f 300; exec {program} {COMPETITION} --games 400 {remote} {via}");
    let full = Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).output().unwrap();
    let error = String::from_utf8(full.stderr).unwrap();
    assert_eq!(full.status.code(), Some(1), "{error}");
    assert!(error.starts_with("parlor: the arena store failed: ") && error.lines().count() == 1, "{error}");
    let resumed = run_parlor(&format!("arena resume {remote} {via}"), b"");
    assert_eq!((resumed.status, resumed.err.as_str()), (Some(0), ""));
    assert_eq!(table(&resumed.out), table(&expected.out));
}

#[test]
fn mistakes_are_answered_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path(), "arena.sqlite");
    let missing = run_parlor(&format!("{COMPETITION} {store} --via nats://127.0.0.1:1"), b"");
    assert_eq!(missing.status, Some(1));
    assert!(missing.err.starts_with("parlor: there is no NATS server at nats://127.0.0.1:1: "), "{}", missing.err);
    let guarded = NatsServer::start_with("authorization { user: parlor, password: secret }");
    for command in ["work", "status"] {
        let refused = run_parlor(&format!("arena {command} --via {}", guarded.url()), b"");
        assert_eq!(refused.status, Some(1));
        let expected = format!(
            "parlor: the NATS server at {} refused the credentials; pass valid ones with --creds FILE\n",
            guarded.url()
        );
        assert!(refused.err.ends_with(&expected), "{}", refused.err);
    }
    let usage = run_parlor("arena work", b"");
    assert_eq!((usage.status, usage.err.as_str()), (Some(2), "parlor: work needs a server: --via nats://HOST:4222\n"));
    let small = NatsServer::start_with("jetstream { store_dir: STORE, max_file_store: 2048 }");
    let full =
        run_parlor(&format!("{COMPETITION} --games 4000 {store} --via {} --batch-seconds 0.1", small.url()), b"");
    assert_eq!(full.status, Some(1));
    assert!(full.err.starts_with("parlor: the NATS server"), "{}", full.err);
}
