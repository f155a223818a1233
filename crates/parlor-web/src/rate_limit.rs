//! Rate limiting with token buckets, and limits on what an address may hold at the same time.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

/// Token bucket: refills at a steady rate up to a burst size; every request takes tokens from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    tokens: f64,
    burst: f64,
    per_second: f64,
    refilled_at: Instant,
}

impl TokenBucket {
    pub(crate) fn new(per_second: f64, burst: f64) -> TokenBucket {
        TokenBucket { tokens: burst, burst, per_second, refilled_at: Instant::now() }
    }

    /// Takes `cost` tokens, or none if there are fewer; returns whether it took them.
    pub(crate) fn try_take(&mut self, cost: f64, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.refilled_at).as_secs_f64();
        self.tokens = (self.tokens + elapsed * self.per_second).min(self.burst);
        self.refilled_at = now;
        let is_enough = self.tokens >= cost;
        if is_enough {
            self.tokens -= cost;
        }
        is_enough
    }
}

/// Tokens that a request which writes costs; any other request costs one.
pub(crate) const POST_COST: f64 = 2.0;
const MAX_ADDRESSES: usize = 10_000;

/// Rate limiter with one token bucket per client address. When the map is full, buckets that have had time to refill are
/// dropped.
#[derive(Debug)]
pub(crate) struct AddressRateLimiter {
    per_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, TokenBucket>>,
}

impl AddressRateLimiter {
    pub(crate) fn new(per_second: f64, burst: f64) -> AddressRateLimiter {
        AddressRateLimiter { per_second, burst, buckets: Mutex::default() }
    }

    /// Takes `cost` tokens from the bucket of this address; returns whether the request is within the limit.
    pub(crate) fn try_take(&self, address: IpAddr, cost: f64) -> bool {
        let key = rate_limit_key(address);
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_ADDRESSES && !buckets.contains_key(&key) {
            let refill_time = self.burst / self.per_second;
            buckets.retain(|_, bucket| now.saturating_duration_since(bucket.refilled_at).as_secs_f64() < refill_time);
            if buckets.len() >= MAX_ADDRESSES {
                return false;
            }
        }
        let bucket = buckets.entry(key).or_insert_with(|| TokenBucket::new(self.per_second, self.burst));
        bucket.try_take(cost, now)
    }
}

/// Address by which a client is limited: an IPv4 address, or the /64 prefix of an IPv6 address, because one IPv6
/// client usually has a whole /64.
pub(crate) fn rate_limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// Limit on how much an address may hold at the same time: connections, or open rooms.
#[derive(Clone, Debug)]
pub(crate) struct AddressLimit {
    max_per_address: usize,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl AddressLimit {
    pub(crate) fn new(max_per_address: usize) -> AddressLimit {
        AddressLimit { max_per_address, counts: Arc::default() }
    }

    /// Permit for one more, released when dropped; `None` if the address is at its limit.
    pub(crate) fn try_acquire(&self, address: IpAddr) -> Option<AddressPermit> {
        let key = rate_limit_key(address);
        let mut counts = self.lock();
        let count = counts.entry(key).or_default();
        if *count >= self.max_per_address {
            return None;
        }
        *count += 1;
        Some(AddressPermit { key, limit: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Permit of an address, released when dropped.
#[derive(Debug)]
pub(crate) struct AddressPermit {
    key: IpAddr,
    limit: AddressLimit,
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut counts = self.limit.lock();
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn connections_are_limited_per_address() {
        let limit = AddressLimit::new(2);
        let acquire = |address: &str| limit.try_acquire(address.parse().unwrap());
        let permits = [acquire("192.0.2.1"), acquire("::ffff:192.0.2.1")];
        assert!(permits.iter().all(Option::is_some) && acquire("192.0.2.1").is_none());
        let others = [acquire("192.0.2.2"), acquire("2001:db8::1"), acquire("2001:db8::2"), acquire("2001:db8:0:1::1")];
        assert!(others.iter().all(Option::is_some) && acquire("2001:db8::3").is_none());
        drop((permits, others));
        assert!(limit.lock().is_empty());
        assert!(acquire("192.0.2.1").is_some());
    }

    #[test]
    fn bucket_allows_a_burst_and_then_the_rate() {
        let mut bucket = TokenBucket::new(2.0, 3.0);
        let start = bucket.refilled_at;
        let taken: Vec<bool> = (0..5).map(|_| bucket.try_take(1.0, start)).collect();
        assert_eq!(taken, [true, true, true, false, false]);
        assert!(bucket.try_take(1.0, start + Duration::from_millis(600)));
        assert!(!bucket.try_take(1.0, start + Duration::from_millis(700)));
    }
}
