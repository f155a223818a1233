//! CPU time of the current thread: on a busy machine a steadier measure than wall-clock time.

use std::time::Duration;

/// A point in the CPU time of the current thread.
pub(crate) struct CpuTime(Duration);

impl CpuTime {
    #[cfg(unix)]
    pub(crate) fn now() -> CpuTime {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        CpuTime(Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0)))
    }

    #[cfg(not(unix))]
    pub(crate) fn now() -> CpuTime {
        static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
        CpuTime(START.elapsed())
    }

    pub(crate) fn elapsed(&self) -> Duration {
        CpuTime::now().0.saturating_sub(self.0)
    }

    #[expect(clippy::cast_precision_loss, reason = "a speed needs no more than a few digits")]
    pub(crate) fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.elapsed().as_secs_f64().max(1e-9)
    }
}
