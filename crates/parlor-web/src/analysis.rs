//! Analysis of positions: which engines run, and how their values are merged.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use parlor_core::{AnyGame, Catalog, EngineSpec, Level, Limits, Score, Strength, Unit, Value};

use crate::api_error::{ApiError, ErrorCode};
use crate::app_state::AppState;
use crate::engine_limits::lower_engine;
use crate::engine_pool::{JobEvent, JobKind, SearchJob};
use crate::views::MoveValueView;

/// Engines for analysis, in order. The first is the strongest level below `Perfect`, because it has an estimate for
/// every position. The game's analysis engine follows; it is stronger, but may not finish in time.
fn analysis_engines(catalog: &Catalog, game: &dyn AnyGame) -> Result<Vec<EngineSpec>, ApiError> {
    let entry = catalog.game(&game.setup().game)?;
    let estimates =
        |level: &&Level| level.strength < Strength::Perfect && level.engine.name() != entry.analysis_engine.name();
    let first = entry.levels.iter().rev().find(estimates).map(|level| &level.engine);
    let specs = first.into_iter().chain([&entry.analysis_engine]);
    let engines: Vec<EngineSpec> = specs.filter_map(|spec| lower_engine(catalog, game, spec)).collect();
    if engines.is_empty() {
        return Err(ApiError::new(ErrorCode::BadEngine, "No engine can analyze this game."));
    }
    Ok(engines)
}

/// Search time that is left for engines that run one after the other.
struct TimeBudget {
    left: Duration,
    engines: u32,
    started: Instant,
}

impl TimeBudget {
    fn new(time: Duration, engines: usize) -> TimeBudget {
        TimeBudget { left: time, engines: u32::try_from(engines).unwrap_or(1), started: Instant::now() }
    }

    /// Time of the next engine: an equal share of what the engines before it left. Waiting for a worker costs at most
    /// the share of the engine that waited.
    fn next_share(&mut self) -> Duration {
        let share = self.left / self.engines.max(1);
        self.started = Instant::now();
        share
    }

    /// Takes the time of an engine that has finished off the budget.
    fn finish(&mut self, share: Duration) {
        self.left = self.left.saturating_sub(self.started.elapsed().min(share));
        self.engines = self.engines.saturating_sub(1);
    }
}

/// Merges the values of two engines: an estimate never replaces a proved value.
fn merge_values(old: Option<Value>, new: Value) -> Value {
    match old {
        Some(old) if !new.is_decided() && (old.is_decided() || new.estimate == Score::DRAW) => old,
        _ => new,
    }
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

/// Computes the values of all legal moves. `report` gets the whole list after every improvement.
pub(crate) async fn move_values(
    state: &AppState,
    game: &dyn AnyGame,
    time: Duration,
    client: &AnalysisClient,
    mut report: impl FnMut(Vec<MoveValueView>),
) -> Result<(), ApiError> {
    let engines = analysis_engines(&state.catalog, game)?;
    let mut budget = TimeBudget::new(time, engines.len());
    let mut values: Vec<(String, Value)> = Vec::new();
    for engine in engines {
        let share = budget.next_share();
        let job = client.job(game, engine, share, JobKind::MoveValues);
        let mut job = state.engine_pool.submit(job)?;
        while let JobEvent::Values(found) = job.next().await {
            let mut merged = values.clone();
            for (notation, value) in found {
                match merged.iter_mut().find(|(one, _)| *one == notation) {
                    Some((_, old)) => *old = merge_values(Some(*old), value),
                    None => merged.push((notation, value)),
                }
            }
            report(move_value_views(&merged, game.unit()));
            values = merged;
        }
        budget.finish(share);
    }
    Ok(())
}

fn move_value_views(values: &[(String, Value)], unit: Unit) -> Vec<MoveValueView> {
    let best = values.iter().map(|(_, value)| value.ranking()).max();
    let view = |(notation, value): &(String, Value)| MoveValueView {
        notation: notation.clone(),
        value: value.report(unit),
        best: best == Some(value.ranking()),
    };
    values.iter().map(view).collect()
}

/// Computes the value of a position for the side to move.
pub(crate) async fn position_value(
    state: &AppState,
    game: &dyn AnyGame,
    time: Duration,
    client: &AnalysisClient,
) -> Result<Value, ApiError> {
    if let Some(value) = game.final_value() {
        return Ok(value);
    }
    let engines = analysis_engines(&state.catalog, game)?;
    let mut budget = TimeBudget::new(time, engines.len());
    let mut value = None;
    for engine in engines {
        let share = budget.next_share();
        let mut job = state.engine_pool.submit(client.job(game, engine, share, JobKind::Search))?;
        let mut last = None;
        while let JobEvent::Info(info) = job.next().await {
            last = Some(info.value);
        }
        budget.finish(share);
        value = last.map(|last| merge_values(value, last)).or(value);
        if value.is_some_and(|value| value.is_decided()) {
            break;
        }
    }
    value.ok_or_else(|| ApiError::new(ErrorCode::Busy, "The engine returned no value."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimate_does_not_replace_proved_value() {
        let proved = Value::exact(Score::win_in(3));
        let estimate = Value::estimate(Score::points(20));
        assert_eq!(merge_values(Some(proved), estimate), proved);
        assert_eq!(merge_values(Some(estimate), proved), proved);
        assert_eq!(merge_values(None, estimate), estimate);
    }
}
