//! State that all workers share at the beginning of a round, and its update at the end.

use parlor_core::Cost;

use super::pellet_guide::PORTFOLIO;
use super::schedule::{Job, Task};
use super::worker_round::WorkerReport;
use crate::pacman::maze::Step;
use crate::pacman::planners::bound::LowerBound;

/// Maximum length of a plan.
pub(crate) const MAX_LENGTH: Cost = 60_000;
/// First level with repair: narrower beams end so soon that repair would only delay the next.
const FIRST_REPAIR_LEVEL: u32 = 2;
/// Effort of a round without beams.
const REPAIR_EFFORT: u64 = 200_000;

/// State that every worker reads. It changes between rounds only, so that results do not depend on timing.
pub(crate) struct RoundState<const W: usize> {
    pub(crate) plan: Option<Vec<Step>>,
    pub(crate) bound: LowerBound<W>,
    /// Plan length for which the bound was computed.
    pub(crate) bound_horizon: Cost,
    /// Effort of each worker, in states expanded: its job, and repair with the rest.
    pub(crate) effort: u64,
    /// States expanded by the latest beam and its width: truncated and untruncated.
    beam_cost: [Option<(u64, u64)>; 2],
}

impl<const W: usize> RoundState<W> {
    pub(crate) fn first(plan: Option<Vec<Step>>) -> RoundState<W> {
        RoundState { plan, bound: LowerBound(None), bound_horizon: Cost::MAX, effort: 0, beam_cost: [None; 2] }
    }

    /// Upper bound on the length of the shortest plan.
    pub(crate) fn upper(&self) -> Cost {
        self.plan.as_ref().map_or(MAX_LENGTH, |plan| plan.len() as Cost)
    }

    /// Expected cost of a job, from the latest beam of its kind; the first one is assumed to fill every layer.
    fn expected_cost(&self, job: Job) -> u64 {
        let width = job.width() as u64;
        let (kind, factor) = match job.task {
            Task::Bound => return 0,
            Task::Beam(_) => (0, 1),
            Task::Untruncated => (1, PORTFOLIO.len() as u64),
        };
        let full = || width.saturating_mul(factor).saturating_mul(u64::from(self.upper()));
        self.beam_cost[kind].map_or_else(full, |(expanded, at_width)| expanded.saturating_mul(width) / at_width.max(1))
    }

    /// Beams and repair get equal effort; next to an untruncated beam there is time for more repair.
    pub(crate) fn set_effort(&mut self, jobs: &[Option<Job>]) {
        let efforts = jobs.iter().flatten().map(|&job| match job.task {
            Task::Untruncated => self.expected_cost(job),
            Task::Beam(_) | Task::Bound => self.expected_cost(job).saturating_mul(2),
        });
        let has_repair = |job: &Option<Job>| job.is_none_or(|job| job.level >= FIRST_REPAIR_LEVEL);
        let most = efforts.max().unwrap_or(REPAIR_EFFORT);
        self.effort = if jobs.iter().any(has_repair) { most } else { 0 };
    }

    /// Merges the workers' reports: the shortest plan, the first worker's among equals, and the rest.
    pub(crate) fn merge(&mut self, jobs: &[Option<Job>], reports: Vec<WorkerReport<W>>) {
        for (job, report) in jobs.iter().zip(reports) {
            if let Some((bound, length)) = report.bound {
                self.bound = LowerBound(Some(bound));
                self.bound_horizon = length;
            }
            let beam_cost = job.map(|job| (job.task, (report.expanded, job.width() as u64)));
            match beam_cost {
                Some((Task::Beam(_), cost)) => self.beam_cost[0] = Some(cost),
                Some((Task::Untruncated, cost)) => self.beam_cost[1] = Some(cost),
                _ => (),
            }
            if let Some(plan) = report.plan
                && (plan.len() as Cost) < self.upper()
            {
                self.plan = Some(plan);
            }
        }
    }
}
