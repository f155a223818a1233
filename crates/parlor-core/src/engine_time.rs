//! The time that an engine is told of, and the margin that is kept back for delays.

use std::time::Duration;

/// Time beside a limit for what delays an answer: 50 ms (an engine may overrun by 20 ms, and its answer takes time to
/// arrive) plus a fiftieth of the limit for a busy machine, but at most 1 s.
pub fn time_margin(limit: Duration) -> Duration {
    (Duration::from_millis(50) + limit / 50).min(Duration::from_secs(1))
}

/// A time limit less its margin, which is at most half the limit, so that no engine loses on time.
pub fn engine_time(limit: Duration) -> Duration {
    limit.saturating_sub(time_margin(limit).min(limit / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margin_is_at_least_50_ms_and_at_most_half() {
        let thinking = |limit| engine_time(Duration::from_millis(limit)).as_millis();
        assert_eq!([0, 2, 60, 100, 1000, 5000, 60_000].map(thinking), [0, 1, 30, 50, 930, 4850, 59_000]);
        for limit in (0..100_000).step_by(7).map(Duration::from_millis).chain([Duration::MAX]) {
            let margin = limit.checked_sub(engine_time(limit)).unwrap();
            assert!(margin <= limit / 2);
            assert!(margin >= Duration::from_millis(50).min(limit / 2), "{limit:?}");
        }
    }
}
