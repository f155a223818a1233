//! Jobs over a real server.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use parlor_core::StopFlag;
use parlor_distributed::nats::{Connection, Settings, WorkerSettings, run, status};
use parlor_distributed::{JobError, JobKind};

use crate::jobs::{SquareJob, SquareKind, offer, work_or_abort};
use crate::server::NatsServer;

fn connection(server: &NatsServer) -> Connection {
    Connection { url: server.url(), credentials: None, root_certificate: None }
}

fn settings(server: &NatsServer) -> Settings {
    Settings { connection: connection(server), version: "1".to_owned(), lease: Duration::from_secs(1) }
}

/// A worker on a thread, until it is stopped; its log.
fn run_worker(server: &NatsServer, name: &str, kind: &dyn JobKind, stop: &StopFlag, version: &str) -> Vec<String> {
    let settings = WorkerSettings {
        connection: connection(server),
        name: name.to_owned(),
        slots: 2,
        version: version.to_owned(),
        idle: None,
    };
    let lines = Mutex::new(Vec::new());
    work_or_abort(kind, &settings, stop, &|line| lines.lock().unwrap().push(line.to_owned()));
    lines.into_inner().unwrap()
}

/// Runs a job with one worker of this kind; the result, and the log of the worker.
fn run_with_worker(
    server: &NatsServer,
    job: &mut SquareJob,
    offer: &parlor_distributed::Offer,
    kind: &SquareKind,
) -> (Result<(), JobError>, Vec<String>) {
    let stop = StopFlag::default();
    thread::scope(|scope| {
        let worker = scope.spawn(|| run_worker(server, "worker", kind, &stop, "1"));
        let result = run(job, offer, &settings(server), &StopFlag::default());
        stop.raise();
        (result, worker.join().unwrap())
    })
}

#[test]
fn two_jobs_share_two_workers_and_both_end_complete() {
    let server = NatsServer::start();
    let (kind, stop) = (SquareKind::default(), StopFlag::default());
    thread::scope(|scope| {
        for name in ["one", "two"] {
            let (server, kind, stop) = (&server, &kind, &stop);
            scope.spawn(move || run_worker(server, name, kind, stop, "1"));
        }
        let jobs = ["first", "second"].map(|name| {
            let server = &server;
            scope.spawn(move || {
                let mut job = SquareJob::new(200, 9);
                run(&mut job, &offer(name, 0.002), &settings(server), &StopFlag::default()).unwrap();
                job
            })
        });
        for job in jobs {
            let job = job.join().unwrap();
            job.assert_complete();
            assert!(job.most_slots >= 2, "{} slots", job.most_slots);
        }
        stop.raise();
    });
    assert_eq!(status(&connection(&server)).unwrap(), [], "nothing is left on the server");
}

#[test]
fn a_batch_that_fails_three_times_is_set_aside_and_the_others_are_stored() {
    let server = NatsServer::start();
    let mut job = SquareJob::new(60, 10);
    let mut offer = offer("unlucky", 0.0);
    offer.description["fails_at"] = 13.into();
    let (result, log) = run_with_worker(&server, &mut job, &offer, &SquareKind::default());
    let error = result.unwrap_err().to_string();
    assert!(error.starts_with("1 batch was set aside, the first is 10-20: 13 is unlucky"), "{error}");
    assert_eq!(log.iter().filter(|line| line.contains("failed: 13 is unlucky")).count(), 3, "{log:?}");
    assert_eq!(job.squares.len(), 50);
    // The next coordinator tries again.
    job.next = 0;
    offer.description["fails_at"] = serde_json::Value::Null;
    run_with_worker(&server, &mut job, &offer, &SquareKind::default()).0.unwrap();
    job.assert_complete();
}

#[test]
fn workers_that_differ_are_refused_with_the_reason() {
    let server = NatsServer::start();
    let (stop, ends) = (StopFlag::default(), StopFlag::default());
    let (other, same) = (SquareKind { signature: "2", ..SquareKind::default() }, SquareKind::default());
    let logs = thread::scope(|scope| {
        let coordinator = scope.spawn(|| {
            run(&mut SquareJob::new(1000, 10), &offer("strict", 0.1), &settings(&server), &stop).unwrap();
        });
        let workers = [("signature", &other, "1"), ("version", &same, "2")].map(|(name, kind, version)| {
            let (server, ends) = (&server, &ends);
            scope.spawn(move || run_worker(server, name, kind, ends, version))
        });
        let started = Instant::now();
        while status(&connection(&server)).unwrap().first().is_none_or(|job| job.refused.len() < 2) {
            assert!(started.elapsed() < Duration::from_secs(20), "the workers are refused");
        }
        ends.raise();
        stop.raise();
        coordinator.join().unwrap();
        workers.map(|worker| worker.join().unwrap().join("\n"))
    });
    let signature = "engine \"multiplier\" has signature 2 on this worker, but 1 on the coordinator";
    assert!(logs[0].contains(signature), "{}", logs[0]);
    assert!(logs[1].contains("the worker is parlor 2, but the coordinator is parlor 1"), "{}", logs[1]);
}

/// Asserts that a worker stopped in the middle of a batch, and within a second after this moment.
fn assert_stopped_within_a_second(kind: &SquareKind, moment: Instant) {
    let last_end = *kind.ends.lock().unwrap().iter().max().unwrap();
    assert!(last_end > moment, "no batch was in progress");
    let time = last_end - moment;
    assert!(time < Duration::from_secs(1), "the worker stopped after {time:?}");
}

#[test]
fn a_decided_job_stops_its_workers_within_a_second() {
    let server = NatsServer::start();
    let kind = SquareKind::default();
    let mut job = SquareJob { enough: Some(1), ..SquareJob::new(1000, 1) };
    let mut offer = offer("decided", 30.0);
    offer.description["first_seconds"] = 1.5.into();
    run_with_worker(&server, &mut job, &offer, &kind).0.unwrap();
    assert_eq!(job.squares.len(), 1);
    assert_stopped_within_a_second(&kind, job.decided.unwrap());
}

#[test]
fn a_canceled_job_stops_its_workers_within_a_second() {
    let server = NatsServer::start();
    let (kind, ends, canceled) = (SquareKind::default(), StopFlag::default(), StopFlag::default());
    let moment = thread::scope(|scope| {
        scope.spawn(|| run_worker(&server, "worker", &kind, &ends, "1"));
        let coordinator = scope.spawn(|| {
            let mut job = SquareJob::new(10, 1);
            run(&mut job, &offer("canceled", 30.0), &settings(&server), &canceled).unwrap();
            job.squares.len()
        });
        let is_busy = || status(&connection(&server)).unwrap().first().is_some_and(|job| job.in_progress == 2);
        let started = Instant::now();
        while !is_busy() {
            assert!(started.elapsed() < Duration::from_secs(20), "two batches are in progress");
        }
        let moment = Instant::now();
        canceled.raise();
        assert_eq!(coordinator.join().unwrap(), 0);
        ends.raise();
        moment
    });
    assert_stopped_within_a_second(&kind, moment);
}

#[test]
fn results_wait_for_a_coordinator_that_could_not_store_them() {
    let server = NatsServer::start();
    let (kind, stop) = (SquareKind::default(), StopFlag::default());
    thread::scope(|scope| {
        scope.spawn(|| run_worker(&server, "worker", &kind, &stop, "1"));
        let mut job = SquareJob { capacity: Some(20), ..SquareJob::new(80, 5) };
        let offer = offer("full", 0.001);
        let error = run(&mut job, &offer, &settings(&server), &StopFlag::default()).unwrap_err();
        assert_eq!(error.to_string(), "the disk is full");
        (job.capacity, job.next) = (None, 0);
        run(&mut job, &offer, &settings(&server), &StopFlag::default()).unwrap();
        job.assert_complete();
        stop.raise();
    });
}

#[test]
fn a_slow_machine_gets_more_time() {
    let server = NatsServer::start();
    let mut job = SquareJob::new(4, 1);
    let mut offer = offer("timed", 0.05);
    offer.speed = Some(4.0);
    let (result, log) = run_with_worker(&server, &mut job, &offer, &SquareKind { speed: 1.0, ..SquareKind::default() });
    result.unwrap();
    assert_eq!(log[1..], ["Joined \"timed\", times x 4.00"]);
}

#[test]
fn the_server_restarts_and_no_result_is_lost() {
    let mut server = NatsServer::start();
    let (connection, settings) = (connection(&server), settings(&server));
    let (kind, stop) = (SquareKind::default(), StopFlag::default());
    let worker = WorkerSettings { connection, name: "w".to_owned(), slots: 2, version: "1".to_owned(), idle: None };
    thread::scope(|scope| {
        let (kind, stop, worker) = (&kind, &stop, &worker);
        scope.spawn(move || work_or_abort(kind, worker, stop, &|_| {}));
        let coordinator = scope.spawn(|| {
            let mut job = SquareJob::new(300, 5);
            run(&mut job, &offer("restart", 0.01), &settings, &StopFlag::default()).unwrap();
            job
        });
        thread::sleep(Duration::from_millis(700));
        server.restart();
        coordinator.join().unwrap().assert_complete();
        stop.raise();
    });
}

#[test]
fn errors_of_the_connection_are_one_sentence() {
    let error = |connection: Connection| {
        let settings = Settings { connection, version: "1".to_owned(), lease: Duration::from_secs(1) };
        let offer = offer("job", 0.0);
        run(&mut SquareJob::new(1, 1), &offer, &settings, &StopFlag::default()).unwrap_err().to_string()
    };
    let at = |url: &str| Connection { url: url.to_owned(), credentials: None, root_certificate: None };
    let missing = error(at("nats://127.0.0.1:1"));
    assert!(missing.starts_with("there is no NATS server at nats://127.0.0.1:1: "), "{missing}");
    let guarded = NatsServer::start_with("authorization { user: parlor, password: secret }");
    let refused = error(connection(&guarded));
    assert!(refused.ends_with("refused the credentials; pass valid ones with --creds FILE"), "{refused}");
    let without_file = Connection { credentials: Some("/no/such/file".into()), ..connection(&guarded) };
    assert!(error(without_file).starts_with("cannot read the credentials in /no/such/file: "));
    let with_password = guarded.url().replace("//", "//parlor:secret@");
    assert_eq!(status(&at(&with_password)).unwrap(), []);
}

#[test]
fn streams_of_another_protocol_are_refused() {
    use async_nats::jetstream;
    let server = NatsServer::start();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.unwrap();
        let config = jetstream::stream::Config {
            name: "PARLOR_BATCHES".to_owned(),
            subjects: vec!["parlor.batches.>".to_owned()],
            description: Some("Parlor, protocol 9".to_owned()),
            ..jetstream::stream::Config::default()
        };
        jetstream::new(client).create_stream(config).await.unwrap();
    });
    let error = status(&connection(&server)).unwrap_err().to_string();
    assert!(error.contains("is of \"Parlor, protocol 9\", but this program needs \"Parlor, protocol 1\""), "{error}");
}

#[test]
fn a_server_without_jetstream_is_named() {
    let server = NatsServer::start_with("# without jetstream");
    let error = status(&connection(&server)).unwrap_err().to_string();
    assert_eq!(error, format!("the NATS server at {} runs without JetStream; start it with -js", server.url()));
}

#[test]
fn programs_that_start_at_once_share_the_streams() {
    let server = NatsServer::start();
    thread::scope(|scope| {
        let programs: Vec<_> = (0..12).map(|_| scope.spawn(|| status(&connection(&server)))).collect();
        for program in programs {
            assert_eq!(program.join().unwrap().unwrap(), []);
        }
    });
}
