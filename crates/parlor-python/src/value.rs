//! Class `Value`: what a position or a move is worth, with the fields that Parlor's other interfaces use.

use parlor_core::Score;
use pyo3::prelude::*;

/// Value of a position or move for the side to move. Values are ordered: the larger, the better.
///
/// `kind` is `win`, `loss` or `draw` where that is proved, otherwise `estimate`. `exact` says whether the distance is
/// proved, too. `plies` is the exact distance to the end of the game; a ply is one move of one side. `estimate` is in
/// points of the engine.
#[pyclass(frozen, get_all, module = "parlor_games")]
#[derive(Clone, Debug)]
pub(crate) struct Value {
    kind: &'static str,
    exact: bool,
    unit: &'static str,
    plies: Option<u32>,
    margin: Option<i32>,
    estimate: Option<f64>,
    text: String,
    /// For comparisons.
    score: i32,
}

impl Value {
    pub(crate) fn new(value: parlor_core::Value) -> Value {
        let exact = value.is_exact().then_some(value.at_least);
        let (kind, words) = if value.at_least.is_win() {
            ("win", "wins")
        } else if value.at_most.is_loss() {
            ("loss", "loses")
        } else if exact == Some(Score::DRAW) {
            ("draw", "draw")
        } else {
            ("estimate", "")
        };
        let plies = exact.and_then(Score::plies);
        let estimate = (kind == "estimate").then(|| f64::from(value.estimate.raw()) / 100.0);
        let text = match (plies, estimate) {
            (_, Some(estimate)) => format!("{estimate:+.1}"),
            (Some(1), _) => format!("{words} in 1 ply"),
            (Some(plies), _) => format!("{words} in {plies} plies"),
            (None, None) => words.to_owned(),
        };
        let is_exact = plies.is_some() || kind == "draw";
        let score = value.estimate.raw();
        Value { kind, exact: is_exact, unit: "plies", plies, margin: None, estimate, text, score }
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
        self.score
    }

    fn __richcmp__(&self, other: &Value, operation: pyo3::basic::CompareOp) -> bool {
        operation.matches(self.score.cmp(&other.score))
    }
}
