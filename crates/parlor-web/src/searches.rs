//! [`Searches`]: what studying needs of the server, and the analysis of a position on the engine pool.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_core::{AnyGame, Catalog, EngineSpec, Limits};
use parlor_room::{ApiError, EngineOffer};
use parlor_study::{Analysis, MoveValues};

use crate::blocking_tasks::BlockingTasks;
use crate::engine_limits::engine_offer;
use crate::engine_pool::{EnginePool, JobEvent, JobKind, SearchJob};

/// Searches besides those for the moves of matches.
pub(crate) struct Searches {
    pub(crate) offer: EngineOffer,
    pub(crate) pool: Arc<EnginePool>,
    pub(crate) blocking_tasks: BlockingTasks,
}

/// On whose behalf a position is analyzed.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisClient {
    /// Engines keep what they learned within one session.
    pub(crate) session: String,
    pub(crate) address: IpAddr,
}

impl AnalysisClient {
    pub(crate) fn job(&self, game: &dyn AnyGame, engine: EngineSpec, time: Duration, kind: JobKind) -> SearchJob {
        let limits = Limits::time(time);
        SearchJob { game: game.clone_box(), engine, limits, kind, session: self.session.clone(), client: self.address }
    }
}

impl Searches {
    pub(crate) fn new(catalog: &Arc<Catalog>, pool: EnginePool, blocking_tasks: BlockingTasks) -> Searches {
        Searches { offer: engine_offer(catalog), pool: Arc::new(pool), blocking_tasks }
    }

    /// Computes the values of all legal moves. `report` gets the whole list after every improvement.
    pub(crate) async fn move_values(
        &self,
        game: &dyn AnyGame,
        time: Duration,
        client: &AnalysisClient,
        mut report: impl FnMut(&MoveValues),
    ) -> Result<MoveValues, ApiError> {
        let mut analysis = Analysis::new(&self.offer.catalog, self.offer.limits, game, time)?;
        while let Some(search) = analysis.next_search() {
            let started = Instant::now();
            let mut job = self.pool.submit(client.job(game, search.engine, search.time, JobKind::MoveValues))?;
            while let JobEvent::Values(found) = job.next().await {
                for (notation, value) in found {
                    analysis.add(notation, value);
                }
                report(analysis.values());
            }
            analysis.search_ended(started.elapsed());
        }
        Ok(analysis.into_values())
    }
}
