//! A sign of life on stderr while something takes long: on a terminal only, never in a pipe.

use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// For one long thought.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    /// `about` is how long it may take at most.
    pub(crate) fn start(about: Duration) -> Spinner {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = format!("{{spinner}} {{elapsed}} of at most {} s  {{msg}}", about.as_secs_f64());
        if let Ok(style) = ProgressStyle::with_template(&style) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Spinner(bar)
    }

    pub(crate) fn say(&self, message: String) {
        self.0.set_message(message);
    }

    pub(crate) fn end(self) {
        self.0.finish_and_clear();
    }
}

const PATIENCE: Duration = Duration::from_secs(1);

/// For many steps of one kind; shows itself only once they have taken more than a second.
pub(crate) struct Bar {
    steps: ProgressBar,
    begun: Instant,
    shown: Once,
}

impl Bar {
    pub(crate) fn start(steps: u64) -> Bar {
        let steps = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        Bar { steps, begun: Instant::now(), shown: Once::new() }
    }

    pub(crate) fn advance(&self) {
        self.steps.inc(1);
        if self.begun.elapsed() > PATIENCE {
            // Draws nothing where stderr is no terminal.
            self.shown.call_once(|| self.steps.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }

    pub(crate) fn end(self) {
        self.steps.finish_and_clear();
    }
}
