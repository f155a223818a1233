//! Enforcement of search limits. Every node is counted; the clock and the stop flag are checked at an interval that
//! adapts to the speed of the search.

use std::time::{Duration, Instant};

use parlor_core::{Limits, StopFlag};

/// Maximum number of nodes between two checks: if nodes suddenly take 50 us each, a check is late by only 13 ms.
const MAX_INTERVAL: u64 = 256;

/// Target time between two checks.
const TARGET_PAUSE: Duration = Duration::from_micros(200);

/// Node counter of one search, with the limits it must respect.
#[derive(Debug)]
pub struct Budget {
    nodes: u64,
    max_nodes: u64,
    deadline: Option<Instant>,
    stop: StopFlag,
    next_check: u64,
    interval: u64,
    last_check: Instant,
}

impl Budget {
    /// Starts the clock.
    pub fn new(limits: &Limits) -> Budget {
        let now = Instant::now();
        Budget {
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            // A duration that overflows the clock counts as no limit.
            deadline: limits.time.and_then(|time| now.checked_add(time)),
            stop: limits.stop.clone(),
            next_check: 0,
            interval: 1,
            last_check: now,
        }
    }

    /// Counts one node. Returns `false`, now and ever after, once a limit is reached.
    #[inline]
    #[must_use]
    pub fn spend(&mut self) -> bool {
        if self.nodes >= self.next_check && !self.check() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Number of nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Checks the limits now rather than when the next check is due, for searches with few, long steps.
    pub fn is_exhausted(&mut self) -> bool {
        !self.check()
    }

    /// The remaining limits, for a search within the search.
    pub fn remaining(&self, depth: Option<u32>) -> Limits {
        Limits {
            time: self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            nodes: (self.max_nodes != u64::MAX).then(|| self.max_nodes - self.nodes),
            depth,
            clock: None,
            stop: self.stop.clone(),
        }
    }

    /// Counts the nodes of a search within the search.
    pub fn add_nodes(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes).min(self.max_nodes);
        self.next_check = self.nodes;
    }

    #[cold]
    fn check(&mut self) -> bool {
        self.next_check = self.nodes;
        let now = Instant::now();
        if self.nodes >= self.max_nodes
            || self.stop.is_raised()
            || self.deadline.is_some_and(|deadline| now >= deadline)
        {
            return false;
        }
        let since = now.duration_since(self.last_check);
        if since < TARGET_PAUSE {
            self.interval = (self.interval * 2).min(MAX_INTERVAL);
        } else if since > TARGET_PAUSE * 2 {
            self.interval = (self.interval / 4).max(1);
        }
        self.last_check = now;
        self.next_check = (self.nodes + self.interval).min(self.max_nodes);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes_spent(limits: &Limits) -> u64 {
        let mut budget = Budget::new(limits);
        while budget.spend() {}
        assert!(!budget.spend() && budget.is_exhausted());
        budget.nodes()
    }

    #[test]
    fn node_limit_is_exact() {
        for nodes in [0, 1, 2, 255, 256, 257, 100_000] {
            assert_eq!(nodes_spent(&Limits::nodes(nodes)), nodes);
        }
    }

    #[test]
    fn raised_stop_flag_ends_the_budget_at_once() {
        let limits = Limits::none();
        limits.stop.raise();
        assert_eq!(nodes_spent(&limits), 0);
    }

    #[test]
    fn slow_nodes_check_the_clock_at_every_node() {
        let started = Instant::now();
        let mut budget = Budget::new(&Limits::time(Duration::from_millis(20)));
        while budget.spend() {
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(started.elapsed() >= Duration::from_millis(20));
        assert!(budget.nodes() <= 14, "{}", budget.nodes());
    }
}
