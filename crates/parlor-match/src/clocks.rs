//! The clocks of a match, as arithmetic on the times handed in. Nothing here knows what time it is.

use std::time::Duration;

use parlor_core::Player;

use crate::TimeControl;

/// As they stood when the turn now running began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    turn_began: Duration,
    left: [Duration; 2],
}

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Clocks {
        let each = match control {
            TimeControl::Unlimited => Duration::ZERO,
            TimeControl::PerMove(limit) => limit,
            TimeControl::Clock { initial, .. } => initial,
        };
        Clocks { control, turn_began: Duration::ZERO, left: [each; 2] }
    }

    /// `None`: never, or not within what a `Duration` holds.
    pub(crate) fn flag_falls(&self, turn: Player) -> Option<Duration> {
        match self.control {
            TimeControl::Unlimited => None,
            _ => self.turn_began.checked_add(self.left[turn.index()]),
        }
    }

    /// What each has left; `None` without a time limit.
    pub(crate) fn at(&self, turn: Player, now: Duration) -> Option<[Duration; 2]> {
        if self.control == TimeControl::Unlimited {
            return None;
        }
        let mut left = self.left;
        left[turn.index()] = left[turn.index()].saturating_sub(now.saturating_sub(self.turn_began));
        Some(left)
    }

    /// A move ends the turn, and the next one begins.
    #[must_use]
    pub(crate) fn after_move(&self, by: Player, at: Duration) -> Clocks {
        let mut left = self.left;
        let used = at.saturating_sub(self.turn_began);
        match self.control {
            TimeControl::Unlimited => {}
            TimeControl::PerMove(limit) => left[by.index()] = limit,
            TimeControl::Clock { increment, .. } => {
                left[by.index()] = left[by.index()].saturating_sub(used).saturating_add(increment);
            }
        }
        Clocks { turn_began: at, left, ..*self }
    }

    /// The same turn begins again, with what each had left then.
    #[must_use]
    pub(crate) fn again(&self, at: Duration) -> Clocks {
        Clocks { turn_began: at, ..*self }
    }
}
