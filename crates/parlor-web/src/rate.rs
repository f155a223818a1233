//! How often somebody may ask, a token bucket each, and one for every address; and how many places an address takes.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
        let address = household(address);
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

/// Who has one IPv6 address has the 2^64 beside it as well: they count as one.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// How many places each address has taken, of which none gets more than its share.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    share: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Shares {
    pub(crate) fn new(share: usize) -> Shares {
        Shares { share, taken: Arc::default() }
    }

    /// A place for this address, given back when dropped; `None` where it has its share.
    pub(crate) fn take(&self, address: IpAddr) -> Option<Place> {
        let address = household(address);
        let mut taken = self.lock();
        let places = taken.entry(address).or_default();
        if *places >= self.share {
            return None;
        }
        *places += 1;
        Some(Place { address, shares: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
pub(crate) struct Place {
    address: IpAddr,
    shares: Shares,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.shares.lock();
        if let Some(places) = taken.get_mut(&self.address) {
            *places -= 1;
            if *places == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_address_gets_its_share_and_leaves_the_rest() {
        let shares = Shares::new(2);
        let take = |address: &str| shares.take(address.parse().unwrap());
        let kept = [take("192.0.2.1"), take("::ffff:192.0.2.1")];
        assert!(kept.iter().all(Option::is_some) && take("192.0.2.1").is_none());
        let others = [take("192.0.2.2"), take("2001:db8::1"), take("2001:db8::2"), take("2001:db8:0:1::1")];
        assert!(others.iter().all(Option::is_some) && take("2001:db8::3").is_none());
        drop((kept, others));
        assert!(shares.lock().is_empty());
        assert!(take("192.0.2.1").is_some());
    }

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
