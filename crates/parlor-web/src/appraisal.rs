//! What positions and moves are worth, for those who ask: which engines appraise, how their answers are put
//! together, and which moves threw something away.

use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, Limits, Score, Value};
use parlor_games::catalog;

use crate::messages::MoveValue;
use crate::pool::{Answer, Kind, Pool, Question};
use crate::refused::{Code, Refused};
use crate::seats::resolve_engine;

/// Always has an opinion, until the game's own judge knows better, where it can tell in time.
const FIRST_OPINION: &str = "alphabeta";

/// An estimate that falls by so much was a mistake, in the evaluator's hundredths.
const MISTAKE: i32 = 150;

fn appraisers(game: &dyn AnyGame) -> Result<Vec<EngineSpec>, Refused> {
    let engines = game.engines();
    let judge = catalog::find(&game.setup().game).map_or(FIRST_OPINION, |entry| entry.judge);
    let mut names = vec![FIRST_OPINION, judge];
    names.dedup();
    names.retain(|name| engines.iter().any(|engine| engine.name == *name));
    if names.is_empty() {
        return Err(Refused::new(Code::EngineSpecError, "This game has no engine that could analyse it."));
    }
    names.into_iter().map(|name| resolve_engine(game, name)).collect()
}

/// What is known for certain is not given up for an estimate of another engine.
fn better_informed(known: Option<Value>, new: Value) -> Value {
    match known {
        Some(known) if !new.is_decided() && (known.is_decided() || new.estimate == Score::DRAW) => known,
        _ => new,
    }
}

fn question(game: &dyn AnyGame, engine: EngineSpec, time: Duration, kind: Kind, whose: &str) -> Question {
    Question { game: game.clone_box(), engine, limits: Limits::time(time), kind, whose: format!("{whose} analysis") }
}

/// The values of all legal moves; `report` gets the whole list whenever more is known.
pub(crate) async fn values(
    pool: &Pool,
    game: &dyn AnyGame,
    time: Duration,
    whose: &str,
    mut report: impl FnMut(Vec<MoveValue>),
) -> Result<(), Refused> {
    let engines = appraisers(game)?;
    let share = time / u32::try_from(engines.len()).unwrap_or(1);
    let mut known: Vec<(String, Value)> = Vec::new();
    for engine in engines {
        let mut thinking = pool.ask(question(game, engine, share, Kind::Values, whose))?;
        while let Answer::Values(found) = thinking.next().await {
            let mut merged = known.clone();
            for (notation, value) in found {
                match merged.iter_mut().find(|(one, _)| *one == notation) {
                    Some((_, old)) => *old = better_informed(Some(*old), value),
                    None => merged.push((notation, value)),
                }
            }
            report(views(&merged));
            known = merged;
        }
    }
    Ok(())
}

fn views(values: &[(String, Value)]) -> Vec<MoveValue> {
    let best = values.iter().map(|(_, value)| worth(*value)).max();
    let view = |(notation, value): &(String, Value)| MoveValue {
        notation: notation.clone(),
        value: (*value).into(),
        best: best == Some(worth(*value)),
    };
    values.iter().map(view).collect()
}

/// Bounds count where they decide.
fn worth(value: Value) -> Score {
    if value.at_least.is_win() {
        value.at_least.max(value.estimate)
    } else if value.at_most.is_loss() {
        value.at_most.min(value.estimate)
    } else {
        value.estimate
    }
}

/// What a position is worth to the side to move.
pub(crate) async fn value(pool: &Pool, game: &dyn AnyGame, time: Duration, whose: &str) -> Result<Value, Refused> {
    if let Some(outcome) = game.outcome() {
        return Ok(Value::exact(Score::of(outcome, game.turn())));
    }
    let engines = appraisers(game)?;
    let share = time / u32::try_from(engines.len()).unwrap_or(1);
    let mut known = None;
    for engine in engines {
        let mut thinking = pool.ask(question(game, engine, share, Kind::Thought, whose))?;
        let mut last = None;
        while let Answer::Better(thought) = thinking.next().await {
            last = Some(thought.value);
        }
        known = last.map(|value| better_informed(known, value)).or(known);
        if known.is_some_and(|value| value.is_decided()) {
            break;
        }
    }
    known.ok_or_else(|| Refused::new(Code::Busy, "The engine gave no value."))
}

/// What a move threw away, given the worth of the positions before and after it, each to its side to move.
/// `turn_passed` is false for a problem, where the same side moves on.
pub(crate) fn verdict(before: Value, after: Value, turn_passed: bool) -> Option<&'static str> {
    let after = if turn_passed { -after } else { after };
    let is_draw = |value: Value| value.is_exact() && value.at_least == Score::DRAW;
    if before.at_least.is_win() {
        if after.at_most.is_loss() {
            return Some("threw away a win and loses");
        }
        return is_draw(after).then_some("threw away a win");
    }
    if is_draw(before) {
        return after.at_most.is_loss().then_some("threw away a draw");
    }
    if !before.is_decided() && after.at_most.is_loss() {
        return Some("after this it is lost");
    }
    let is_estimate = !before.is_decided() && !after.is_decided();
    let fall = before.estimate.raw().saturating_sub(after.estimate.raw());
    (is_estimate && fall >= MISTAKE).then_some("a mistake, by estimate")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_given_where_something_was_thrown_away() {
        let [win, draw, loss] = [Score::win_in(5), Score::DRAW, Score::loss_in(4)].map(Value::exact);
        // `after` is the opponent's view.
        assert_eq!(verdict(win, win, true), Some("threw away a win and loses"));
        assert_eq!(verdict(win, draw, true), Some("threw away a win"));
        assert_eq!(verdict(draw, win, true), Some("threw away a draw"));
        assert_eq!(verdict(win, loss, true), None);
        assert_eq!(verdict(draw, draw, true), None);
        assert_eq!(verdict(loss, win, true), None);
        let points = |points| Value::estimate(Score::points(points));
        assert_eq!(verdict(points(100), points(100), true), Some("a mistake, by estimate"));
        assert_eq!(verdict(points(100), points(-90), true), None);
        assert_eq!(verdict(points(100), win, true), Some("after this it is lost"));
        assert_eq!(verdict(points(100), points(90), false), None);
    }

    #[test]
    fn certainty_outlasts_an_estimate() {
        let sure = Value::exact(Score::win_in(3));
        let guess = Value::estimate(Score::points(20));
        assert_eq!(better_informed(Some(sure), guess), sure);
        assert_eq!(better_informed(Some(guess), sure), sure);
        assert_eq!(better_informed(None, guess), guess);
    }
}
