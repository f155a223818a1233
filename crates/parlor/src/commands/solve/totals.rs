//! Time and node totals over the positions of a file.

use std::time::{Duration, Instant};

use crate::cpu_time::CpuTime;

/// Totals over the positions of a file.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) positions: u64,
    pub(super) wrong: u64,
    pub(super) errors: u64,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// Runs a search and measures it: CPU time of this thread, or elapsed time if the search has several threads.
pub(super) fn measure<T>(is_parallel: bool, search: impl FnOnce() -> T) -> (T, Duration) {
    let (cpu_started, started) = (CpuTime::now(), Instant::now());
    let result = search();
    (result, if is_parallel { started.elapsed() } else { cpu_started.elapsed() })
}

impl Totals {
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a few digits")]
    pub(super) fn summary(&self) -> String {
        let (positions, nodes) = (self.positions.max(1) as f64, self.nodes as f64);
        let seconds = self.time.as_secs_f64();
        let errors = if self.errors > 0 { format!(" errors {}", self.errors) } else { String::new() };
        format!(
            "positions {} wrong {} mean_us {:.2} mean_nodes {:.1} knps {:.0}{errors}",
            self.positions,
            self.wrong,
            seconds * 1e6 / positions,
            nodes / positions,
            nodes / seconds.max(1e-9) / 1e3
        )
    }
}
