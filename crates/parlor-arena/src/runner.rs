//! Runs a competition on worker threads of this process.

use std::sync::{Arc, Mutex};

use parlor_core::{Catalog, StopFlag};
use parlor_distributed::run_local;

use crate::store::{Store, StoredCompetition};
use crate::{ArenaError, CompetitionJob, MatchRunner, Progress, RunningGame, Tally};

/// Plays all games of a competition that are not stored yet. Returns the final tally; raise `stop` to pause.
pub fn run(
    catalog: &Catalog,
    store: &mut Store,
    stored: &StoredCompetition,
    workers: usize,
    stop: &StopFlag,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Tally, ArenaError> {
    let workers = workers.max(1);
    let running: Vec<Mutex<Option<RunningGame>>> = (0..workers).map(|_| Mutex::new(None)).collect();
    let competition = Arc::new(stored.competition.clone());
    let mut job = CompetitionJob::new(store, stored, 1, on_progress)?.with_running_games(&running);
    let played = run_local(&mut job, workers, stop, |number| {
        Ok(MatchRunner::new(catalog, Arc::clone(&competition), 1.0, Some(&running[number]))?)
    });
    let finished = job.finish();
    played?;
    finished
}
