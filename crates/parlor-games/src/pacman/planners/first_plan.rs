//! First plan of a board whose chase graph is too large: workers that make attempts until one of them has a plan.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use parlor_engines::planning::{PlanLimits, PlanReport};

use super::OnReport;
use super::horizon::{RollingHorizon, TowMap};
use super::repair::shortcuts::without_detours;
use super::search::pellet_guide::PelletLayout;
use crate::pacman::maze::Step;
use crate::pacman::rules::Pacman;

/// Number of workers. One with a node limit, which workers share: so the result is deterministic.
pub(super) fn workers(limits: &PlanLimits) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if limits.nodes.is_some() { 1 } else { cores.min(2) }
}

/// Attempts of the rolling-horizon planner. Those of a later call follow those of an earlier one.
pub(super) struct FirstPlan<'a, const W: usize> {
    problem: &'a Pacman<W>,
    layout: PelletLayout,
    /// Computed when it is first needed: boards with a complete chase graph do without.
    tow_map: OnceLock<TowMap>,
    next_attempt: AtomicUsize,
}

impl<'a, const W: usize> FirstPlan<'a, W> {
    pub(super) fn new(problem: &'a Pacman<W>) -> FirstPlan<'a, W> {
        FirstPlan {
            problem,
            layout: PelletLayout::new(problem),
            tow_map: OnceLock::new(),
            next_attempt: AtomicUsize::new(0),
        }
    }

    /// Runs workers until one of them has a plan or the limits are over.
    pub(super) fn run(
        &self,
        limits: &PlanLimits,
        report: &OnReport<'_>,
        before: &PlanReport<Step>,
    ) -> PlanReport<Step> {
        let expanded = AtomicU64::new(before.expanded);
        let found: Mutex<Option<Vec<Step>>> = Mutex::new(None);
        let found = || found.lock().unwrap_or_else(PoisonError::into_inner);
        let progress =
            || PlanReport { plan: found().clone(), expanded: expanded.load(Relaxed), at_least: before.at_least };
        let count = |states: u64| {
            let expanded = expanded.fetch_add(states, Relaxed) + states;
            found().is_none() && !limits.is_over() && limits.nodes.is_none_or(|most| expanded < most)
        };
        let work = || {
            if !count(0) {
                return;
            }
            let tow_map = self.tow_map.get_or_init(|| TowMap::new(self.problem));
            let memory = limits.memory / 4 / workers(limits);
            let mut planner = RollingHorizon::new(self.problem, &self.layout, tow_map, memory);
            while count(0) {
                if let Some(plan) = planner.run(self.next_attempt.fetch_add(1, Relaxed), &count) {
                    found().get_or_insert(without_detours(self.problem, &plan));
                }
                report(progress());
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..workers(limits) {
                scope.spawn(work);
            }
            work();
        });
        progress()
    }
}
