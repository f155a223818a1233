//! Competitions on other machines: what a worker knows about them, and what a coordinator offers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_core::{Catalog, EngineSpec, StopFlag};
use parlor_distributed::{
    BatchRunner, Component, Job, JobError, JobKind, Offer, Runner, engine_component, measure_speed,
};
use serde_json::Value;

use crate::openings::usual_length;
use crate::store::{Store, StoredCompetition};
use crate::{ArenaError, Competition, CompetitionJob, Limit, MatchRunner};

/// Games that are played to find out how long one takes.
const SAMPLE_GAMES: u32 = 16;
/// Longest time of that measurement.
const SAMPLE_TIME: Duration = Duration::from_secs(2);
/// Most pairs of a message: it stays far below the server's limit of 1 MiB.
const MAX_PAIRS: f64 = 2_000.0;

/// A worker's knowledge of competitions. The description is the [`Competition`].
#[derive(Debug)]
pub struct MatchKind<'a> {
    pub catalog: &'a Catalog,
    /// Name of an entrant, and the spec of its engine on this machine.
    pub engines: Vec<(String, String)>,
}

impl MatchKind<'_> {
    pub const NAME: &'static str = "match";

    /// The competition with the engines of this machine.
    fn read(&self, description: &Value) -> Result<Competition, JobError> {
        let mut competition: Competition = serde_json::from_value(description.clone())?;
        for entrant in &mut competition.engines {
            if let Some((_, spec)) = self.engines.iter().find(|(name, _)| *name == entrant.name) {
                entrant.engine.clone_from(spec);
            }
        }
        Ok(competition)
    }
}

impl JobKind for MatchKind<'_> {
    fn name(&self) -> &'static str {
        MatchKind::NAME
    }

    fn components(&self, description: &Value) -> Result<Vec<Component>, JobError> {
        components(self.catalog, &self.read(description)?)
    }

    fn speed(&self, description: &Value) -> Result<f64, JobError> {
        Ok(measure_speed(&*self.read(description)?.start(self.catalog)?))
    }

    fn runner(&self, description: &Value, time_factor: f64) -> Result<Box<dyn BatchRunner + '_>, JobError> {
        Ok(Box::new(MatchRunner::new(self.catalog, Arc::new(self.read(description)?), time_factor, None)?))
    }
}

fn components(catalog: &Catalog, competition: &Competition) -> Result<Vec<Component>, JobError> {
    let start = competition.start(catalog)?;
    let component = |spec: &EngineSpec, name: &str| engine_component(catalog, &*start, name, spec);
    competition.engines.iter().map(|entrant| component(&entrant.engine.as_str().into(), &entrant.name)).collect()
}

/// What a coordinator offers to workers for this competition. `job` identifies it on the server.
pub fn offer(catalog: &Catalog, competition: &Competition, job: &str) -> Result<Offer, ArenaError> {
    let is_timed = !competition.limits.iter().all(|limit| limit.is_reproducible());
    let speed = if is_timed { Some(measure_speed(&*competition.start(catalog)?)) } else { None };
    Ok(Offer {
        job: job.to_owned(),
        kind: MatchKind::NAME,
        name: competition.name.clone(),
        description: serde_json::to_value(competition)?,
        components: components(catalog, competition)?,
        speed,
    })
}

/// Blocks of the schedule that together are worth `seconds` of one thread: from the limits of time, or from a few games
/// of the schedule.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "small numbers, and clamped")]
pub fn blocks_per_batch(
    catalog: &Catalog,
    store: &mut Store,
    stored: &StoredCompetition,
    seconds: f64,
) -> Result<u32, ArenaError> {
    let competition = &stored.competition;
    let start = competition.start(catalog)?;
    let plies = usual_length(&*start) as f64;
    let game_seconds = |limit: &Limit| match limit {
        Limit::PerMove(time) => Some(plies * time.as_secs_f64()),
        Limit::Clock { initial, increment } => Some(2.0 * initial.as_secs_f64() + plies * increment.as_secs_f64()),
        Limit::Nodes(_) | Limit::Depth(_) => None,
    };
    let by_limit: Option<Vec<f64>> = competition.limits.iter().map(game_seconds).collect();
    let seconds_of_game = match by_limit {
        Some(times) => times.iter().sum::<f64>() / times.len().max(1) as f64,
        None => measure_game(catalog, store, stored)?,
    };
    let pairs = f64::from(competition.block_pairs.max(1));
    let most = (MAX_PAIRS / pairs).max(1.0);
    Ok((seconds / (2.0 * pairs * seconds_of_game.max(1e-6))).clamp(1.0, most) as u32)
}

/// Seconds of a game, by playing some of the schedule. They are not stored.
fn measure_game(catalog: &Catalog, store: &mut Store, stored: &StoredCompetition) -> Result<f64, ArenaError> {
    let mut on_progress = |_: &crate::Progress| {};
    let mut job = CompetitionJob::new(store, stored, 1, &mut on_progress)?;
    let mut runner = MatchRunner::new(catalog, Arc::new(stored.competition.clone()), 1.0, None)?;
    let (stop, started, mut games) = (StopFlag::default(), Instant::now(), 0_u32);
    while let Some(batch) = job.next_batch()? {
        runner.run(&batch.work, &stop, &mut |_| {
            games += 1;
            if games >= SAMPLE_GAMES || started.elapsed() > SAMPLE_TIME {
                stop.raise();
            }
        })?;
        if stop.is_raised() {
            break;
        }
    }
    Ok(started.elapsed().as_secs_f64() / f64::from(games.max(1)))
}
