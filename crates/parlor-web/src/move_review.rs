//! Review of played moves: annotations for blunders and mistakes.

use parlor_core::{Score, Value};
use serde::Serialize;

/// What a move gave away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Verdict"))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Annotation {
    /// A won position is lost.
    LostWin,
    /// A won position is a draw.
    DrewWin,
    /// A drawn position is lost.
    LostDraw,
    /// A position of unknown value is lost.
    Lost,
    /// The estimate dropped.
    Mistake,
}

/// Drop of the estimate, in the evaluator's hundredths, from which a move counts as a mistake.
const MISTAKE_THRESHOLD: i32 = 150;

/// Annotates a move that gave something away. `before` and `after` are the values of the positions around the move,
/// each for its side to move. `turn_passed` is false in a problem, where the same side moves again.
pub(crate) fn annotate_move(before: Value, after: Value, turn_passed: bool) -> Option<Annotation> {
    let after = if turn_passed { -after } else { after };
    let is_draw = |value: Value| value.is_exact() && value.at_least == Score::DRAW;
    if before.at_least.is_win() {
        if after.at_most.is_loss() {
            return Some(Annotation::LostWin);
        }
        return is_draw(after).then_some(Annotation::DrewWin);
    }
    if is_draw(before) {
        return after.at_most.is_loss().then_some(Annotation::LostDraw);
    }
    if !before.is_decided() && after.at_most.is_loss() {
        return Some(Annotation::Lost);
    }
    let is_estimate = !before.is_decided() && !after.is_decided();
    let drop = before.estimate.raw().saturating_sub(after.estimate.raw());
    (is_estimate && drop >= MISTAKE_THRESHOLD).then_some(Annotation::Mistake)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotates_moves_that_give_something_away() {
        let [win, draw, loss] = [Score::win_in(5), Score::DRAW, Score::loss_in(4)].map(Value::exact);
        // `after` is the opponent's view.
        assert_eq!(annotate_move(win, win, true), Some(Annotation::LostWin));
        assert_eq!(annotate_move(win, draw, true), Some(Annotation::DrewWin));
        assert_eq!(annotate_move(draw, win, true), Some(Annotation::LostDraw));
        assert_eq!(annotate_move(win, loss, true), None);
        assert_eq!(annotate_move(draw, draw, true), None);
        assert_eq!(annotate_move(loss, win, true), None);
        let points = |points| Value::estimate(Score::points(points));
        assert_eq!(annotate_move(points(100), points(100), true), Some(Annotation::Mistake));
        assert_eq!(annotate_move(points(100), points(-90), true), None);
        assert_eq!(annotate_move(points(100), win, true), Some(Annotation::Lost));
        assert_eq!(annotate_move(points(100), points(90), false), None);
    }
}
