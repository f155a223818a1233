//! A job: the exact value of every position of a file, by the solver of the game. Labels for training, or a table of
//! known values.

mod kind;
mod store;

use std::time::{Duration, Instant};

use parlor_core::{AnyEngine, AnyGame, Catalog, EngineSpec, Limits, Setup, StopFlag};
use serde::{Deserialize, Serialize};

pub use kind::SolveKind;
pub use store::SolveStore;

use crate::{Batch, BatchId, BatchResults, Job, JobError, JobProgress, PoolState, Runner};

/// Positions that are solved to find out how long one takes.
const SAMPLE: usize = 8;
/// Longest time of that measurement.
const SAMPLE_TIME: Duration = Duration::from_secs(2);
/// Most positions of a batch: its message stays far below the server's limit of 1 MiB.
const MAX_BATCH: u64 = 2_000;

/// Positions of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolveBatch {
    /// Number of the first position.
    first: u64,
    positions: Vec<String>,
}

/// Value of one position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// Number of the position.
    pub number: u64,
    /// Value with its unit, as JSON.
    pub value: String,
    /// Best move; empty when the game is over.
    pub best: String,
    pub nodes: u64,
}

/// The job of a [`SolveStore`].
pub struct SolveJob<'a> {
    store: &'a mut SolveStore,
    batch_size: u64,
    next: u64,
    on_progress: &'a mut dyn FnMut(JobProgress, &PoolState),
    progress: JobProgress,
}

impl std::fmt::Debug for SolveJob<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolveJob").field("progress", &self.progress).finish_non_exhaustive()
    }
}

impl<'a> SolveJob<'a> {
    /// Continues with the positions that have no value yet.
    pub fn new(
        store: &'a mut SolveStore,
        on_progress: &'a mut dyn FnMut(JobProgress, &PoolState),
    ) -> Result<SolveJob<'a>, JobError> {
        let (batch_size, progress) = (store.batch_size()?, store.progress());
        Ok(SolveJob { store, batch_size: batch_size.max(1), next: 0, on_progress, progress })
    }
}

impl Job for SolveJob<'_> {
    type Work = SolveBatch;
    type Item = Solution;

    fn next_batch(&mut self) -> Result<Option<Batch<SolveBatch>>, JobError> {
        while self.next < self.progress.total {
            let first = self.next;
            let end = (first + self.batch_size).min(self.progress.total);
            self.next = end;
            let id = BatchId::new(first..end);
            if !self.store.is_complete(&id)? {
                let positions = self.store.positions(first..end)?;
                return Ok(Some(Batch { id, work: SolveBatch { first, positions } }));
            }
        }
        Ok(None)
    }

    fn store(&mut self, results: Vec<BatchResults<Solution>>) -> Result<(), JobError> {
        self.store.insert(&results)?;
        self.progress = self.store.progress();
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.progress.done >= self.progress.total
    }

    fn progress(&self) -> JobProgress {
        self.progress
    }

    fn tick(&mut self, pool: &PoolState) -> Result<(), JobError> {
        (self.on_progress)(self.progress, pool);
        Ok(())
    }
}

/// Solves positions on one thread.
pub struct SolveRunner<'a> {
    catalog: &'a Catalog,
    setup: Setup,
    engine: Box<dyn AnyEngine>,
}

impl std::fmt::Debug for SolveRunner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolveRunner").field("setup", &self.setup).finish_non_exhaustive()
    }
}

impl<'a> SolveRunner<'a> {
    pub fn new(catalog: &'a Catalog, setup: &Setup) -> Result<SolveRunner<'a>, JobError> {
        let game = catalog.start(Setup { position: None, ..setup.clone() })?;
        let engine = catalog.engine(&*game, &solver(catalog, &*game)?)?;
        Ok(SolveRunner { catalog, setup: setup.clone(), engine })
    }

    fn solve(&mut self, number: u64, position: &str, stop: &StopFlag) -> Result<Option<Solution>, JobError> {
        let game = self.catalog.start(self.setup.clone().with_position(position))?;
        if let Some(value) = game.final_value() {
            let value = serde_json::to_string(&value.report(game.unit()))?;
            return Ok(Some(Solution { number, value, best: String::new(), nodes: 0 }));
        }
        // Node counts must not depend on the positions before.
        self.engine.reset();
        let mut last = None;
        let limits = Limits { stop: stop.clone(), ..Limits::none() };
        let searched = self.engine.search(&*game, &limits, &mut |info| last = Some(info));
        if stop.is_raised() {
            return Ok(None);
        }
        searched.map_err(|error| JobError::Failed(format!("position {position}: {error}")))?;
        let info = last.ok_or_else(|| JobError::Failed(format!("the solver gave no value for {position}")))?;
        let value = serde_json::to_string(&info.value.report(game.unit()))?;
        Ok(Some(Solution { number, value, best: info.best, nodes: info.nodes }))
    }
}

impl Runner for SolveRunner<'_> {
    type Work = SolveBatch;
    type Item = Solution;

    fn run(&mut self, work: &SolveBatch, stop: &StopFlag, emit: &mut dyn FnMut(Solution)) -> Result<(), JobError> {
        for (number, position) in (work.first..).zip(&work.positions) {
            let Some(solution) = self.solve(number, position, stop)? else { break };
            emit(solution);
        }
        Ok(())
    }
}

/// Positions of a batch that is worth `seconds`, by the time of the first positions.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
pub fn measure_batch_size(
    catalog: &Catalog,
    setup: &Setup,
    positions: &[String],
    seconds: f64,
) -> Result<u64, JobError> {
    let mut runner = SolveRunner::new(catalog, setup)?;
    let (started, mut solved) = (Instant::now(), 0.0);
    for position in positions.iter().take(SAMPLE) {
        runner.solve(0, position, &StopFlag::default())?;
        solved += 1.0;
        if started.elapsed() > SAMPLE_TIME {
            break;
        }
    }
    let size = seconds * f64::max(solved, 1.0) / started.elapsed().as_secs_f64().max(1e-6);
    Ok((size as u64).clamp(1, MAX_BATCH))
}

/// Spec of the game's solver.
fn solver(catalog: &Catalog, game: &dyn AnyGame) -> Result<EngineSpec, JobError> {
    let name = &game.setup().game;
    let solver = catalog.game(name)?.solver.clone();
    solver.ok_or_else(|| JobError::Invalid(format!("there is no solver for {name}")))
}
