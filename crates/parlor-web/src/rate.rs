//! How often somebody may ask: a token bucket each, and one for every address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Fills at a steady rate up to a burst; every request takes from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    burst: f64,
    a_second: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(a_second: f64, burst: f64) -> Bucket {
        Bucket { left: burst, burst, a_second, at: Instant::now() }
    }

    pub(crate) fn takes(&mut self, cost: f64, now: Instant) -> bool {
        self.left = (self.left + now.saturating_duration_since(self.at).as_secs_f64() * self.a_second).min(self.burst);
        self.at = now;
        let is_enough = self.left >= cost;
        if is_enough {
            self.left -= cost;
        }
        is_enough
    }
}

/// Requests over HTTP, by address. Addresses that have been quiet long enough to be full again are forgotten.
#[derive(Debug, Default)]
pub(crate) struct Addresses(Mutex<HashMap<IpAddr, Bucket>>);

const REQUESTS_A_SECOND: f64 = 100.0;
const REQUESTS_AT_ONCE: f64 = 2000.0;
const MOST_ADDRESSES: usize = 10_000;

impl Addresses {
    pub(crate) fn allow(&self, address: IpAddr, cost: f64) -> bool {
        let now = Instant::now();
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_ADDRESSES && !buckets.contains_key(&address) {
            let full_after = REQUESTS_AT_ONCE / REQUESTS_A_SECOND;
            buckets.retain(|_, bucket| now.saturating_duration_since(bucket.at).as_secs_f64() < full_after);
            if buckets.len() >= MOST_ADDRESSES {
                return false;
            }
        }
        let bucket = buckets.entry(address).or_insert_with(|| Bucket::new(REQUESTS_A_SECOND, REQUESTS_AT_ONCE));
        bucket.takes(cost, now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_the_rate() {
        let mut bucket = Bucket::new(2.0, 3.0);
        let start = bucket.at;
        let takes: Vec<bool> = (0..5).map(|_| bucket.takes(1.0, start)).collect();
        assert_eq!(takes, [true, true, true, false, false]);
        assert!(bucket.takes(1.0, start + Duration::from_millis(600)));
        assert!(!bucket.takes(1.0, start + Duration::from_millis(700)));
    }
}
