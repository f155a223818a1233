//! Match time: a stopwatch that stops while nobody can move.

use std::time::Duration;

/// Stopwatch that turns times of the caller into match time.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchClock {
    /// Match time up to the last start or stop.
    elapsed: Duration,
    running_since: Option<Duration>,
}

impl MatchClock {
    /// A stopped clock.
    pub(super) fn new(elapsed: Duration) -> MatchClock {
        MatchClock { elapsed, running_since: None }
    }

    /// Match time at a time of the caller. Saturates, because a record may contain the largest time there is.
    pub(super) fn match_time(&self, now: Duration) -> Duration {
        let running = self.running_since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.elapsed.saturating_add(running)
    }

    pub(super) fn is_running(&self) -> bool {
        self.running_since.is_some()
    }

    pub(super) fn set_running(&mut self, is_running: bool, now: Duration) {
        if is_running != self.is_running() {
            self.elapsed = self.match_time(now);
            self.running_since = is_running.then_some(now);
        }
    }

    /// Sets the match time at a time of the caller.
    pub(super) fn set(&mut self, match_time: Duration, now: Duration) {
        self.elapsed = match_time;
        self.running_since = self.running_since.map(|_| now);
    }

    /// The caller's time at which the running clock reaches a match time; `None` if it is stopped or out of range.
    pub(super) fn time_of(&self, match_time: Duration) -> Option<Duration> {
        self.running_since?.checked_add(match_time.saturating_sub(self.elapsed))
    }
}
