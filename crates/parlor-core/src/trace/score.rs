//! Scores in a trace.

use std::ops::Neg;

use crate::{Score, Value};

/// Score in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceScore {
    pub kind: TraceScoreKind,
    /// Plies to the end for a win or a loss, hundredths for an estimate, otherwise 0.
    pub amount: i32,
}

/// Kind of a score in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum TraceScoreKind {
    Win,
    Loss,
    /// A proved draw.
    Draw,
    Estimate,
    /// Below every score: an open lower end of a window.
    Lowest,
    /// Above every score: an open upper end of a window.
    Highest,
}

impl TraceScore {
    /// An end of an alpha-beta window, where the extreme scores stand for an open end.
    pub fn bound(score: Score) -> TraceScore {
        match score {
            Score::LOST => TraceScore { kind: TraceScoreKind::Lowest, amount: 0 },
            Score::WON => TraceScore { kind: TraceScoreKind::Highest, amount: 0 },
            _ => TraceScore::of(score),
        }
    }

    fn of(score: Score) -> TraceScore {
        let plies = || score.plies().and_then(|plies| i32::try_from(plies).ok()).unwrap_or_default();
        if score.is_win() {
            TraceScore { kind: TraceScoreKind::Win, amount: plies() }
        } else if score.is_loss() {
            TraceScore { kind: TraceScoreKind::Loss, amount: plies() }
        } else {
            TraceScore { kind: TraceScoreKind::Estimate, amount: score.raw() }
        }
    }

    /// A score of the side to move this many plies below the root, from the viewpoint of the root.
    #[must_use]
    pub fn for_root(self, ply: usize) -> TraceScore {
        if ply % 2 == 1 { -self } else { self }
    }
}

impl From<Value> for TraceScore {
    fn from(value: Value) -> TraceScore {
        let is_draw = value.is_exact() && value.estimate == Score::DRAW;
        if is_draw { TraceScore { kind: TraceScoreKind::Draw, amount: 0 } } else { TraceScore::of(value.ranking()) }
    }
}

impl Neg for TraceScore {
    type Output = TraceScore;

    fn neg(self) -> TraceScore {
        let TraceScore { kind, amount } = self;
        match kind {
            TraceScoreKind::Win => TraceScore { kind: TraceScoreKind::Loss, amount },
            TraceScoreKind::Loss => TraceScore { kind: TraceScoreKind::Win, amount },
            TraceScoreKind::Draw => self,
            TraceScoreKind::Estimate => TraceScore { kind, amount: -amount },
            TraceScoreKind::Lowest => TraceScore { kind: TraceScoreKind::Highest, amount },
            TraceScoreKind::Highest => TraceScore { kind: TraceScoreKind::Lowest, amount },
        }
    }
}
