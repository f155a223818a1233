//! Clocks of a match, as arithmetic on times passed in by the caller. Nothing here reads the system clock.

use std::time::Duration;

use parlor_core::Player;

use crate::TimeControl;

/// Both clocks as they were at the start of the current turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    turn_start: Duration,
    remaining: [Duration; 2],
}

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Clocks {
        let each = match control {
            TimeControl::Unlimited => Duration::ZERO,
            TimeControl::PerMove(limit) => limit,
            TimeControl::Clock { initial, .. } => initial,
        };
        Clocks { control, turn_start: Duration::ZERO, remaining: [each; 2] }
    }

    /// Time at which the player to move runs out of time. `None` if unlimited, or beyond the range of `Duration`.
    pub(crate) fn deadline(&self, turn: Player) -> Option<Duration> {
        match self.control {
            TimeControl::Unlimited => None,
            _ => self.turn_start.checked_add(self.remaining[turn.index()]),
        }
    }

    /// Remaining times of both players; `None` without a time limit.
    pub(crate) fn remaining_at(&self, turn: Player, now: Duration) -> Option<[Duration; 2]> {
        if self.control == TimeControl::Unlimited {
            return None;
        }
        let mut remaining = self.remaining;
        remaining[turn.index()] = remaining[turn.index()].saturating_sub(now.saturating_sub(self.turn_start));
        Some(remaining)
    }

    /// Ends the turn of `by` with a move, and starts the next turn.
    #[must_use]
    pub(crate) fn after_move(&self, by: Player, at: Duration) -> Clocks {
        let mut remaining = self.remaining;
        let used = at.saturating_sub(self.turn_start);
        match self.control {
            TimeControl::Unlimited => {}
            TimeControl::PerMove(limit) => remaining[by.index()] = limit,
            TimeControl::Clock { increment, .. } => {
                remaining[by.index()] = remaining[by.index()].saturating_sub(used).saturating_add(increment);
            }
        }
        Clocks { turn_start: at, remaining, ..*self }
    }

    /// Restarts this turn at a later time, with the times that remained at its start.
    #[must_use]
    pub(crate) fn restart_turn(&self, at: Duration) -> Clocks {
        Clocks { turn_start: at, ..*self }
    }
}
