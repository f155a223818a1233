//! Analysis on the engine pool: runs the searches that the study of a position asks for.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use parlor_core::{AnyGame, EngineSpec, Limits};
use parlor_study::{Analysis, MoveValues};

use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::engine_limits::ENGINE_LIMITS;
use crate::engine_pool::{JobEvent, JobKind, SearchJob};

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

/// Computes the values of all legal moves. `report` gets the whole list after every improvement.
pub(crate) async fn move_values(
    state: &AppState,
    game: &dyn AnyGame,
    time: Duration,
    client: &AnalysisClient,
    mut report: impl FnMut(&MoveValues),
) -> Result<MoveValues, ApiError> {
    let mut analysis = Analysis::new(&state.catalog, ENGINE_LIMITS, game, time)?;
    while let Some(search) = analysis.next_search() {
        let started = Instant::now();
        let mut job = state.engine_pool.submit(client.job(game, search.engine, search.time, JobKind::MoveValues))?;
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
