//! A bar on stderr while rounds are played: on a terminal only, and only once it has taken more than a second.

use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};

const PATIENCE: Duration = Duration::from_secs(1);

pub(super) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    shown: Once,
}

impl Progress {
    pub(super) fn start(rounds: u64) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(rounds), ProgressDrawTarget::hidden());
        Progress { bar, begun: Instant::now(), shown: Once::new() }
    }

    pub(super) fn advance(&self) {
        self.bar.inc(1);
        if self.begun.elapsed() > PATIENCE {
            // Draws nothing where stderr is no terminal.
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }

    pub(super) fn end(self) {
        self.bar.finish_and_clear();
    }
}
