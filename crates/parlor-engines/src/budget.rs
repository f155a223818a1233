//! Keeps the limits of a search: counts every node, and looks at the clock and the stop flag only now and
//! then, as often as the speed of this search makes necessary.

use std::time::{Duration, Instant};

use parlor_core::{Limits, StopFlag};

/// Nodes between two looks, at most: a node that takes 50 us all of a sudden still costs only 13 ms.
const LONGEST_INTERVAL: u64 = 256;

/// What should lie between two looks.
const PAUSE: Duration = Duration::from_micros(200);

#[derive(Debug)]
pub struct Budget {
    nodes: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    stop: StopFlag,
    next_look: u64,
    interval: u64,
    last_look: Instant,
}

impl Budget {
    /// The clock runs from here.
    pub fn new(limits: &Limits) -> Budget {
        let now = Instant::now();
        Budget {
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            // A time too long for the clock is no limit.
            deadline: limits.time.and_then(|time| now.checked_add(time)),
            stop: limits.stop.clone(),
            next_look: 0,
            interval: 1,
            last_look: now,
        }
    }

    /// Counts one node; `false` when there is nothing left to pay it with, and from then on.
    #[inline]
    #[must_use]
    pub fn spend(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// The nodes that were paid for.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks now rather than when it is due: for searches whose steps are few and long.
    pub fn is_spent(&mut self) -> bool {
        !self.look()
    }

    /// What is left of the limits, for a search within the search.
    pub fn rest(&self, depth: Option<u32>) -> Limits {
        Limits {
            time: self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            nodes: (self.most_nodes != u64::MAX).then(|| self.most_nodes - self.nodes),
            depth,
            stop: self.stop.clone(),
        }
    }

    /// Counts what a search within the search has used.
    pub fn charge(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes).min(self.most_nodes);
        self.next_look = self.nodes;
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.next_look = self.nodes;
        let now = Instant::now();
        if self.nodes >= self.most_nodes
            || self.stop.is_raised()
            || self.deadline.is_some_and(|deadline| now >= deadline)
        {
            return false;
        }
        let since = now.duration_since(self.last_look);
        if since < PAUSE {
            self.interval = (self.interval * 2).min(LONGEST_INTERVAL);
        } else if since > PAUSE * 2 {
            self.interval = (self.interval / 4).max(1);
        }
        self.last_look = now;
        self.next_look = (self.nodes + self.interval).min(self.most_nodes);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(limits: &Limits) -> u64 {
        let mut budget = Budget::new(limits);
        while budget.spend() {}
        assert!(!budget.spend() && budget.is_spent());
        budget.nodes()
    }

    #[test]
    fn nodes_are_counted_to_the_last() {
        for nodes in [0, 1, 2, 255, 256, 257, 100_000] {
            assert_eq!(spent(&Limits::nodes(nodes)), nodes);
        }
    }

    #[test]
    fn a_raised_flag_ends_it_at_once() {
        let limits = Limits::none();
        limits.stop.raise();
        assert_eq!(spent(&limits), 0);
    }

    #[test]
    fn slow_nodes_are_timed_one_by_one() {
        let started = Instant::now();
        let mut budget = Budget::new(&Limits::time(Duration::from_millis(20)));
        while budget.spend() {
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(started.elapsed() >= Duration::from_millis(20));
        assert!(budget.nodes() <= 14, "{}", budget.nodes());
    }
}
