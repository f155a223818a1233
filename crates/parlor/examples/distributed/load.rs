//! A coordinator with simulated workers: results stored in a second, and the memory of coordinator and server.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use parlor_arena::{Competition, CompetitionJob, Limit, Progress, Store, offer, openings};
use parlor_core::StopFlag;
use parlor_distributed::nats::{Connection, Settings, run};

use crate::server::NatsServer;

const REPORT_INTERVAL: Duration = Duration::from_secs(5);

pub(crate) fn measure(connections: usize, seconds: u32) {
    let catalog = parlor_games::catalog();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut competition = Competition::new("four-in-a-row", &["random", "alphabeta:depth=1"]);
    (competition.games, competition.limits, competition.block_pairs) = (10_000_000, vec![Limit::Depth(1)], 1);
    competition.openings.plies = Some(0);
    let competition = competition.complete(&catalog).expect("a valid competition");
    let mut store = Store::open(&folder.path().join("arena.sqlite")).expect("a store");
    let id = store.create(&competition, &openings(&competition, &catalog).expect("openings")).expect("a competition");
    let stored = store.competition(Some(id)).expect("the competition");

    let server = NatsServer::start();
    let mut workers = Command::new(std::env::current_exe().expect("this program"))
        .args(["workers", &server.url(), &connections.to_string()])
        .stdout(Stdio::null())
        .spawn()
        .expect("the process of the workers");
    let stop = StopFlag::default();
    let mut meter = Meter { stop: stop.clone(), end: None, seconds, connections, last: (Instant::now(), 0) };
    let mut on_progress = |progress: &Progress| meter.update(progress, server.process_id());
    let mut job = CompetitionJob::new(&mut store, &stored, 1, &mut on_progress).expect("a job");
    let settings = Settings {
        connection: Connection { url: server.url(), credentials: None, root_certificate: None },
        version: "load".to_owned(),
        lease: Duration::from_secs(30),
    };
    let offer = offer(&catalog, &competition, "load").expect("an offer");
    run(&mut job, &offer, &settings, &stop).expect("a job without errors");
    let _ = workers.kill();
    let _ = workers.wait();
}

/// Prints speed and memory every few seconds, and ends the job.
struct Meter {
    stop: StopFlag,
    /// Known as soon as all workers are there.
    end: Option<Instant>,
    seconds: u32,
    connections: usize,
    /// Time and games of the last line.
    last: (Instant, u64),
}

impl Meter {
    #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
    fn update(&mut self, progress: &Progress, server: u32) {
        let (now, games) = (Instant::now(), progress.games_played);
        if self.end.is_none() && progress.pool.machines >= self.connections {
            self.end = Some(now + Duration::from_secs(self.seconds.into()));
            self.last = (now, games);
            println!("{} workers are connected", progress.pool.machines);
        }
        if now - self.last.0 < REPORT_INTERVAL {
            return;
        }
        // A batch is a pair of games.
        let speed = (games - self.last.1) as f64 / 2.0 / (now - self.last.0).as_secs_f64();
        self.last = (now, games);
        let (machines, own, nats) = (progress.pool.machines, memory("self"), memory(&server.to_string()));
        println!(
            "{machines} workers, {speed:.0} batch results/s stored, {games} games; memory: coordinator {own} MiB, server {nats} MiB"
        );
        if self.end.is_some_and(|end| now >= end) {
            self.stop.raise();
        }
    }
}

/// Resident memory of a process in MiB.
fn memory(process: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}
