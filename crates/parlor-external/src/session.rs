//! A running program, the game that it was told of, and when its clock runs.

use std::time::{Duration, Instant};

use parlor_core::{Limits, Player, Setup};

use crate::options::{ExternalOptions, grace};
use crate::process::Process;

/// A running program and the game that it was told of.
pub(crate) struct Session {
    pub(crate) process: Process,
    pub(crate) game: Option<(Setup, Player)>,
    /// When the program was told of the game.
    pub(crate) hello: Instant,
    /// When it said that it is ready.
    pub(crate) ready: Option<Instant>,
    pub(crate) has_played: bool,
}

impl Session {
    /// When the clock of a search starts: as soon as it is asked for, but in the first search of a game not before the
    /// program is ready, or had time to become so.
    pub(crate) fn clock_start(&self, asked: Instant, start_time: Duration) -> Instant {
        match self.ready {
            Some(ready) => ready.max(asked),
            None if self.has_played => asked,
            None => asked.max(self.hello + start_time),
        }
    }
}

/// Time from the start of the clock to the end of patience.
pub(crate) fn allowed_time(limits: &Limits, options: &ExternalOptions) -> Duration {
    match (limits.clock, limits.time) {
        (Some(clock), _) => clock.remaining + grace(clock.remaining),
        (None, Some(time)) => time + grace(time),
        (None, None) => options.longest_search,
    }
}
