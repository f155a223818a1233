//! Scores and values of positions and moves, always from the viewpoint of the side to move. Searches use them inside
//! the process; [`ValueReport`](crate::ValueReport) is the form in which a value leaves it.

use std::ops::Neg;

use crate::{Outcome, Player};

/// Score of a position, ordered: losses < estimates below a draw < draw < estimates above < wins. Negation changes the
/// viewpoint.
///
/// A win or a loss counts either plies to the end (a quick win and a slow loss are better) or a margin (a large one is
/// better for the winner). The game's [`Unit`](crate::Unit) says which. A win by a margin sorts below every win in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(i32);

impl Score {
    const MATE: i32 = 1_000_000;
    /// Estimates stay below this.
    const LARGEST_ESTIMATE: i32 = 900_000;
    /// Margins lie between the estimates and this, and no game is longer than the gap up to `MATE`.
    const LARGEST_MARGIN: i32 = 910_000;

    pub const DRAW: Score = Score(0);
    /// The side to move has already won, or has already lost.
    pub const WON: Score = Score(Self::MATE);
    pub const LOST: Score = Score(-Self::MATE);

    /// An estimate in hundredths: of the unit in a game that counts a margin, of the evaluator's own points in any
    /// other; 0 is an even game.
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

    /// The result of a game that counts a margin: a win by a positive one, a loss by a negative one, or a draw.
    pub fn by_margin(margin: i32) -> Score {
        let size = margin.saturating_abs().min(Self::LARGEST_MARGIN - Self::LARGEST_ESTIMATE);
        Score(margin.signum() * if size == 0 { 0 } else { Self::LARGEST_ESTIMATE + size })
    }

    /// Score of a finished game for `viewer`, as a distance.
    pub fn from_outcome(outcome: Outcome, viewer: Player) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == viewer => Score::WON,
            Outcome::Win(_) => Score::LOST,
        }
    }

    fn distance(plies: u32) -> i32 {
        i32::try_from(plies).map_or(Self::MATE, |plies| plies).min(Self::MATE - Self::LARGEST_MARGIN - 1)
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

    /// Plies to the end of the game, for a win or a loss that counts them.
    pub fn plies(self) -> Option<u32> {
        (self.0.abs() > Self::LARGEST_MARGIN).then(|| Self::MATE.unsigned_abs() - self.0.unsigned_abs())
    }

    /// The margin of a result that counts one, 0 for a draw.
    pub fn margin(self) -> Option<i32> {
        let is_margin = self.0 == 0 || (Self::LARGEST_ESTIMATE + 1..=Self::LARGEST_MARGIN).contains(&self.0.abs());
        is_margin.then(|| self.0.signum() * (self.0.abs() - Self::LARGEST_ESTIMATE).max(0))
    }

    /// The same result one ply farther away: the score that a child passes to its parent, before negation. A margin
    /// stays as it is.
    #[must_use]
    pub fn one_ply_later(self) -> Score {
        if self.0 > Self::LARGEST_MARGIN {
            // Saturates: the slowest win stays a win.
            Score((self.0 - 1).max(Self::LARGEST_MARGIN + 1))
        } else if self.0 < -Self::LARGEST_MARGIN {
            Score((self.0 + 1).min(-Self::LARGEST_MARGIN - 1))
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

/// Value of a position: an estimate, and proven lower and upper bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Value {
    pub estimate: Score,
    pub at_least: Score,
    pub at_most: Score,
    /// Confidence of a selective search in its estimate, in percent: how sure it was of the moves that it left out.
    #[cfg_attr(feature = "serde", serde(default))]
    pub confidence: Option<u8>,
}

impl Value {
    /// A proven value.
    pub fn exact(score: Score) -> Value {
        Value { estimate: score, at_least: score, at_most: score, confidence: None }
    }

    /// An unproven estimate.
    pub fn estimate(score: Score) -> Value {
        Value { estimate: score, at_least: Score::LOST, at_most: Score::WON, confidence: None }
    }

    /// The value with the confidence of the selective search that estimated it.
    #[must_use]
    pub fn with_confidence(self, percent: u8) -> Value {
        Value { confidence: Some(percent), ..self }
    }

    /// Proven to be a win, a loss or a draw, whether or not the distance is known.
    pub fn is_decided(&self) -> bool {
        self.is_exact() || self.at_least.is_win() || self.at_most.is_loss()
    }

    pub fn is_exact(&self) -> bool {
        self.at_least == self.at_most
    }

    /// Score by which moves are compared: the estimate, or a bound where it proves a win or a loss.
    pub fn ranking(self) -> Score {
        if self.at_least.is_win() {
            self.at_least.max(self.estimate)
        } else if self.at_most.is_loss() {
            self.at_most.min(self.estimate)
        } else {
            self.estimate
        }
    }

    /// The value backed up to the parent position: negated, and one ply farther from the end.
    #[must_use]
    pub fn backed_up(self) -> Value {
        -Value {
            estimate: self.estimate.one_ply_later(),
            at_least: self.at_least.one_ply_later(),
            at_most: self.at_most.one_ply_later(),
            ..self
        }
    }
}

impl Neg for Value {
    type Output = Value;
    fn neg(self) -> Value {
        Value { estimate: -self.estimate, at_least: -self.at_most, at_most: -self.at_least, ..self }
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
    fn margins_are_ordered_and_keep_their_size() {
        let ascending = [
            Score::loss_in(u32::MAX),
            Score::by_margin(i32::MIN),
            Score::by_margin(-64),
            Score::by_margin(-2),
            Score::points(i32::MIN),
            Score::by_margin(0),
            Score::points(i32::MAX),
            Score::by_margin(2),
            Score::by_margin(64),
            Score::by_margin(i32::MAX),
            Score::win_in(u32::MAX),
        ];
        assert!(ascending.windows(2).all(|pair| pair[0] < pair[1]), "{ascending:?}");
        for margin in [-64, -1, 0, 1, 64] {
            let score = Score::by_margin(margin);
            assert_eq!((score.margin(), score.plies(), -score), (Some(margin), None, Score::by_margin(-margin)));
            assert_eq!((score.one_ply_later(), score.is_win(), score.is_loss()), (score, margin > 0, margin < 0));
        }
        assert_eq!([Score::points(7), Score::win_in(7), Score::LOST].map(Score::margin), [None; 3]);
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
