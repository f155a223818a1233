//! Class `Value`: what a position or a move is worth, in the form that all interfaces of Parlor share.

use parlor_core::{Score, Unit, ValueKind};
use pyo3::prelude::*;

/// Value of a position or move for the side to move. Values of one game are ordered: the larger, the better.
///
/// `kind` is `win`, `loss` or `draw` where that is proved, otherwise `estimate`. `unit` is what the game counts: `plies`,
/// which are moves of one side, or the margin in `discs`. `exact` says whether the value is proved to its last digit; then
/// `plies` is the distance to the end of the game, or `margin` that of the result. `estimate` is in the unit of a margin,
/// or in points of the engine. Fields that do not apply are `None`. `text` has the value in words.
#[pyclass(frozen, module = "parlor_games")]
#[derive(Clone, Debug)]
pub(crate) struct Value {
    #[pyo3(get)]
    kind: &'static str,
    #[pyo3(get)]
    exact: bool,
    #[pyo3(get)]
    unit: &'static str,
    #[pyo3(get)]
    plies: Option<u32>,
    #[pyo3(get)]
    margin: Option<i32>,
    #[pyo3(get)]
    estimate: Option<f64>,
    #[pyo3(get)]
    text: String,
    ranking: Score,
}

impl Value {
    pub(crate) fn new(value: parlor_core::Value, unit: Unit) -> Value {
        let report = value.report(unit);
        let kind = match report.kind {
            ValueKind::Win => "win",
            ValueKind::Loss => "loss",
            ValueKind::Draw => "draw",
            ValueKind::Estimate => "estimate",
        };
        Value {
            kind,
            exact: report.exact,
            unit: report.unit.name(),
            plies: report.plies,
            margin: report.margin,
            estimate: report.estimate,
            text: report.text,
            ranking: value.ranking(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

#[pymethods]
impl Value {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Value {}>", self.text)
    }

    fn __hash__(&self) -> i32 {
        self.ranking.raw()
    }

    fn __richcmp__(&self, other: &Value, operation: pyo3::basic::CompareOp) -> bool {
        operation.matches(self.ranking.cmp(&other.ranking))
    }
}
