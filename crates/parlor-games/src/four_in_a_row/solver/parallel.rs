//! Parallel null-window search. All threads search the same tree and share the transposition table; each defers moves
//! that another thread is searching and later finds them in the table. The first thread with a result stops the others.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

use parlor_core::Limits;
use parlor_engines::Budget;

use super::exact_solver::Solver;
use super::node::Node;
use super::search::Search;
use super::search_control::Limited;
use crate::in_progress::InProgress;

/// Nodes that one thread searches before the others are started: about a millisecond's work.
const SINGLE_THREAD_NODES: u64 = 20_000;

impl Solver {
    pub(super) fn parallel_null_window(&mut self, node: &Node, beta: i32, budget: &mut Budget) -> Option<i32> {
        let mut alone = Budget::new(&budget.remaining(None).at_most_nodes(SINGLE_THREAD_NODES));
        let value = Search::new(self.table.for_worker(0), Limited::new(&mut alone), self.book).null_window(node, beta);
        self.nodes += alone.nodes();
        budget.add_nodes(alone.nodes());
        if value.is_some() || budget.is_exhausted() {
            return value;
        }
        let rest = budget.remaining(None);
        let share = rest.nodes.map(|nodes| nodes / self.threads as u64);
        let (is_found, result, nodes) = (AtomicBool::new(false), AtomicI32::new(0), AtomicU64::new(0));
        let (table, book, in_progress) = (&self.table, self.book, InProgress::default());
        std::thread::scope(|scope| {
            for worker in 0..self.threads {
                let (is_found, result, nodes, in_progress) = (&is_found, &result, &nodes, &in_progress);
                let rest = rest.clone();
                scope.spawn(move || {
                    let mut budget = Budget::new(&Limits { nodes: share, ..rest });
                    let mut control = Limited::new(&mut budget);
                    (control.is_found, control.in_progress) = (Some(is_found), Some(in_progress));
                    if let Some(value) = Search::new(table.for_worker(worker), control, book).null_window(node, beta)
                        && !is_found.swap(true, Relaxed)
                    {
                        result.store(value, Relaxed);
                    }
                    nodes.fetch_add(budget.nodes(), Relaxed);
                });
            }
        });
        self.nodes += nodes.load(Relaxed);
        budget.add_nodes(nodes.into_inner());
        is_found.into_inner().then(|| result.into_inner())
    }
}
