//! Judgement of played moves: what a move gave away, and how much of the possible result it kept.

use parlor_core::{AnyGame, Player, Score, Unit, Value, ValueReport};
use serde::Serialize;

use crate::{MoveValue, MoveValues, StudyError, best_move, move_values};

/// Drop of the expected score from which a move counts as a mistake and as a blunder, where values are estimates.
const MISTAKE_DROP: f64 = 0.15;
const BLUNDER_DROP: f64 = 0.35;
/// Estimate, in points and in units of a margin, at which the expected score is three quarters.
const HALF_WAY_POINTS: f64 = 2.0;
const HALF_WAY_MARGIN: f64 = 6.0;

/// Class of a played move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum JudgementKind {
    /// Keeps the result, or nearly all of the estimate.
    Good,
    /// Gives a part of the result away.
    Mistake,
    /// Gives all of it away.
    Blunder,
}

/// How a bad move changed the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResultChange {
    WinToLoss,
    WinToDraw,
    DrawToLoss,
    /// Worse by estimate: nothing is proved.
    Estimate,
}

/// Judgement of a played move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judgement {
    pub kind: JudgementKind,
    /// How the move changed the result; `null` for a good move.
    pub change: Option<ResultChange>,
    /// Whether the values of the best move and of the played one are proved.
    pub proved: bool,
    /// Part of the expected score that the move kept, from 0 to 1.
    pub accuracy: f64,
}

impl Judgement {
    /// The judgement of a bad move; `None` for a good one.
    pub fn verdict(&self) -> Option<Verdict> {
        Some(match (self.change?, self.kind) {
            (ResultChange::WinToLoss, _) => Verdict::WinToLoss,
            (ResultChange::WinToDraw, _) => Verdict::WinToDraw,
            (ResultChange::DrawToLoss, _) => Verdict::DrawToLoss,
            (ResultChange::Estimate, JudgementKind::Blunder) => Verdict::EstimateBlunder,
            (ResultChange::Estimate, _) => Verdict::EstimateMistake,
        })
    }
}

/// What a bad move gave away, in one word: the page has a text for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    WinToLoss,
    WinToDraw,
    DrawToLoss,
    EstimateMistake,
    EstimateBlunder,
}

/// Review of one position of a match: its value, and the judgement of the move played there.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedPosition {
    pub turn: Player,
    pub value: ValueReport,
    pub verdict: Option<Verdict>,
    /// Judgement of the move played there; `null` for the last position.
    pub judgement: Option<Judgement>,
    /// Values of all legal moves there.
    pub values: Vec<MoveValue>,
}

impl ReviewedPosition {
    /// Review of a position with the values of its moves, of which a finished game needs none.
    pub fn new(game: &dyn AnyGame, values: &MoveValues, played: Option<&str>) -> Result<ReviewedPosition, StudyError> {
        let unit = game.unit();
        let best = || best_move(values).map(|(_, value)| *value);
        let value = game.final_value().or_else(best).ok_or(StudyError::NoValue)?;
        let judgement = played.and_then(|played| judge_move(values, played, unit));
        Ok(ReviewedPosition {
            turn: game.turn(),
            value: value.report(unit),
            verdict: judgement.and_then(|judgement| judgement.verdict()),
            judgement,
            values: move_values(values, unit),
        })
    }
}

/// Judges the move `played` among the values of all legal moves; `None` if its value is not known.
pub fn judge_move(values: &[(String, Value)], played: &str, unit: Unit) -> Option<Judgement> {
    let played = values.iter().find(|(notation, _)| notation == played)?.1;
    let best = values.iter().map(|(_, value)| *value).max_by_key(|value| value.ranking())?;
    let proved = best.is_decided() && played.is_decided();
    let drop = (expected_score(best, unit) - expected_score(played, unit)).max(0.0);
    let kind = match drop {
        drop if proved && drop >= 0.75 || !proved && drop >= BLUNDER_DROP => JudgementKind::Blunder,
        drop if drop >= MISTAKE_DROP => JudgementKind::Mistake,
        _ => JudgementKind::Good,
    };
    let change =
        (kind != JudgementKind::Good).then(|| match (proved, best.at_least.is_win(), played.at_most.is_loss()) {
            (false, ..) => ResultChange::Estimate,
            (true, true, true) => ResultChange::WinToLoss,
            (true, true, false) => ResultChange::WinToDraw,
            (true, false, _) => ResultChange::DrawToLoss,
        });
    Some(Judgement { kind, change, proved, accuracy: 1.0 - drop })
}

/// Expected score of the side to move: 1 for a proved win, 0 for a loss, between them for an estimate.
fn expected_score(value: Value, unit: Unit) -> f64 {
    if value.at_least.is_win() {
        return 1.0;
    }
    if value.at_most.is_loss() {
        return 0.0;
    }
    if value.is_exact() && value.at_least == Score::DRAW {
        return 0.5;
    }
    let half_way = match unit {
        Unit::Plies => HALF_WAY_POINTS,
        Unit::Margin(_) => HALF_WAY_MARGIN,
    };
    let points = f64::from(value.estimate.raw()) / 100.0;
    // Short of certainty, which only a proof gives.
    0.5 + 0.475 * points / (points.abs() + half_way)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(best: Value, played: Value, unit: Unit) -> Judgement {
        judge_move(&[("a".to_owned(), best), ("b".to_owned(), played)], "b", unit).unwrap()
    }

    #[test]
    fn proved_values_tell_what_a_move_gave_away() {
        let [win, draw, loss] = [Score::win_in(5), Score::DRAW, Score::loss_in(4)].map(Value::exact);
        let judged = |best, played| {
            let judgement = judge(best, played, Unit::Plies);
            assert!(judgement.proved);
            (judgement.kind, judgement.change, judgement.accuracy)
        };
        assert_eq!(judged(win, loss), (JudgementKind::Blunder, Some(ResultChange::WinToLoss), 0.0));
        assert_eq!(judged(win, draw), (JudgementKind::Mistake, Some(ResultChange::WinToDraw), 0.5));
        assert_eq!(judged(draw, loss), (JudgementKind::Mistake, Some(ResultChange::DrawToLoss), 0.5));
        let slower = Value::exact(Score::win_in(9));
        for (best, played) in [(win, slower), (draw, draw), (loss, loss)] {
            assert_eq!(judged(best, played), (JudgementKind::Good, None, 1.0), "the result is the same");
        }
    }

    #[test]
    fn a_move_without_a_value_is_not_judged() {
        let values = [("a".to_owned(), Value::exact(Score::DRAW)), ("b".to_owned(), Value::exact(Score::loss_in(2)))];
        let judgement = judge_move(&values, "a", Unit::Plies).unwrap();
        assert_eq!((judgement.kind, judgement.accuracy), (JudgementKind::Good, 1.0));
        assert_eq!(judge_move(&values, "c", Unit::Plies), None);
    }

    #[test]
    fn estimates_are_judged_by_the_drop_of_the_expected_score() {
        let points = |points| Value::estimate(Score::points(points));
        let kind = |best, played, unit| judge(best, played, unit).kind;
        assert_eq!(kind(points(100), points(90), Unit::Plies), JudgementKind::Good);
        assert_eq!(kind(points(100), points(-60), Unit::Plies), JudgementKind::Mistake);
        assert_eq!(kind(points(600), points(-600), Unit::Plies), JudgementKind::Blunder);
        assert_eq!(kind(points(400), points(0), Unit::Margin("discs")), JudgementKind::Mistake);
        assert_eq!(kind(points(100), Value::exact(Score::loss_in(3)), Unit::Plies), JudgementKind::Blunder);
        assert_eq!(judge(points(100), points(-60), Unit::Plies).verdict(), Some(Verdict::EstimateMistake));
    }
}
