//! Analysis of positions: which engines run, and how their values are merged.

use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, Limits, Score, Value};
use parlor_games::catalog;

use crate::api_error::{ApiError, ErrorCode};
use crate::engine_limits::resolve_engine;
use crate::engine_pool::{EnginePool, JobEvent, JobKind, SearchJob};
use crate::views::MoveValueView;

/// Engine that runs first, because it has an estimate for every position. The game's own analysis engine follows;
/// it is stronger, but may not finish in time.
const FIRST_ENGINE: &str = "alphabeta";

fn analysis_engines(game: &dyn AnyGame) -> Result<Vec<EngineSpec>, ApiError> {
    let engines = game.engines();
    let own_engine = catalog::find(&game.setup().game).map_or(FIRST_ENGINE, |entry| entry.analysis_engine);
    let mut names = vec![FIRST_ENGINE, own_engine];
    names.dedup();
    names.retain(|name| engines.iter().any(|engine| engine.name == *name));
    if names.is_empty() {
        return Err(ApiError::new(ErrorCode::BadEngine, "No engine can analyze this game."));
    }
    names.into_iter().map(|name| resolve_engine(game, name)).collect()
}

/// Merges the values of two engines: an estimate never replaces a proved value.
fn merge_values(old: Option<Value>, new: Value) -> Value {
    match old {
        Some(old) if !new.is_decided() && (old.is_decided() || new.estimate == Score::DRAW) => old,
        _ => new,
    }
}

fn analysis_job(game: &dyn AnyGame, engine: EngineSpec, time: Duration, kind: JobKind, match_id: &str) -> SearchJob {
    let session = format!("{match_id} analysis");
    SearchJob { game: game.clone_box(), engine, limits: Limits::time(time), kind, session }
}

/// Computes the values of all legal moves. `report` gets the whole list after every improvement.
pub(crate) async fn move_values(
    pool: &EnginePool,
    game: &dyn AnyGame,
    time: Duration,
    match_id: &str,
    mut report: impl FnMut(Vec<MoveValueView>),
) -> Result<(), ApiError> {
    let engines = analysis_engines(game)?;
    let time_per_engine = time / u32::try_from(engines.len()).unwrap_or(1);
    let mut values: Vec<(String, Value)> = Vec::new();
    for engine in engines {
        let mut job = pool.submit(analysis_job(game, engine, time_per_engine, JobKind::MoveValues, match_id))?;
        while let JobEvent::Values(found) = job.next().await {
            let mut merged = values.clone();
            for (notation, value) in found {
                match merged.iter_mut().find(|(one, _)| *one == notation) {
                    Some((_, old)) => *old = merge_values(Some(*old), value),
                    None => merged.push((notation, value)),
                }
            }
            report(move_value_views(&merged));
            values = merged;
        }
    }
    Ok(())
}

fn move_value_views(values: &[(String, Value)]) -> Vec<MoveValueView> {
    let best = values.iter().map(|(_, value)| ranking_score(*value)).max();
    let view = |(notation, value): &(String, Value)| MoveValueView {
        notation: notation.clone(),
        value: (*value).into(),
        best: best == Some(ranking_score(*value)),
    };
    values.iter().map(view).collect()
}

/// Score by which moves are compared: the estimate, or a bound where it proves a win or a loss.
fn ranking_score(value: Value) -> Score {
    if value.at_least.is_win() {
        value.at_least.max(value.estimate)
    } else if value.at_most.is_loss() {
        value.at_most.min(value.estimate)
    } else {
        value.estimate
    }
}

/// Computes the value of a position for the side to move.
pub(crate) async fn position_value(
    pool: &EnginePool,
    game: &dyn AnyGame,
    time: Duration,
    match_id: &str,
) -> Result<Value, ApiError> {
    if let Some(outcome) = game.outcome() {
        return Ok(Value::exact(Score::from_outcome(outcome, game.turn())));
    }
    let engines = analysis_engines(game)?;
    let time_per_engine = time / u32::try_from(engines.len()).unwrap_or(1);
    let mut value = None;
    for engine in engines {
        let mut job = pool.submit(analysis_job(game, engine, time_per_engine, JobKind::Search, match_id))?;
        let mut last = None;
        while let JobEvent::Info(info) = job.next().await {
            last = Some(info.value);
        }
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
