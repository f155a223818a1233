//! [`ValueReport`]: the one form in which a value leaves the process. Command line, `--json`, site and records share it.
//!
//! | field | content |
//! |---|---|
//! | `kind` | `win`, `loss` or `draw` if that is proved for the side to move, otherwise `estimate` |
//! | `exact` | whether the value is proved to its last digit: a draw, or a result with its distance or margin |
//! | `unit` | what the game counts: `plies`, or the name of its margin, such as `discs` |
//! | `plies` | exact distance to the end with best play of both sides, in a game that counts plies |
//! | `margin` | exact margin of the side to move, negative for a loss, in a game that counts one |
//! | `estimate` | only for an estimate, one decimal: in the unit of a margin, or in points of the evaluator |
//! | `confidence` | only for an estimate of a selective search: how sure it was of what it left out, in percent |
//! | `text` | the value in words: `wins in 7 plies`, `loses`, `draw`, `+6`, `+5.3` |
//!
//! A field that does not apply is `null`. A ply is one move of one side, so the winner makes about half of them.

use std::fmt::{self, Display};

use crate::{Score, Value};

/// What the values of a game count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unit {
    /// Distance to the end of the game. A ply is one move of one side.
    #[default]
    Plies,
    /// Margin of the result, in what the game counts by this name: `Margin("discs")`.
    Margin(&'static str),
}

impl Unit {
    /// The plural noun: `plies` or the name of the margin.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Plies => "plies",
            Unit::Margin(name) => name,
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Unit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What is proved of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum ValueKind {
    Win,
    Loss,
    Draw,
    /// Nothing.
    Estimate,
}

/// A value with its unit, for people and for programs. The module documentation describes the fields.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Value"))]
pub struct ValueReport {
    pub kind: ValueKind,
    pub exact: bool,
    /// `plies`, or what the game counts as a margin, such as `discs`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub unit: Unit,
    pub plies: Option<u32>,
    pub margin: Option<i32>,
    pub estimate: Option<f64>,
    pub confidence: Option<u8>,
    pub text: String,
}

impl Value {
    /// This value in the unit of its game.
    pub fn report(self, unit: Unit) -> ValueReport {
        let exact = self.is_exact().then_some(self.at_least);
        let kind = if self.at_least.is_win() {
            ValueKind::Win
        } else if self.at_most.is_loss() {
            ValueKind::Loss
        } else if exact == Some(Score::DRAW) {
            ValueKind::Draw
        } else {
            ValueKind::Estimate
        };
        let (plies, margin) = match unit {
            Unit::Plies => (exact.and_then(Score::plies), None),
            Unit::Margin(_) => (None, exact.and_then(Score::margin)),
        };
        let estimate = (kind == ValueKind::Estimate).then(|| rounded(self.estimate));
        let confidence = self.confidence.filter(|_| estimate.is_some());
        let text = text(kind, plies, margin, estimate);
        let exact = kind == ValueKind::Draw || plies.is_some() || margin.is_some();
        ValueReport { kind, exact, unit, plies, margin, estimate, confidence, text }
    }
}

/// An estimate with one decimal, at most 99.9 either way and never a negative zero.
fn rounded(estimate: Score) -> f64 {
    let hundredths = estimate.raw().clamp(-9_990, 9_990);
    let tenths = (hundredths.abs() + 5) / 10 * hundredths.signum();
    f64::from(tenths) / 10.0
}

fn text(kind: ValueKind, plies: Option<u32>, margin: Option<i32>, estimate: Option<f64>) -> String {
    let (now, later) = if kind == ValueKind::Win { ("has won", "wins") } else { ("has lost", "loses") };
    match (kind, plies, margin) {
        (ValueKind::Draw, ..) => "draw".to_owned(),
        (ValueKind::Estimate, ..) => match estimate.unwrap_or_default() {
            0.0 => "0.0".to_owned(),
            estimate => format!("{estimate:+.1}"),
        },
        (_, Some(0), _) => now.to_owned(),
        (_, Some(1), _) => format!("{later} in 1 ply"),
        (_, Some(plies), _) => format!("{later} in {plies} plies"),
        (_, None, Some(margin)) => format!("{margin:+}"),
        (_, None, None) => later.to_owned(),
    }
}

impl Display for ValueReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISCS: Unit = Unit::Margin("discs");

    fn text_of(value: Value, unit: Unit) -> String {
        value.report(unit).to_string()
    }

    #[test]
    fn distances_are_counted_in_plies() {
        let text = |score| text_of(Value::exact(score), Unit::Plies);
        assert_eq!(text(Score::win_in(7)), "wins in 7 plies");
        assert_eq!(text(Score::win_in(1)), "wins in 1 ply");
        assert_eq!(text(Score::loss_in(12)), "loses in 12 plies");
        assert_eq!(text(Score::DRAW), "draw");
        assert_eq!([text(Score::WON), text(Score::LOST)], ["has won", "has lost"]);
        let report = Value::exact(Score::loss_in(12)).report(Unit::Plies);
        assert_eq!((report.kind, report.exact, report.plies), (ValueKind::Loss, true, Some(12)));
        assert_eq!((report.margin, report.estimate, report.unit.name()), (None, None, "plies"));
    }

    #[test]
    fn margins_are_whole_if_exact_and_have_one_decimal_if_estimated() {
        let text = |value| text_of(value, DISCS);
        assert_eq!(text(Value::exact(Score::by_margin(6))), "+6");
        assert_eq!(text(Value::exact(Score::by_margin(-12))), "-12");
        assert_eq!(text(Value::exact(Score::by_margin(0))), "draw");
        assert_eq!(text(Value::estimate(Score::points(534))), "+5.3");
        assert_eq!(text(Value::estimate(Score::points(-4000))), "-40.0");
        let exact = Value::exact(Score::by_margin(6)).report(DISCS);
        assert_eq!((exact.kind, exact.exact, exact.margin), (ValueKind::Win, true, Some(6)));
        assert_eq!((exact.plies, exact.estimate, exact.unit.name()), (None, None, "discs"));
        let estimate = Value::estimate(Score::points(534)).report(DISCS);
        assert_eq!((estimate.kind, estimate.exact, estimate.margin), (ValueKind::Estimate, false, None));
        assert_eq!((estimate.estimate, estimate.confidence), (Some(5.3), None));
        let selective = (-Value::estimate(Score::points(534)).with_confidence(95)).report(DISCS);
        assert_eq!((selective.estimate, selective.confidence), (Some(-5.3), Some(95)));
        assert_eq!(Value::exact(Score::DRAW).with_confidence(95).report(DISCS).confidence, None);
    }

    #[test]
    fn a_result_without_distance_or_margin_has_no_number() {
        let wins = Value { at_least: Score::win_in(40), ..Value::estimate(Score::win_in(9)) };
        for value in [wins, Value::exact(Score::win_in(9))] {
            // The second one counts plies in a game that counts discs.
            let report = value.report(DISCS);
            assert_eq!((report.kind, report.exact, report.text.as_str()), (ValueKind::Win, false, "wins"));
            assert_eq!((report.plies, report.margin, report.estimate), (None, None, None));
        }
        assert_eq!(text_of(-wins, Unit::Plies), "loses");
    }

    #[test]
    fn estimates_are_rounded_and_zero_has_no_sign() {
        let text = |points| text_of(Value::estimate(Score::points(points)), Unit::Plies);
        assert_eq!([0, -4, 4, -5, 14, 15].map(text), ["0.0", "0.0", "0.0", "-0.1", "+0.1", "+0.2"]);
        assert_eq!([i32::MAX, i32::MIN].map(text), ["+99.9", "-99.9"]);
        let zero = Value::estimate(Score::points(-4)).report(Unit::Plies).estimate;
        assert!(zero.is_some_and(f64::is_sign_positive));
    }
}
