//! Anytime search of the `best` planner: a portfolio of beam searches of growing width under a lower bound, and as much
//! effort for repair of the best plan. It ends with a proof as soon as a beam was not truncated, or the lower bound
//! equals the length of the best plan.
//!
//! Workers synchronize in rounds: results are shared at the end of a round only. So the plan depends on the effort alone
//! and not on the speed of a worker, and more time never gives a longer plan.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use parlor_core::{Cost, StopFlag};
use parlor_engines::planning::{PlanLimits, PlanReport};

use super::pellet_guide::PelletLayout;
use super::round_state::{MAX_LENGTH, RoundState};
use super::schedule::Job;
use super::worker_round::{WorkerReport, WorkerRound};
use crate::pacman::maze::Step;
use crate::pacman::planners::OnReport;
use crate::pacman::planners::bound::LowerBound;
use crate::pacman::planners::map::graph_problem::{GraphProblem, GraphState};
use crate::pacman::planners::map::predecessors::Predecessors;
use crate::pacman::planners::repair::restarts::RestartingRepair;
use crate::pacman::planners::repair::shortcuts::without_detours;

/// State of the search, shared by the workers.
pub(crate) struct AnytimeSearch<'a, const W: usize> {
    pub(crate) problem: &'a GraphProblem<W>,
    pub(crate) layout: PelletLayout,
    pub(crate) limits: &'a PlanLimits,
    /// Limits as long as there is no plan; within `limits`.
    first_plan_limits: &'a PlanLimits,
    has_plan: AtomicBool,
    report: &'a OnReport<'a>,
    progress: Mutex<PlanReport<Step>>,
    expanded: AtomicU64,
    pub(crate) predecessors: OnceLock<Predecessors>,
    /// Raised at the end: stops the other workers.
    pub(crate) done: StopFlag,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The contents are valid even if a thread panicked: each update is complete.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, const W: usize> AnytimeSearch<'a, W> {
    pub(crate) fn new(
        problem: &'a GraphProblem<W>,
        layout: PelletLayout,
        limits: &'a PlanLimits,
        first_plan_limits: &'a PlanLimits,
        report: &'a OnReport<'a>,
        mut progress: PlanReport<Step>,
    ) -> AnytimeSearch<'a, W> {
        // A step eats at most one pellet.
        progress.at_least = progress.at_least.max(problem.pellet_count() as Cost);
        AnytimeSearch {
            problem,
            layout,
            limits,
            first_plan_limits,
            has_plan: AtomicBool::new(progress.plan.is_some()),
            report,
            expanded: AtomicU64::new(progress.expanded),
            progress: Mutex::new(progress),
            predecessors: OnceLock::new(),
            done: StopFlag::default(),
        }
    }

    /// Runs until a proof, a limit, or a beam of width `max_width`. Returns the tightest bound as well.
    pub(crate) fn run(&self, workers: usize, max_width: usize) -> (PlanReport<Step>, LowerBound<W>) {
        // An incomplete graph may lack the plan: then there is nothing to repair in it.
        let plan = lock(&self.progress).plan.clone().filter(|plan| self.problem.chases_along(plan).is_some());
        let mut state = RoundState::first(plan.map(|plan| self.record_plan(&plan)));
        let mut repairs: Vec<Option<RestartingRepair<'_, W>>> = (0..workers).map(|_| None).collect();
        for number in 0.. {
            let widest = max_width.min(self.max_width_in_memory(state.upper()));
            let jobs = (0..workers).map(|worker| Job::nth(number * workers + worker));
            let jobs: Vec<_> = jobs.map(|job| (job.width() <= widest).then_some(job)).collect();
            // Repair goes on alone once beams no longer fit into memory.
            let has_no_work = jobs.iter().all(Option::is_none) && (state.plan.is_none() || max_width < usize::MAX);
            if has_no_work || self.is_over() {
                break;
            }
            state.set_effort(&jobs);
            let reports = self.run_round(&state, &jobs, &mut repairs);
            state.merge(&jobs, reports);
        }
        let mut progress = lock(&self.progress).clone();
        progress.expanded = self.expanded.load(Relaxed);
        (progress, state.bound)
    }

    /// Runs one job per worker, the first on this thread.
    fn run_round<'s>(
        &'s self,
        shared: &RoundState<W>,
        jobs: &[Option<Job>],
        repairs: &mut [Option<RestartingRepair<'s, W>>],
    ) -> Vec<WorkerReport<W>> {
        std::thread::scope(|scope| {
            let work = |worker, job, repair| WorkerRound { search: self, shared, worker, repair }.run(job);
            let mut rounds = jobs.iter().zip(repairs).enumerate();
            let own = rounds.next();
            let others: Vec<_> =
                rounds.map(|(worker, (&job, repair))| scope.spawn(move || work(worker, job, repair))).collect();
            let own = own.map(|(worker, (&job, repair))| work(worker, job, repair));
            let join = |round: std::thread::ScopedJoinHandle<'_, _>| {
                round.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            own.into_iter().chain(others.into_iter().map(join)).collect()
        })
    }

    /// Maximum beam width such that a layer for every step of the best plan fits into the memory of one worker.
    fn max_width_in_memory(&self, upper: Cost) -> usize {
        if upper == MAX_LENGTH {
            return usize::MAX;
        }
        let node = size_of::<GraphState<W>>() + 40;
        self.limits.memory / 4 / node / upper as usize
    }

    pub(crate) fn is_over(&self) -> bool {
        let limits = if self.has_plan.load(Relaxed) { self.limits } else { self.first_plan_limits };
        self.done.is_raised()
            || limits.is_over()
            || limits.nodes.is_some_and(|most| self.expanded.load(Relaxed) >= most)
    }

    pub(crate) fn add_expanded(&self, expanded: u64) {
        self.expanded.fetch_add(expanded, Relaxed);
    }

    /// Stores the plan if it is the shortest so far, and returns it without detours. The graph must contain it.
    pub(crate) fn record_plan(&self, plan: &[Step]) -> Vec<Step> {
        let plan = without_detours(self.problem, plan);
        let mut progress = lock(&self.progress);
        if progress.plan.as_ref().is_none_or(|best| plan.len() < best.len()) {
            progress.plan = Some(plan.clone());
            self.has_plan.store(true, Relaxed);
        }
        let is_shortest = plan.len() as Cost <= progress.at_least;
        drop(progress);
        if is_shortest {
            self.record_proof();
        }
        plan
    }

    /// Stores a lower bound on the length of a plan.
    pub(crate) fn record_bound(&self, at_least: Cost) {
        let mut progress = lock(&self.progress);
        // The bound does not hold for unexplored chases.
        if self.problem.is_complete() {
            progress.at_least = progress.at_least.max(at_least);
        }
        let is_met = progress.plan.as_ref().is_some_and(|best| best.len() as Cost <= at_least);
        drop(progress);
        if is_met {
            self.record_proof();
        }
    }

    /// Records that no plan is shorter than the best one, or that no plan exists if none was found. Ends the search.
    pub(crate) fn record_proof(&self) {
        let mut progress = lock(&self.progress);
        // Unexplored chases may hold a shorter plan, unless the lower bound excludes it.
        if self.problem.is_complete() {
            *progress = std::mem::take(&mut *progress).proved();
        }
        drop(progress);
        self.done.raise();
    }

    /// Reports the progress to the caller.
    pub(crate) fn report(&self) {
        let progress = lock(&self.progress);
        (self.report)(PlanReport { expanded: self.expanded.load(Relaxed), ..progress.clone() });
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Limits, SplitMix64};

    use super::*;
    use crate::pacman::planners::map::chase_graph::ChaseGraph;
    use crate::pacman::rules::Pacman;

    /// Large room with pillars, random pellets and a ghost, too large for a quick proof.
    fn pillar_board() -> Pacman<4> {
        let mut random = SplitMix64::new(7);
        let mut codes = vec![vec![10_u8; 15]; 15];
        for (cell, code) in codes.iter_mut().flatten().enumerate() {
            let is_pillar = cell / 15 % 2 == 1 && cell % 15 % 2 == 1;
            *code = if is_pillar { 99 } else { 10 + (random.next_u64() % 2) as u8 };
        }
        (codes[0][0], codes[14][14]) = (66, 50);
        Pacman::new(&format!("{codes:?}").parse().expect("a well-formed board")).expect("a small board")
    }

    #[test]
    fn two_workers_are_deterministic() {
        let (problem, limits) = (pillar_board(), PlanLimits::new(&Limits::none(), 1 << 30));
        let graph = ChaseGraph::explore(&problem.rules, &[], &limits);
        let graph_problem = GraphProblem::new(&problem, &graph, &limits).expect("the board has a plan");
        let run = || {
            AnytimeSearch::new(
                &graph_problem,
                PelletLayout::new(&problem),
                &limits,
                &limits,
                &|_| (),
                PlanReport::default(),
            )
            .run(2, 900)
            .0
        };
        let progress = run();
        assert!(progress.plan.is_some() && !progress.is_proved(), "{progress:?}");
        assert_eq!(run(), progress);
    }
}
