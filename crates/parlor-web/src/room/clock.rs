//! Match time of a room: it stops while nobody can move.

use std::time::Duration;

use tokio::time::Instant;

use super::actor::RoomActor;
use super::engine::EngineState;

/// Stopwatch that measures match time.
pub(super) struct MatchClock {
    /// Match time up to the last start or stop.
    elapsed: Duration,
    running_since: Option<Instant>,
}

impl MatchClock {
    /// A stopped clock.
    pub(super) fn new(elapsed: Duration) -> MatchClock {
        MatchClock { elapsed, running_since: None }
    }

    /// Current match time. Saturates, because an imported record may contain the largest time there is.
    pub(super) fn now(&self) -> Duration {
        self.elapsed.saturating_add(self.running_since.map_or(Duration::ZERO, |since| since.elapsed()))
    }

    pub(super) fn is_running(&self) -> bool {
        self.running_since.is_some()
    }

    /// Starts or stops the clock, and returns whether that changed anything.
    fn set_running(&mut self, is_running: bool) -> bool {
        let has_changed = is_running != self.is_running();
        if has_changed {
            self.elapsed = self.now();
            self.running_since = is_running.then(Instant::now);
        }
        has_changed
    }

    /// Instant at which the running clock reaches a match time; `None` if it is stopped or the time is out of range.
    pub(super) fn instant_of(&self, time: Duration) -> Option<Instant> {
        self.running_since?.checked_add(time.saturating_sub(self.elapsed))
    }
}

impl RoomActor {
    /// Whether match time runs now: while the side to move can move. That is a person once every seat is taken, or an
    /// engine while it searches. Time stops while an engine waits for a worker, for the pace or for the host, and in a
    /// room that everybody left before the engine was started. An engine that failed loses on time.
    fn can_clock_run(&self) -> bool {
        let is_engine_busy = match self.engine {
            EngineState::Searching { ply, is_started, .. } => is_started && ply == self.game_match.ply(),
            EngineState::Failed { ply } => ply == self.game_match.ply(),
            EngineState::Idle | EngineState::MoveReady { .. } => false,
        };
        self.participants.is_complete()
            && (is_engine_busy || self.participants.engine(self.game_match.turn()).is_none())
    }

    /// Starts or stops match time as needed, and returns whether that changed anything.
    pub(super) fn update_clock(&mut self) -> bool {
        let can_run = self.can_clock_run();
        self.clock.set_running(can_run)
    }

    /// Whether the match has a time control.
    pub(super) fn is_timed(&self) -> bool {
        self.game_match.clocks(Duration::ZERO).is_some()
    }

    /// Whether the side to move has run out of time.
    pub(super) fn has_flag_fallen(&self) -> bool {
        self.game_match.deadline().is_some_and(|flag| self.clock.is_running() && self.clock.now() >= flag)
    }
}
