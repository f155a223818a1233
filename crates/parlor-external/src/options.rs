//! Settings of external engines: time limits, faults and containment.

use std::time::Duration;

use parlor_core::time_margin;

use crate::containment::Containment;

/// How external engines are run.
#[derive(Clone, Debug)]
pub struct ExternalOptions {
    pub containment: Containment,
    /// Stops the program while it is not on move, so that it cannot think in the opponent's time.
    pub suspends_off_move: bool,
    /// Time to start: the first clock of a game starts at the engine's `ready`, or this long after the start.
    pub start_time: Duration,
    /// Longest search with a limit other than time.
    pub longest_search: Duration,
    /// Faults in a row after which the engine is not started again.
    pub max_faults_in_a_row: u32,
}

impl Default for ExternalOptions {
    fn default() -> ExternalOptions {
        ExternalOptions {
            containment: Containment::default(),
            suspends_off_move: false,
            start_time: Duration::from_secs(10),
            longest_search: Duration::from_mins(10),
            max_faults_in_a_row: 3,
        }
    }
}

impl ExternalOptions {
    /// Settings for rated matches: nobody thinks in the opponent's time.
    #[must_use]
    pub fn rated(self) -> ExternalOptions {
        ExternalOptions { suspends_off_move: true, ..self }
    }
}

/// Time beyond its limit that an answer may take to arrive: no more than the margin that a match keeps back
/// from the engine, so that an accepted answer is not late for the match, but never less than a busy machine
/// needs.
pub(crate) fn grace(limit: Duration) -> Duration {
    time_margin(limit).min(limit).max(Duration::from_millis(20))
}
