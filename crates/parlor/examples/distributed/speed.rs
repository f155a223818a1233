//! Two workers on this machine next to one process with two slots: games a second, by the clock and by CPU time.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::server::NatsServer;

const COMPETITION: &str = "arena four-in-a-row mcts alphabeta:depth=4,table-mib=1 --nodes 400 --seed 5 --games 20000";
const ROUNDS: usize = 3;

/// Time and CPU time of a run, in seconds.
#[derive(Clone, Copy)]
struct Cost {
    elapsed: f64,
    cpu: f64,
}

pub(crate) fn measure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The best round of each counts, since other programs only slow a machine down.
    let mut best = [Cost { elapsed: f64::INFINITY, cpu: f64::INFINITY }; 2];
    for round in 0..ROUNDS {
        let store = |name: &str| format!("--store {}", folder.path().join(format!("{name}{round}.sqlite")).display());
        let costs = [local(&store("local")), remote(&store("remote"))];
        for ((best, cost), name) in best.iter_mut().zip(costs).zip(["one process, 2 slots", "2 workers"]) {
            println!("{name}: {:.1} s, CPU {:.1} s", cost.elapsed, cost.cpu);
            (best.elapsed, best.cpu) = (best.elapsed.min(cost.elapsed), best.cpu.min(cost.cpu));
        }
    }
    let [local, remote] = best;
    let (speed, work) = (100.0 * local.elapsed / remote.elapsed, 100.0 * local.cpu / remote.cpu);
    println!("2 workers reach {speed:.1} % of the games/s of one process; by CPU time {work:.1} %, server included");
}

fn local(store: &str) -> Cost {
    timed(|| run(&format!("{COMPETITION} --workers 2 {store}")))
}

/// The workers wait before the clock starts, as they do on other machines.
fn remote(store: &str) -> Cost {
    let server = NatsServer::start();
    let via = format!("--via {}", server.url());
    let workers = [(); 2].map(|()| start(&format!("arena work {via} --slots 1")));
    std::thread::sleep(std::time::Duration::from_secs(1));
    let before = children_cpu();
    let cost = timed(|| run(&format!("{COMPETITION} {store} {via} --batch-seconds 1")));
    for mut worker in workers {
        worker.kill().expect("a running worker");
        worker.wait().expect("a worker");
    }
    drop(server);
    // The workers and the server count as soon as they have ended.
    Cost { cpu: children_cpu() - before, ..cost }
}

fn timed(run: impl FnOnce()) -> Cost {
    let (started, before) = (Instant::now(), children_cpu());
    run();
    Cost { elapsed: started.elapsed().as_secs_f64(), cpu: children_cpu() - before }
}

fn run(arguments: &str) {
    assert!(start(arguments).wait().expect("a process").success());
}

fn start(arguments: &str) -> Child {
    let mut command = Command::new(program());
    command.args(arguments.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program is built")
}

/// `parlor`, two folders above this example.
fn program() -> PathBuf {
    let example = std::env::current_exe().expect("this program");
    example.ancestors().nth(2).expect("the folder of the profile").join("parlor")
}

/// CPU seconds of the processes that were started here and have ended.
fn children_cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = text.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    // Fields 16 and 17 of the manual, in hundredths of a second on every common system.
    (ticks(13) + ticks(14)) / 100.0
}
