//! Scores and values of positions and moves, always from the viewpoint of the side to move.

use std::fmt::{self, Display};
use std::ops::Neg;

use crate::{Outcome, Player};

/// Score of a position, ordered: losses (later is better) < estimates below a draw < draw < estimates above < wins
/// (sooner is better). Negation changes the viewpoint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(i32);

impl Score {
    const MATE: i32 = 1_000_000;
    /// Estimates stay below this, and no game is longer than the gap up to `MATE`.
    const LARGEST_ESTIMATE: i32 = 900_000;

    pub const DRAW: Score = Score(0);
    /// The side to move has already won, or has already lost.
    pub const WON: Score = Score(Self::MATE);
    pub const LOST: Score = Score(-Self::MATE);

    /// An estimate in the evaluator's own points; 0 is an even game.
    pub fn points(points: i32) -> Score {
        Score(points.clamp(-Self::LARGEST_ESTIMATE, Self::LARGEST_ESTIMATE))
    }

    /// A win that takes this many plies from here.
    pub fn win_in(plies: u32) -> Score {
        Score(Self::MATE - Self::distance(plies))
    }

    /// A loss that takes this many plies from here.
    pub fn loss_in(plies: u32) -> Score {
        -Self::win_in(plies)
    }

    /// Score of a finished game for `viewer`.
    pub fn from_outcome(outcome: Outcome, viewer: Player) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == viewer => Score::WON,
            Outcome::Win(_) => Score::LOST,
        }
    }

    fn distance(plies: u32) -> i32 {
        i32::try_from(plies).map_or(Self::MATE, |plies| plies).min(Self::MATE - Self::LARGEST_ESTIMATE - 1)
    }

    /// The plain number, for arithmetic inside a search.
    pub fn raw(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::raw`].
    pub fn from_raw(raw: i32) -> Score {
        Score(raw.clamp(-Self::MATE, Self::MATE))
    }

    pub fn is_win(self) -> bool {
        self.0 > Self::LARGEST_ESTIMATE
    }

    pub fn is_loss(self) -> bool {
        self.0 < -Self::LARGEST_ESTIMATE
    }

    /// Plies to the end of the game, for a win or a loss.
    pub fn plies(self) -> Option<u32> {
        (self.is_win() || self.is_loss()).then(|| Self::MATE.unsigned_abs() - self.0.unsigned_abs())
    }

    /// The same result one ply farther away: the score that a child passes to its parent, before negation.
    #[must_use]
    pub fn one_ply_later(self) -> Score {
        if self.is_win() {
            // Saturates: the slowest win stays a win.
            Score((self.0 - 1).max(Self::LARGEST_ESTIMATE + 1))
        } else if self.is_loss() {
            Score((self.0 + 1).min(-Self::LARGEST_ESTIMATE - 1))
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// "wins in 7", "loses in 12" (plies), "even" or signed hundredths such as "+0.35".
impl Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.plies(), self.is_win()) {
            (Some(plies), true) => write!(f, "wins in {plies}"),
            (Some(plies), false) => write!(f, "loses in {plies}"),
            (None, _) => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                let size = self.0.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
        }
    }
}

/// Value of a position: an estimate, and proven lower and upper bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Value {
    pub estimate: Score,
    pub at_least: Score,
    pub at_most: Score,
}

impl Value {
    /// A proven value.
    pub fn exact(score: Score) -> Value {
        Value { estimate: score, at_least: score, at_most: score }
    }

    /// An unproven estimate.
    pub fn estimate(score: Score) -> Value {
        Value { estimate: score, at_least: Score::LOST, at_most: Score::WON }
    }

    /// Proven to be a win, a loss or a draw, whether or not the distance is known.
    pub fn is_decided(&self) -> bool {
        self.is_exact() || self.at_least.is_win() || self.at_most.is_loss()
    }

    pub fn is_exact(&self) -> bool {
        self.at_least == self.at_most
    }

    /// The value backed up to the parent position: negated, and one ply farther from the end.
    #[must_use]
    pub fn backed_up(self) -> Value {
        -Value {
            estimate: self.estimate.one_ply_later(),
            at_least: self.at_least.one_ply_later(),
            at_most: self.at_most.one_ply_later(),
        }
    }
}

impl Neg for Value {
    type Output = Value;
    fn neg(self) -> Value {
        Value { estimate: -self.estimate, at_least: -self.at_most, at_most: -self.at_least }
    }
}

/// "wins in 7", "draw", "wins" for an unknown distance, or the estimate.
impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact() && self.at_least == Score::DRAW {
            f.write_str("draw")
        } else if self.is_exact() {
            self.at_least.fmt(f)
        } else if self.at_least.is_win() {
            f.write_str("wins")
        } else if self.at_most.is_loss() {
            f.write_str("loses")
        } else {
            self.estimate.fmt(f)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_from_quick_loss_to_quick_win() {
        let ascending = [
            Score::LOST,
            Score::loss_in(2),
            Score::loss_in(40),
            Score::points(-5_000_000),
            Score::points(-1),
            Score::DRAW,
            Score::points(1),
            Score::points(i32::MAX),
            Score::win_in(u32::MAX),
            Score::win_in(41),
            Score::win_in(1),
            Score::WON,
        ];
        assert!(ascending.windows(2).all(|pair| pair[0] < pair[1]), "{ascending:?}");
    }

    #[test]
    fn values_are_displayed_in_words() {
        assert_eq!(Value::exact(Score::win_in(7)).to_string(), "wins in 7");
        assert_eq!(Value::exact(Score::loss_in(12)).to_string(), "loses in 12");
        assert_eq!(Value::exact(Score::DRAW).to_string(), "draw");
        assert_eq!(Value::estimate(Score::points(-35)).to_string(), "-0.35");
        let wins = Value { at_least: Score::win_in(40), ..Value::estimate(Score::win_in(9)) };
        assert_eq!(wins.to_string(), "wins");
        assert_eq!((-wins).to_string(), "loses");
    }

    #[test]
    fn backing_up_adds_one_ply() {
        assert_eq!((-Score::LOST).one_ply_later(), Score::win_in(1));
        assert_eq!(Score::loss_in(3).one_ply_later(), Score::loss_in(4));
        assert_eq!(Score::points(9).one_ply_later(), Score::points(9));
        let slowest = Score::win_in(u32::MAX);
        assert_eq!(slowest.one_ply_later(), slowest);
        assert_eq!(Value::exact(Score::loss_in(2)).backed_up(), Value::exact(Score::win_in(3)));
    }
}
