//! Alpha-beta windows.

use parlor_core::{Score, TraceScore};

/// Alpha-beta window: the scores that the search has to tell apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: Score::LOST, beta: Score::WON };

    /// Null window: decides only whether the score is above `alpha`.
    pub(crate) fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: Score::from_raw(alpha.raw() + 1) }
    }

    /// Aspiration window around an expected score.
    pub(crate) fn around(score: Score, points: i32) -> Window {
        Window { alpha: Score::from_raw(score.raw() - points), beta: Score::from_raw(score.raw() + points) }
    }

    /// Mate distance pruning: the side to move can do no better than to win in one ply, so beta is at most that.
    pub(crate) fn capped_at_win_in_one(self) -> Window {
        Window { beta: self.beta.min(Score::win_in(1)).max(Window::null_above(self.alpha).beta), ..self }
    }

    pub(crate) fn is_null(self) -> bool {
        self.beta.raw() - self.alpha.raw() <= 1
    }

    /// The window as a trace shows it.
    pub(crate) fn trace(self) -> [TraceScore; 2] {
        [self.alpha, self.beta].map(TraceScore::bound)
    }

    /// The same window for a child, from the viewpoint of the side to move there.
    pub(crate) fn for_child(self) -> Window {
        Window { alpha: -one_ply_sooner(self.beta), beta: -one_ply_sooner(self.alpha) }
    }
}

/// The inverse of [`Score::one_ply_later`].
fn one_ply_sooner(score: Score) -> Score {
    if score.is_win() {
        Score::from_raw(score.raw() + 1)
    } else if score.is_loss() {
        Score::from_raw(score.raw() - 1)
    } else {
        score
    }
}
