//! One question to many threads: all search the same tree and share the table; each leaves for later what another is
//! at, and finds it done. The first to know the answer stops the others.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

use parlor_core::Limits;
use parlor_engines::Budget;

use super::busy::Busy;
use super::exact::Solver;
use super::node::Node;
use super::search::Search;
use super::watch::Watched;

/// What one thread tries alone before others are started: about a millisecond's work.
const ALONE_NODES: u64 = 20_000;

impl Solver {
    pub(super) fn at_least_parallel(&mut self, node: &Node, beta: i32, budget: &mut Budget) -> Option<i32> {
        let mut alone = Budget::new(&budget.rest(None).at_most_nodes(ALONE_NODES));
        let value = Search::new(self.table.of_worker(0), Watched::by(&mut alone)).at_least(node, beta);
        self.nodes += alone.nodes();
        budget.charge(alone.nodes());
        if value.is_some() || budget.is_spent() {
            return value;
        }
        let rest = budget.rest(None);
        let share = rest.nodes.map(|nodes| nodes / self.threads as u64);
        let (is_found, answer, nodes) = (AtomicBool::new(false), AtomicI32::new(0), AtomicU64::new(0));
        let (table, busy) = (&self.table, Busy::default());
        std::thread::scope(|scope| {
            for worker in 0..self.threads {
                let (is_found, answer, nodes, busy) = (&is_found, &answer, &nodes, &busy);
                let rest = rest.clone();
                scope.spawn(move || {
                    let mut budget = Budget::new(&Limits { nodes: share, ..rest });
                    let mut watch = Watched::by(&mut budget);
                    (watch.is_found, watch.busy) = (Some(is_found), Some(busy));
                    if let Some(value) = Search::new(table.of_worker(worker), watch).at_least(node, beta)
                        && !is_found.swap(true, Relaxed)
                    {
                        answer.store(value, Relaxed);
                    }
                    nodes.fetch_add(budget.nodes(), Relaxed);
                });
            }
        });
        self.nodes += nodes.load(Relaxed);
        budget.charge(nodes.into_inner());
        is_found.into_inner().then(|| answer.into_inner())
    }
}
