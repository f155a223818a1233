//! Progress indicators on stderr. They are visible on a terminal only, never in a pipe.

use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Spinner for one long search.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    /// Starts a spinner that shows the elapsed time next to the time limit.
    pub(crate) fn start(time_limit: Option<Duration>) -> Spinner {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let most = time_limit.map_or(String::new(), |time| format!(" of at most {} s", time.as_secs_f64()));
        let style = format!("{{spinner}} {{elapsed}}{most}  {{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&style) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Spinner(bar)
    }

    pub(crate) fn set_message(&self, message: String) {
        self.0.set_message(message);
    }

    pub(crate) fn finish(self) {
        self.0.finish_and_clear();
    }
}

/// Delay before a [`DelayedProgressBar`] appears.
const DELAY: Duration = Duration::from_secs(1);

/// Progress bar over many steps. It appears only if the steps take longer than a second.
pub(crate) struct DelayedProgressBar {
    bar: ProgressBar,
    started: Instant,
    shown: Once,
}

impl DelayedProgressBar {
    pub(crate) fn start(steps: u64) -> DelayedProgressBar {
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        DelayedProgressBar { bar, started: Instant::now(), shown: Once::new() }
    }

    pub(crate) fn advance(&self) {
        self.bar.inc(1);
        if self.started.elapsed() > DELAY {
            // Draws nothing unless stderr is a terminal.
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }

    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
