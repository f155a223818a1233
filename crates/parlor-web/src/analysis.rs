//! Analysis of positions: which engines run, and how their values are merged.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use parlor_core::{AnyGame, Catalog, EngineSpec, Level, Limits, Score, Strength, Unit, Value};

use crate::api_error::{ApiError, ErrorCode};
use crate::app_state::AppState;
use crate::engine_limits::lower_engine;
use crate::engine_pool::{JobEvent, JobKind, SearchJob};
use crate::views::MoveValueView;

/// Engines for analysis, in order. The game's analysis engine is the strongest. The best level below `Perfect` follows:
/// it has an estimate for every move that the first one had no time for.
fn analysis_engines(catalog: &Catalog, game: &dyn AnyGame) -> Result<Vec<EngineSpec>, ApiError> {
    let entry = catalog.game(&game.setup().game)?;
    let estimates =
        |level: &&Level| level.strength < Strength::Perfect && level.engine.name() != entry.analysis_engine.name();
    let second = entry.levels.iter().rev().find(estimates).map(|level| &level.engine);
    let specs = [&entry.analysis_engine].into_iter().chain(second);
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

/// Whether an engine had an opinion: a proof, or an estimate other than the one that engines start with.
fn is_known(value: Value) -> bool {
    value.is_decided() || value.estimate != Score::DRAW
}

/// Merges the value of a later engine: it fills in what is not known, and its proof replaces an estimate.
fn merge_values(old: Option<Value>, new: Value) -> Value {
    old.filter(|old| is_known(*old) && (old.is_decided() || !new.is_decided())).unwrap_or(new)
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

/// Values of the legal moves, as far as they are known.
pub(crate) type MoveValues = Vec<(String, Value)>;

/// Computes the values of all legal moves. `report` gets the whole list after every improvement.
pub(crate) async fn move_values(
    state: &AppState,
    game: &dyn AnyGame,
    time: Duration,
    client: &AnalysisClient,
    mut report: impl FnMut(&MoveValues),
) -> Result<MoveValues, ApiError> {
    let engines = analysis_engines(&state.catalog, game)?;
    let count = game.legal_moves().len();
    let mut budget = TimeBudget::new(time, engines.len());
    let mut values = MoveValues::new();
    for engine in engines {
        let share = budget.next_share();
        let job = client.job(game, engine, share, JobKind::MoveValues);
        let mut job = state.engine_pool.submit(job)?;
        let before = values.clone();
        while let JobEvent::Values(found) = job.next().await {
            let mut merged = before.clone();
            for (notation, value) in found {
                match merged.iter_mut().find(|(one, _)| *one == notation) {
                    Some((_, old)) => *old = merge_values(Some(*old), value),
                    None => merged.push((notation, value)),
                }
            }
            report(&merged);
            values = merged;
        }
        if values.len() == count && values.iter().all(|(_, value)| is_known(*value)) {
            break;
        }
        budget.finish(share);
    }
    Ok(values)
}

/// Views of move values, which mark the best moves.
pub(crate) fn move_value_views(values: &MoveValues, unit: Unit) -> Vec<MoveValueView> {
    let best = values.iter().map(|(_, value)| value.ranking()).max();
    let view = |(notation, value): &(String, Value)| MoveValueView {
        notation: notation.clone(),
        value: value.report(unit),
        best: best == Some(value.ranking()),
    };
    values.iter().map(view).collect()
}

/// The best of the moves with its value.
pub(crate) fn best_move(values: &MoveValues) -> Option<&(String, Value)> {
    values.iter().max_by_key(|(_, value)| value.ranking())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_engine_fills_in_what_is_unknown_and_proves_what_is_estimated() {
        let proved = Value::exact(Score::win_in(3));
        let [estimate, weaker, unknown] = [20, 90, 0].map(|points| Value::estimate(Score::points(points)));
        assert_eq!(merge_values(Some(proved), estimate), proved);
        assert_eq!(merge_values(Some(estimate), proved), proved);
        assert_eq!(merge_values(Some(estimate), weaker), estimate);
        assert_eq!(merge_values(Some(unknown), weaker), weaker);
        assert_eq!(merge_values(None, estimate), estimate);
    }
}
