//! What workers know at the beginning of a round, and what becomes of it at the end.

use parlor_core::{Cost, Heuristic};

use super::jobs::{Job, Task};
use super::loose_ends::PORTFOLIO;
use super::mapped::{Mapped, MappedPacman};
use super::prize_bound::PrizeBound;
use super::turn::Done;
use crate::pacman::maze::Step;

/// Plans are looked for up to this length.
pub(super) const LONGEST: Cost = 60_000;
/// Narrower beams are over so soon that mending would only hold them up.
const FIRST_MENDED_LEVEL: u32 = 2;
/// What a round is worth when there are no more beams.
const MENDING_ROUND: u64 = 200_000;

/// The larger of two bounds: prizes, and a step for every pellet. Never overestimates.
pub(super) struct Bound<const W: usize>(Option<PrizeBound<W>>);

impl<const W: usize> Heuristic<MappedPacman<W>> for Bound<W> {
    fn estimate(&self, problem: &MappedPacman<W>, state: &Mapped<W>) -> Cost {
        let prizes = self.0.as_ref().map_or(0, |bound| bound.estimate(problem, state));
        prizes.max(state.pellets.len())
    }
}

/// All workers know this and no more, whoever is quicker.
pub(super) struct Round<const W: usize> {
    pub(super) plan: Option<Vec<Step>>,
    pub(super) bound: Bound<W>,
    /// The length for which the bound was made.
    pub(super) sharpened_for: Cost,
    /// What each worker should spend, in states expanded: on its job, and what is left on mending.
    pub(super) effort: u64,
    /// What beams took lately, per unit of width: cut and uncut.
    pace: [Option<(u64, u64)>; 2],
}

impl<const W: usize> Round<W> {
    pub(super) fn first(plan: Option<Vec<Step>>) -> Round<W> {
        Round { plan, bound: Bound(None), sharpened_for: Cost::MAX, effort: 0, pace: [None; 2] }
    }

    pub(super) fn upper(&self) -> Cost {
        self.plan.as_ref().map_or(LONGEST, |plan| plan.len() as Cost)
    }

    /// Expected from what the latest beam of the kind took; the first is taken to fill every layer.
    fn expected(&self, job: Job) -> u64 {
        let width = job.width() as u64;
        let (kind, share) = match job.task {
            Task::Prepare => return 0,
            Task::Beam(_) => (0, 1),
            Task::Uncut => (1, PORTFOLIO.len() as u64),
        };
        let whole = || width.saturating_mul(share).saturating_mul(u64::from(self.upper()));
        self.pace[kind].map_or_else(whole, |(taken, by_width)| taken.saturating_mul(width) / by_width.max(1))
    }

    /// Beams and mending get the same; next to an uncut beam there is time for more mending.
    pub(super) fn set_effort(&mut self, jobs: &[Option<Job>]) {
        let wanted = jobs.iter().flatten().map(|&job| match job.task {
            Task::Uncut => self.expected(job),
            Task::Beam(_) | Task::Prepare => self.expected(job).saturating_mul(2),
        });
        let is_mending = |job: &Option<Job>| job.is_none_or(|job| job.level >= FIRST_MENDED_LEVEL);
        let most = wanted.max().unwrap_or(MENDING_ROUND);
        self.effort = if jobs.iter().any(is_mending) { most } else { 0 };
    }

    /// The shortest of the plans, the first worker's among equals, and everything else that they report.
    pub(super) fn learn(&mut self, jobs: &[Option<Job>], reports: Vec<Done<W>>) {
        for (job, done) in jobs.iter().zip(reports) {
            if let Some((bound, length)) = done.bound {
                self.bound = Bound(Some(bound));
                self.sharpened_for = length;
            }
            match job {
                Some(job @ Job { task: Task::Beam(_), .. }) => self.pace[0] = Some((done.taken, job.width() as u64)),
                Some(job @ Job { task: Task::Uncut, .. }) => self.pace[1] = Some((done.taken, job.width() as u64)),
                _ => (),
            }
            if let Some(plan) = done.plan
                && (plan.len() as Cost) < self.upper()
            {
                self.plan = Some(plan);
            }
        }
    }
}
