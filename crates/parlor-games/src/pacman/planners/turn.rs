//! One worker's part of a round: a job, and mending for what is left of the effort.

use parlor_core::{Cost, Heuristic, Problem};
use parlor_engines::planning::{Ending, PlanLimits, beam, greedy_best_first};

use super::anytime::Anytime;
use super::jobs::{Job, Task};
use super::lineage::Lineage;
use super::loose_ends::{LooseEnds, PORTFOLIO};
use super::mending::{Mender, Predecessors};
use super::prize_bound::PrizeBound;
use super::round::{LONGEST, Round};
use super::stages::{StagePellets, Stages};
use crate::pacman::maze::Step;

/// States expanded between reports, a multiple of those between looks at the clock.
const REPORTED: u64 = 1 << 17;
/// States looked at for a proof that there is no plan.
const DOUBTED: u64 = 10_000_000;
/// The level at which doubts come up.
const DOUBTFUL_LEVEL: u32 = 1;
/// States expanded in mending in a round, at least.
const MENDED_AT_LEAST: u64 = 20_000;

pub(super) struct Turn<'r, 's, 'a, const W: usize> {
    pub(super) search: &'s Anytime<'a, W>,
    pub(super) known: &'r Round<W>,
    pub(super) worker: usize,
    /// Made when it is first needed.
    pub(super) lineage: &'r mut Option<Lineage<'s, W>>,
}

/// What came of a turn.
pub(super) struct Done<const W: usize> {
    /// The best plan that this worker knows.
    pub(super) plan: Option<Vec<Step>>,
    /// A sharper bound, and the length it was made for.
    pub(super) bound: Option<(PrizeBound<W>, Cost)>,
    /// States expanded by the job.
    pub(super) taken: u64,
}

impl<const W: usize> Turn<'_, '_, '_, W> {
    pub(super) fn take(mut self, job: Option<Job>) -> Done<W> {
        let mut done = Done { plan: self.known.plan.clone(), bound: None, taken: 0 };
        match job.map(|job| (job, job.task)) {
            Some((job, Task::Prepare)) if job.level == DOUBTFUL_LEVEL && done.plan.is_none() => self.doubt(&mut done),
            Some((job, Task::Prepare)) => self.sharpen(job.width(), &mut done),
            Some((job, Task::Beam(guide))) => self.beam(job.width(), guide, None, &mut done),
            Some((job, Task::Uncut)) => {
                let most = job.width().saturating_mul(PORTFOLIO.len()).saturating_mul(self.known.upper() as usize);
                self.beam(usize::MAX, 0, Some(most as u64), &mut done);
            }
            None => (),
        }
        if self.known.effort > 0 {
            done.plan = done.plan.map(|plan| self.mend(plan, self.known.effort.saturating_sub(done.taken)));
        }
        done
    }

    /// What ends one worker's search, apart from the states counted for all.
    fn limits(&self) -> PlanLimits {
        PlanLimits { nodes: None, stop: self.search.done.clone(), ..self.search.limits.clone() }
    }

    fn beam(&self, width: usize, guide: usize, nodes: Option<u64>, done: &mut Done<W>) {
        let search = self.search;
        let limits = PlanLimits { memory: search.limits.memory / 3, nodes, ..self.limits() };
        let guide = LooseEnds { map: &search.map, weights: PORTFOLIO[guide] };
        let upper = self.known.upper();
        let mut counted = 0;
        let ended = beam(search.problem, &self.known.bound, &guide, width, upper, &limits, &mut |progress| {
            search.count(progress.expanded - counted);
            counted = progress.expanded;
            if counted.is_multiple_of(REPORTED) {
                search.tell();
            }
            if search.is_over() {
                search.done.raise();
            }
        });
        search.count(ended.expanded - counted);
        done.taken = ended.expanded;
        if let Some(plan) = ended.plan {
            done.plan = Some(search.found(&plan));
        }
        if ended.is_complete {
            search.proved();
        }
        search.tell();
    }

    /// If the narrowest beams found nothing, perhaps there is nothing; and if there is something, a sure way to it.
    fn doubt(&self, done: &mut Done<W>) {
        let limits = PlanLimits { memory: self.search.limits.memory / 3, nodes: Some(DOUBTED), ..self.limits() };
        let stages = Stages::new(self.search.problem);
        let ended = greedy_best_first(&stages, &stages.start(), &StagePellets, &limits, &mut |_| ());
        self.search.count(ended.expanded);
        match ended.ending {
            Ending::NoPlan => self.search.proved(),
            Ending::Plan(path) => done.plan = Some(self.search.found(&stages.plan(&path))),
            Ending::OutOfBudget => (),
        }
        self.search.tell();
    }

    /// Makes a new bound, if the best plan became shorter and a round of beams of this width is likely to take
    /// longer than making it.
    fn sharpen(&self, width: usize, done: &mut Done<W>) {
        const ROUNDS: u32 = 100;
        let (problem, upper) = (self.search.problem, self.known.upper());
        if upper == LONGEST || upper >= self.known.sharpened_for {
            return;
        }
        // A round looks at about nine pairs of steps per chase and length; expanding a state takes as long as
        // a few hundred of those.
        let sharpening = problem.chase_count() * upper as usize * ROUNDS as usize / 32;
        let searching = width.saturating_mul(upper as usize * PORTFOLIO.len());
        if sharpening > searching || PrizeBound::size(problem, upper) > self.search.limits.memory / 16 {
            return;
        }
        let bound = PrizeBound::new(problem, upper, ROUNDS, &self.limits());
        // Beyond its horizon the bound knows nothing.
        self.search.bounded(bound.estimate(problem, &problem.start()).min(upper));
        done.taken = sharpening as u64;
        done.bound = Some((bound, upper));
        self.search.tell();
    }

    fn mend(&mut self, mut best: Vec<Step>, effort: u64) -> Vec<Step> {
        let (search, limits) = (self.search, self.limits());
        let before = search.before.get_or_init(|| Predecessors::new(search.problem));
        let seed = self.worker as u64;
        let mender = || Lineage::new(Mender::new(search.problem, &search.map, before, seed));
        let lineage = self.lineage.get_or_insert_with(mender);
        let enough = lineage.effort() + effort.max(MENDED_AT_LEAST);
        while lineage.effort() < enough && !search.is_over() {
            let counted = lineage.expanded();
            lineage.go_on(&best, &limits);
            search.count(lineage.expanded() - counted);
            if lineage.plan.len() < best.len() {
                best = search.found(&lineage.plan);
                lineage.plan.clone_from(&best);
                search.tell();
            }
        }
        best
    }
}
