//! The strongest planner: beams of growing width, guided in several ways, under a bound that they also tighten, and
//! as much effort spent on mending the best plan. Anytime; ends with a proof as soon as a beam needs no cutting or
//! the bound meets the best plan.
//!
//! Workers go in rounds: what one finds, the others hear when all are done with the round. So the plan depends on the
//! effort alone and not on which worker was quicker, and more time never gives a longer plan.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use parlor_core::{Cost, StopFlag};
use parlor_engines::planning::PlanLimits;

use super::detours::without_detours;
use super::jobs::Job;
use super::lineage::Lineage;
use super::loose_ends::PelletMap;
use super::mapped::{Mapped, MappedPacman};
use super::mending::Predecessors;
use super::round::{Bound, LONGEST, Round};
use super::turn::Turn;
use super::{Findings, Tell};
use crate::pacman::maze::Step;

pub(super) struct Anytime<'a, const W: usize> {
    pub(super) problem: &'a MappedPacman<W>,
    pub(super) map: PelletMap,
    pub(super) limits: &'a PlanLimits,
    /// What ends it as long as there is no plan; within the limits.
    patience: &'a PlanLimits,
    has_plan: AtomicBool,
    tell: &'a Tell<'a>,
    findings: Mutex<Findings>,
    expanded: AtomicU64,
    pub(super) before: OnceLock<Predecessors>,
    /// Ends the other workers.
    pub(super) done: StopFlag,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a panicking thread left behind is still true: only whole findings are stored.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, const W: usize> Anytime<'a, W> {
    pub(super) fn new(
        problem: &'a MappedPacman<W>,
        map: PelletMap,
        limits: &'a PlanLimits,
        patience: &'a PlanLimits,
        tell: &'a Tell<'a>,
        mut findings: Findings,
    ) -> Anytime<'a, W> {
        // A step eats one pellet at most.
        findings.at_least = findings.at_least.max(problem.pellet_count() as Cost);
        Anytime {
            problem,
            map,
            limits,
            patience,
            has_plan: AtomicBool::new(findings.plan.is_some()),
            tell,
            expanded: AtomicU64::new(findings.expanded),
            findings: Mutex::new(findings),
            before: OnceLock::new(),
            done: StopFlag::default(),
        }
    }

    /// Works until proved, out of budget, or `widest` is reached. Returns the sharpest bound as well.
    pub(super) fn run(&self, workers: usize, widest: usize) -> (Findings, Bound<W>) {
        let known = lock(&self.findings).plan.clone();
        let mut round = Round::first(known.map(|plan| self.found(&plan)));
        let mut lineages: Vec<Option<Lineage<'_, W>>> = (0..workers).map(|_| None).collect();
        for number in 0.. {
            let room = widest.min(self.widest_that_fits(round.upper()));
            let jobs = (0..workers).map(|worker| Job::nth(number * workers + worker));
            let jobs: Vec<_> = jobs.map(|job| (job.width() <= room).then_some(job)).collect();
            // Mending alone, once beams no longer fit into the memory.
            let is_pointless = jobs.iter().all(Option::is_none) && (round.plan.is_none() || widest < usize::MAX);
            if is_pointless || self.is_over() {
                break;
            }
            round.set_effort(&jobs);
            let known = &round;
            let reports = std::thread::scope(|scope| {
                let work = |worker, job, lineage| Turn { search: self, known, worker, lineage }.take(job);
                let mut turns = jobs.iter().zip(&mut lineages).enumerate();
                let own = turns.next();
                let others: Vec<_> =
                    turns.map(|(worker, (&job, lineage))| scope.spawn(move || work(worker, job, lineage))).collect();
                let own = own.map(|(worker, (&job, lineage))| work(worker, job, lineage));
                let join = |turn: std::thread::ScopedJoinHandle<'_, _>| {
                    turn.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                own.into_iter().chain(others.into_iter().map(join)).collect()
            });
            round.learn(&jobs, reports);
        }
        let mut findings = lock(&self.findings).clone();
        findings.expanded = self.expanded.load(Relaxed);
        (findings, round.bound)
    }

    /// A layer for every step of the best plan must fit into the memory of one worker.
    fn widest_that_fits(&self, upper: Cost) -> usize {
        if upper == LONGEST {
            return usize::MAX;
        }
        let node = size_of::<Mapped<W>>() + 40;
        self.limits.memory / 4 / node / upper as usize
    }

    pub(super) fn is_over(&self) -> bool {
        let limits = if self.has_plan.load(Relaxed) { self.limits } else { self.patience };
        self.done.is_raised()
            || limits.is_over()
            || limits.nodes.is_some_and(|most| self.expanded.load(Relaxed) >= most)
    }

    pub(super) fn count(&self, expanded: u64) {
        self.expanded.fetch_add(expanded, Relaxed);
    }

    /// Keeps the plan if it is the shortest so far, and returns it without detours.
    pub(super) fn found(&self, plan: &[Step]) -> Vec<Step> {
        let plan = without_detours(self.problem, plan);
        let mut findings = lock(&self.findings);
        if findings.plan.as_ref().is_none_or(|best| plan.len() < best.len()) {
            findings.plan = Some(plan.clone());
            self.has_plan.store(true, Relaxed);
        }
        let is_shortest = plan.len() as Cost <= findings.at_least;
        drop(findings);
        if is_shortest {
            self.proved();
        }
        plan
    }

    /// No plan is shorter than this.
    pub(super) fn bounded(&self, at_least: Cost) {
        let mut findings = lock(&self.findings);
        // The bound knows nothing of what was not explored.
        if self.problem.is_whole() {
            findings.at_least = findings.at_least.max(at_least);
        }
        let is_met = findings.plan.as_ref().is_some_and(|best| best.len() as Cost <= at_least);
        drop(findings);
        if is_met {
            self.proved();
        }
    }

    /// There is nothing shorter than what was found; if nothing was, there is no plan.
    pub(super) fn proved(&self) {
        let mut findings = lock(&self.findings);
        let length = findings.plan.as_ref().map(|plan| plan.len() as Cost);
        // What was not explored may hold something shorter, unless the bound says otherwise.
        findings.is_proved = self.problem.is_whole() || length.is_some_and(|length| length <= findings.at_least);
        if findings.is_proved {
            findings.at_least = length.unwrap_or(findings.at_least);
        }
        self.done.raise();
    }

    pub(super) fn tell(&self) {
        let findings = lock(&self.findings);
        (self.tell)(Findings { expanded: self.expanded.load(Relaxed), ..findings.clone() });
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::Limits;

    use super::super::chase_graph::ChaseGraph;
    use super::*;
    use crate::pacman::rules::{Pacman, split_mix};

    /// A hall with pillars, scattered pellets and a ghost: too much to prove in a moment.
    fn hall() -> Pacman<4> {
        let mut dice = 7;
        let mut codes = vec![vec![10_u8; 15]; 15];
        for (place, code) in codes.iter_mut().flatten().enumerate() {
            let is_pillar = place / 15 % 2 == 1 && place % 15 % 2 == 1;
            *code = if is_pillar { 99 } else { 10 + (split_mix(&mut dice) % 2) as u8 };
        }
        (codes[0][0], codes[14][14]) = (66, 50);
        Pacman::new(&format!("{codes:?}").parse().expect("a well-formed board")).expect("a small board")
    }

    #[test]
    fn two_workers_find_the_same_every_time() {
        let (problem, limits) = (hall(), PlanLimits::new(&Limits::none(), 1 << 30));
        let mapped = MappedPacman::new(&problem, &ChaseGraph::explore(&problem.rules, &limits), &limits);
        let run = || {
            Anytime::new(&mapped, PelletMap::new(&problem), &limits, &limits, &|_| (), Findings::default())
                .run(2, 900)
                .0
        };
        let findings = run();
        assert!(findings.plan.is_some() && !findings.is_proved, "{findings:?}");
        assert_eq!(run(), findings);
    }
}
