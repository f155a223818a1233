//! Simulated workers: the real worker, with games that are made up after a second.

use std::thread;
use std::time::Duration;

use parlor_arena::{GameId, GameSummary, MatchKind, StoredGame, StoredMove};
use parlor_core::{Outcome, StopFlag};
use parlor_distributed::nats::{Connection, WorkerSettings, work};
use parlor_distributed::{BatchRunner, Component, JobError, JobKind, Runner};
use serde_json::Value;

/// Time of a batch: a thousand workers finish a thousand batches in a second, and some more.
const BATCH_TIME: Duration = Duration::from_millis(850);
/// Stacks of the threads are small, because there are thousands.
const STACK: usize = 256 * 1024;
/// Moves of a game.
const MOVES: usize = 30;

/// Runs so many workers in this process, each with a connection of its own, until it is killed.
pub(crate) fn run_workers(url: &str, connections: usize) {
    thread::scope(|scope| {
        for number in 0..connections {
            let connection = Connection { url: url.to_owned(), credentials: None, root_certificate: None };
            let settings = WorkerSettings {
                connection,
                name: format!("worker-{number}"),
                slots: 1,
                version: "load".to_owned(),
                idle: None,
            };
            let run = move || {
                if let Err(error) = work(&[&SimulatedKind], &settings, &StopFlag::default(), &|_| {}) {
                    eprintln!("worker {number}: {error}");
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).expect("a thread");
            // Not all at once, as on real machines.
            thread::sleep(Duration::from_millis(5));
        }
    });
}

struct SimulatedKind;

impl JobKind for SimulatedKind {
    fn name(&self) -> &'static str {
        MatchKind::NAME
    }

    /// Those of the real engines; computing them a thousand times would only measure the engines.
    fn components(&self, description: &Value) -> Result<Vec<Component>, JobError> {
        static COMPONENTS: std::sync::OnceLock<Result<Vec<Component>, JobError>> = std::sync::OnceLock::new();
        let compute = || MatchKind { catalog: &parlor_games::catalog(), engines: Vec::new() }.components(description);
        COMPONENTS.get_or_init(compute).clone()
    }

    fn speed(&self, _description: &Value) -> Result<f64, JobError> {
        Ok(1.0)
    }

    fn runner(&self, _description: &Value, _time_factor: f64) -> Result<Box<dyn BatchRunner + '_>, JobError> {
        Ok(Box::new(SimulatedRunner))
    }
}

struct SimulatedRunner;

impl Runner for SimulatedRunner {
    type Work = Value;
    type Item = StoredGame;

    fn run(&mut self, work: &Value, _stop: &StopFlag, emit: &mut dyn FnMut(StoredGame)) -> Result<(), JobError> {
        thread::sleep(BATCH_TIME);
        let moves = vec![StoredMove("4".to_owned(), 1234, Some("+0.1".to_owned()), 9, 123_456); MOVES];
        let moves = serde_json::to_string(&moves)?;
        for batch in work["batches"].as_array().into_iter().flatten() {
            let games: Vec<GameId> = serde_json::from_value(batch["games"].clone())?;
            for id in games {
                let engines = if id.game == 0 { [0, 1] } else { [1, 0] };
                let summary = GameSummary { outcome: Outcome::Draw, is_adjudicated: false, failed: None };
                let (reason, ending) = (String::new(), String::new());
                emit(StoredGame { id, engines, limit: 0, opening: 0, summary, reason, ending, moves: moves.clone() });
            }
        }
        Ok(())
    }
}
