//! One thread of a search: what it shares with the others, its node count and its limits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use parlor_core::{Limits, StopFlag};

use super::local_table::LocalTable;
use super::node::MidgameChild;
use super::table::{NO_MOVE, TranspositionTable};
use crate::in_progress::InProgress;
use crate::reversi::patterns::{EffortWeights, PatternWeights};

/// State that all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) table: TranspositionTable,
    pub(super) in_progress: InProgress,
    /// Set when one thread has the result and the others may stop.
    pub(super) is_done: AtomicBool,
    /// Nodes of all threads, added up at each look at the clock.
    pub(super) nodes: AtomicU64,
}

/// What was fitted: the values of positions, and the effort that moves take in searches to the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) value: &'static PatternWeights,
    pub(super) effort: &'static EffortWeights,
}

/// Nodes between two looks at the clock: below 0.1 ms near the end of a game, and a few ms far from it.
const CHECK_INTERVAL: u64 = 2048;
/// The last four empty cells are searched without looking at the limits; their nodes are kept in reserve.
const RESERVED_NODES: u64 = 128;

#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared,
    pub(super) weights: Weights,
    pub(super) local: &'a mut LocalTable,
    pub(super) nodes: u64,
    /// Buffers of children that no node uses, so that nodes need no allocation.
    pub(super) spare: Vec<Vec<MidgameChild>>,
    /// Whether other threads search the same position.
    pub(super) is_parallel: bool,
    /// Once set, every value returned is meaningless.
    pub(super) is_stopped: bool,
    most_nodes: u64,
    deadline: Option<Instant>,
    stop: StopFlag,
    next_check: u64,
    counted: u64,
    /// The best move of the last principal variation node that was left: at the end, of the root.
    pub(super) last_best: u8,
    /// The margin of that move if the search of the root was interrupted.
    pub(super) last_margin: i32,
}

impl<'a> Worker<'a> {
    /// The clock runs from here.
    pub(super) fn new(
        shared: &'a Shared,
        local: &'a mut LocalTable,
        weights: Weights,
        limits: &Limits,
        threads: usize,
    ) -> Worker<'a> {
        Worker {
            shared,
            weights,
            local,
            nodes: 0,
            spare: Vec::new(),
            is_parallel: threads > 1,
            is_stopped: false,
            most_nodes: limits.nodes.map_or(u64::MAX, |nodes| (nodes / threads as u64).saturating_sub(RESERVED_NODES)),
            // A time too long for the clock is no limit.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time.saturating_sub(Duration::from_millis(1)))),
            stop: limits.stop.clone(),
            next_check: 0,
            counted: 0,
            last_best: NO_MOVE,
            last_margin: 0,
        }
    }

    /// Whether to give up. Asked at every node above the last four empty cells.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check();
        }
        self.is_stopped
    }

    /// Nodes of all threads so far.
    pub(super) fn total_nodes(&mut self) -> u64 {
        let new = self.nodes - self.counted;
        self.counted = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }

    #[cold]
    fn check(&mut self) {
        if self.is_parallel {
            self.total_nodes();
        }
        self.is_stopped = self.is_stopped
            || self.nodes >= self.most_nodes
            || self.stop.is_raised()
            || self.shared.is_done.load(Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.next_check = if self.is_stopped { 0 } else { (self.nodes + CHECK_INTERVAL).min(self.most_nodes) };
    }
}
