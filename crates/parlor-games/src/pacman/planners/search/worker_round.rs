//! One worker's share of a round: a job of the schedule, and repair for the rest of the effort.

use parlor_core::{Cost, Heuristic, Problem};
use parlor_engines::planning::{PlanLimits, beam, greedy_best_first};

use super::anytime::AnytimeSearch;
use super::condensation::{CondensedProblem, PelletsLeft};
use super::pellet_guide::{PORTFOLIO, PelletGuide};
use super::round_state::{MAX_LENGTH, RoundState};
use super::schedule::{Job, Task};
use crate::pacman::maze::Step;
use crate::pacman::planners::bound::lagrangian::LagrangianBound;
use crate::pacman::planners::map::predecessors::Predecessors;
use crate::pacman::planners::repair::plan_repair::PlanRepair;
use crate::pacman::planners::repair::restarts::RestartingRepair;

/// States expanded between reports, a multiple of those between looks at the clock.
const REPORT_INTERVAL: u64 = 1 << 17;
/// Maximum number of states expanded for a proof that there is no plan.
const FEASIBILITY_NODES: u64 = 10_000_000;
/// Level at which that proof is tried.
const FEASIBILITY_LEVEL: u32 = 1;
/// Minimum effort of repair in a round.
const MIN_REPAIR_EFFORT: u64 = 20_000;

/// A worker in one round.
pub(crate) struct WorkerRound<'r, 's, 'a, const W: usize> {
    pub(crate) search: &'s AnytimeSearch<'a, W>,
    pub(crate) shared: &'r RoundState<W>,
    pub(crate) worker: usize,
    /// Created when it is first needed.
    pub(crate) repair: &'r mut Option<RestartingRepair<'s, W>>,
}

/// Result of a worker's round.
pub(crate) struct WorkerReport<const W: usize> {
    /// The best plan that this worker knows.
    pub(crate) plan: Option<Vec<Step>>,
    /// A tighter bound, and the plan length it was computed for.
    pub(crate) bound: Option<(LagrangianBound<W>, Cost)>,
    /// States expanded by the job.
    pub(crate) expanded: u64,
}

impl<const W: usize> WorkerRound<'_, '_, '_, W> {
    pub(crate) fn run(mut self, job: Option<Job>) -> WorkerReport<W> {
        let mut report = WorkerReport { plan: self.shared.plan.clone(), bound: None, expanded: 0 };
        match job.map(|job| (job, job.task)) {
            Some((job, Task::Bound)) if job.level == FEASIBILITY_LEVEL && report.plan.is_none() => {
                self.test_feasibility(&mut report);
            }
            Some((job, Task::Bound)) => self.tighten_bound(job.width(), &mut report),
            Some((job, Task::Beam(guide))) => self.run_beam(job.width(), guide, None, &mut report),
            Some((job, Task::Untruncated)) => {
                let most = job.width().saturating_mul(PORTFOLIO.len()).saturating_mul(self.shared.upper() as usize);
                self.run_beam(usize::MAX, 0, Some(most as u64), &mut report);
            }
            None => (),
        }
        if self.shared.effort > 0 {
            let effort = self.shared.effort.saturating_sub(report.expanded);
            report.plan = report.plan.map(|plan| self.repair(plan, effort));
        }
        report
    }

    /// Limits of one worker's search, without the node limit, which holds for all workers together.
    fn limits(&self) -> PlanLimits {
        PlanLimits { nodes: None, stop: self.search.done.clone(), ..self.search.limits.clone() }
    }

    fn run_beam(&self, width: usize, guide: usize, nodes: Option<u64>, report: &mut WorkerReport<W>) {
        let search = self.search;
        let limits = PlanLimits { memory: search.limits.memory / 3, nodes, ..self.limits() };
        let guide = PelletGuide { layout: &search.layout, weights: PORTFOLIO[guide] };
        let upper = self.shared.upper();
        let mut counted = 0;
        let ended = beam(search.problem, &self.shared.bound, &guide, width, upper, &limits, &mut |progress| {
            search.add_expanded(progress.expanded - counted);
            counted = progress.expanded;
            if counted.is_multiple_of(REPORT_INTERVAL) {
                search.report();
            }
            if search.is_over() {
                search.done.raise();
            }
        });
        search.add_expanded(ended.expanded - counted);
        report.expanded = ended.expanded;
        if let Some(plan) = ended.plan {
            report.plan = Some(search.record_plan(&plan));
        }
        if ended.is_complete {
            search.record_proof();
        }
        search.report();
    }

    /// Searches the condensed problem: either it proves that there is no plan, or it gives a plan, though a long one.
    fn test_feasibility(&self, report: &mut WorkerReport<W>) {
        let limits =
            PlanLimits { memory: self.search.limits.memory / 3, nodes: Some(FEASIBILITY_NODES), ..self.limits() };
        let condensed = CondensedProblem::new(self.search.problem);
        let ended = greedy_best_first(&condensed, &condensed.start(), &PelletsLeft, &limits, &mut |_| ());
        self.search.add_expanded(ended.expanded);
        if ended.is_unsolvable() {
            self.search.record_proof();
        } else if let Some(path) = ended.plan {
            report.plan = Some(self.search.record_plan(&condensed.expand_plan(&path)));
        }
        self.search.report();
    }

    /// Computes a new bound if the best plan became shorter, and a round of beams of this width is likely to take
    /// longer than the computation.
    fn tighten_bound(&self, width: usize, report: &mut WorkerReport<W>) {
        const ROUNDS: u32 = 100;
        let (problem, upper) = (self.search.problem, self.shared.upper());
        if upper == MAX_LENGTH || upper >= self.shared.bound_horizon {
            return;
        }
        // A round looks at about nine pairs of steps per chase and length; the expansion of a state takes as long as
        // a few hundred of these.
        let bound_cost = problem.chase_count() * upper as usize * ROUNDS as usize / 32;
        let beam_cost = width.saturating_mul(upper as usize * PORTFOLIO.len());
        if bound_cost > beam_cost || LagrangianBound::size(problem, upper) > self.search.limits.memory / 16 {
            return;
        }
        let bound = LagrangianBound::new(problem, upper, ROUNDS, &self.limits());
        // The bound is not valid beyond its horizon.
        self.search.record_bound(bound.estimate(problem, &problem.start()).min(upper));
        report.expanded = bound_cost as u64;
        report.bound = Some((bound, upper));
        self.search.report();
    }

    fn repair(&mut self, mut best: Vec<Step>, effort: u64) -> Vec<Step> {
        let (search, limits) = (self.search, self.limits());
        let predecessors = search.predecessors.get_or_init(|| Predecessors::new(search.problem));
        let seed = self.worker as u64;
        let create = || RestartingRepair::new(PlanRepair::new(search.problem, &search.layout, predecessors, seed));
        let repair = self.repair.get_or_insert_with(create);
        let enough = repair.effort() + effort.max(MIN_REPAIR_EFFORT);
        while repair.effort() < enough && !search.is_over() {
            let counted = repair.expanded();
            repair.repair_once(&best, &limits);
            search.add_expanded(repair.expanded() - counted);
            if repair.plan.len() < best.len() {
                best = search.record_plan(&repair.plan);
                repair.plan.clone_from(&best);
                search.report();
            }
        }
        best
    }
}
