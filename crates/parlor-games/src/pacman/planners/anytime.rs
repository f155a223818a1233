//! The strongest planner: beams of growing width, guided in several ways, under a bound that they also tighten.
//! Anytime; ends with a proof as soon as a beam needs no cutting or the bound meets the best plan.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use parlor_core::{Cost, Heuristic, Problem, Stop};
use parlor_engines::planning::{Ending, PlanLimits, beam, greedy_best_first};

use super::loose_ends::{LooseEnds, PORTFOLIO, PelletMap};
use super::mapped::{Mapped, MappedPacman};
use super::mending::{Mender, Predecessors};
use super::prize_bound::PrizeBound;
use super::stages::{StagePellets, Stages};
use super::{Findings, Tell};
use crate::pacman::maze::Step;

pub(super) struct Anytime<'a, const W: usize> {
    problem: &'a MappedPacman<W>,
    map: PelletMap,
    limits: &'a PlanLimits,
    tell: &'a Tell<'a>,
    findings: Mutex<Findings>,
    /// The length of the best plan; what is not shorter is of no use.
    upper: AtomicU32,
    expanded: AtomicU64,
    bound: Mutex<Option<Arc<PrizeBound<W>>>>,
    /// The upper bound for which `bound` was made.
    sharpened_for: AtomicU32,
    next_job: AtomicUsize,
    before: OnceLock<Predecessors>,
    /// Ends the other workers.
    done: Stop,
}

/// Plans are looked for up to this length.
const LONGEST: Cost = 60_000;
const NARROWEST: usize = 100;
/// Jobs of each width: a beam for every guide, and an uncut one.
const JOBS: usize = PORTFOLIO.len() + 1;
/// States expanded between reports, a multiple of those between looks at the clock.
const REPORTED: u64 = 1 << 17;
/// States looked at for a proof that there is no plan.
const DOUBTED: u64 = 10_000_000;
/// Narrower beams are over so soon that mending would only hold them up.
const FIRST_MENDED_LEVEL: usize = 2;
/// States expanded in mending after a beam, at least.
const MENDED_AT_LEAST: u64 = 20_000;

/// The larger of two bounds: prizes, and a step for every pellet. Never overestimates.
pub(super) struct Bound<const W: usize>(Option<Arc<PrizeBound<W>>>);

impl<const W: usize> Heuristic<MappedPacman<W>> for Bound<W> {
    fn estimate(&self, problem: &MappedPacman<W>, state: &Mapped<W>) -> Cost {
        let prizes = self.0.as_ref().map_or(0, |bound| bound.estimate(problem, state));
        prizes.max(state.pellets.len())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a panicking thread left behind is still true: only whole findings are stored.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, const W: usize> Anytime<'a, W> {
    /// Goes on from what was found before, if anything.
    pub(super) fn new(
        problem: &'a MappedPacman<W>,
        map: PelletMap,
        limits: &'a PlanLimits,
        tell: &'a Tell<'a>,
        mut findings: Findings,
    ) -> Anytime<'a, W> {
        if problem.is_whole() {
            findings.at_least = findings.at_least.max(problem.pellet_count() as Cost);
        }
        let upper = findings.plan.as_ref().map_or(LONGEST, |plan| plan.len() as Cost);
        Anytime {
            problem,
            map,
            limits,
            tell,
            upper: AtomicU32::new(upper),
            expanded: AtomicU64::new(findings.expanded),
            findings: Mutex::new(findings),
            bound: Mutex::default(),
            sharpened_for: AtomicU32::new(Cost::MAX),
            next_job: AtomicUsize::new(0),
            before: OnceLock::new(),
            done: Stop::default(),
        }
    }

    /// Works until proved, out of budget, or `widest` is reached.
    pub(super) fn run(&self, workers: usize, widest: usize) -> Findings {
        std::thread::scope(|scope| {
            for worker in 1..workers as u64 {
                scope.spawn(move || self.work(worker, widest));
            }
            self.work(0, widest);
        });
        let mut findings = lock(&self.findings).clone();
        findings.expanded = self.expanded.load(Relaxed);
        findings
    }

    /// The sharpest bound so far.
    pub(super) fn bound(&self) -> Bound<W> {
        Bound(lock(&self.bound).clone())
    }

    /// Beams in turn, each width with every guide and three times wider each time, and as much effort spent on
    /// mending the best plan as on beams. Mending alone, once beams no longer fit into the memory.
    fn work(&self, worker: u64, widest: usize) {
        let mut mender = None;
        let mut is_exhausted = false;
        while !self.is_over() {
            let mut effort = 0;
            let job = if is_exhausted { None } else { Some(self.next_job.fetch_add(1, Relaxed)) };
            let level = job.map_or(usize::MAX, |job| job / JOBS);
            if let Some(job) = job {
                let guide = job % JOBS;
                let width = NARROWEST.saturating_mul(3_usize.saturating_pow(level as u32));
                if width > widest.min(self.widest_that_fits()) {
                    is_exhausted = true;
                    continue;
                }
                if job == JOBS {
                    self.doubt();
                }
                if guide == 0 {
                    self.sharpen(width);
                }
                if !self.is_over() {
                    effort = self.beam(width, guide);
                }
            }
            let found = lock(&self.findings).plan.clone();
            if is_exhausted && (found.is_none() || widest < usize::MAX) {
                break;
            }
            if let Some(plan) = found
                && level >= FIRST_MENDED_LEVEL
                && !self.is_over()
            {
                let before = self.before.get_or_init(|| Predecessors::new(self.problem));
                let mender = mender.get_or_insert_with(|| Mender::new(self.problem, &self.map, before, worker));
                self.mend(mender, plan, effort.max(MENDED_AT_LEAST));
            }
        }
    }

    fn mend(&self, mender: &mut Mender<'_, W>, mut plan: Vec<Step>, effort: u64) {
        let limits = PlanLimits { nodes: None, stop: self.done.clone(), ..self.limits.clone() };
        let enough = mender.effort + effort;
        while mender.effort < enough && !self.is_over() {
            let counted = mender.expanded;
            let other = mender.mend(&plan, &limits);
            self.expanded.fetch_add(mender.expanded - counted, Relaxed);
            if let Some(other) = other {
                if other.len() < plan.len() {
                    self.found(other.clone());
                    self.tell();
                }
                plan = other;
            }
            let best = self.upper.load(Relaxed) as usize;
            if best < plan.len() {
                // Another worker did better.
                plan = lock(&self.findings).plan.clone().unwrap_or(plan);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.done.is_raised()
            || self.limits.is_over()
            || self.limits.nodes.is_some_and(|most| self.expanded.load(Relaxed) >= most)
    }

    /// A layer for every step of the best plan must fit into the memory of one worker.
    fn widest_that_fits(&self) -> usize {
        let upper = self.upper.load(Relaxed);
        if upper == LONGEST {
            return usize::MAX;
        }
        let node = size_of::<Mapped<W>>() + 40;
        self.limits.memory / 4 / node / upper as usize
    }

    /// Returns how many states it expanded. After the beams of a width comes one that is not cut, but may expand only as much as they did together:
    /// where a proof is within reach, it need not wait for a width that is never exceeded.
    fn beam(&self, width: usize, guide: usize) -> u64 {
        let bound = self.bound();
        let (width, nodes) = if guide < PORTFOLIO.len() {
            (width, None)
        } else {
            let most = width.saturating_mul(PORTFOLIO.len()).saturating_mul(self.upper.load(Relaxed) as usize);
            (usize::MAX, Some(most as u64))
        };
        let guide = LooseEnds { map: &self.map, weights: PORTFOLIO[guide % PORTFOLIO.len()] };
        let limits = PlanLimits { memory: self.limits.memory / 3, nodes, ..self.limits.clone() };
        let limits = PlanLimits { stop: self.done.clone(), ..limits };
        let mut counted = 0;
        let upper = || self.upper.load(Relaxed);
        let search = beam(self.problem, &bound, &guide, width, &upper, &limits, &mut |progress| {
            self.expanded.fetch_add(progress.expanded - counted, Relaxed);
            counted = progress.expanded;
            if counted.is_multiple_of(REPORTED) {
                self.tell();
            }
            if self.is_over() {
                self.done.raise();
            }
        });
        self.expanded.fetch_add(search.expanded - counted, Relaxed);
        if let Some(plan) = search.plan {
            self.found(plan);
        }
        if search.is_complete {
            self.proved();
        }
        self.tell();
        search.expanded
    }

    /// If the narrowest beams found nothing, perhaps there is nothing; and if there is something, a sure way to it.
    fn doubt(&self) {
        if self.upper.load(Relaxed) < LONGEST {
            return;
        }
        let limits = PlanLimits { nodes: Some(DOUBTED), stop: self.done.clone(), ..self.limits.clone() };
        let limits = PlanLimits { memory: self.limits.memory / 3, ..limits };
        let stages = Stages::new(self.problem);
        let search = greedy_best_first(&stages, &stages.start(), &StagePellets, &limits, &mut |_| ());
        self.expanded.fetch_add(search.expanded, Relaxed);
        match search.ending {
            Ending::NoPlan => self.proved(),
            Ending::Plan(path) => self.found(stages.plan(&path)),
            Ending::OutOfBudget => (),
        }
        self.tell();
    }

    fn found(&self, plan: Vec<Step>) {
        let mut findings = lock(&self.findings);
        if findings.plan.as_ref().is_none_or(|best| plan.len() < best.len()) {
            self.upper.store(plan.len() as Cost, Relaxed);
            findings.plan = Some(plan);
        }
        if findings.plan.as_ref().is_some_and(|best| best.len() as Cost <= findings.at_least) {
            drop(findings);
            self.proved();
        }
    }

    fn proved(&self) {
        let mut findings = lock(&self.findings);
        findings.is_proved = self.problem.is_whole();
        findings.at_least = findings.plan.as_ref().map_or(findings.at_least, |plan| plan.len() as Cost);
        self.done.raise();
    }

    fn tell(&self) {
        let findings = lock(&self.findings);
        (self.tell)(Findings { expanded: self.expanded.load(Relaxed), ..findings.clone() });
    }

    /// Makes a new bound, if the best plan became shorter and a round of beams of this width is likely to take
    /// longer than making it.
    fn sharpen(&self, width: usize) {
        const ROUNDS: u32 = 100;
        let upper = self.upper.load(Relaxed);
        if upper == LONGEST || upper >= self.sharpened_for.load(Relaxed) {
            return;
        }
        // A round looks at about nine pairs of steps per chase and length; expanding a state takes as long as
        // a few hundred of those.
        let sharpening = self.problem.chase_count() * upper as usize * ROUNDS as usize / 32;
        let searching = width * upper as usize * PORTFOLIO.len();
        if sharpening > searching || PrizeBound::size(self.problem, upper) > self.limits.memory / 16 {
            return;
        }
        self.sharpened_for.store(upper, Relaxed);
        let limits = PlanLimits { stop: self.done.clone(), ..self.limits.clone() };
        let bound = PrizeBound::new(self.problem, upper, ROUNDS, &limits);
        let at_least = bound.estimate(self.problem, &self.problem.start());
        *lock(&self.bound) = Some(Arc::new(bound));
        let mut findings = lock(&self.findings);
        // The bound knows nothing beyond its horizon, and nothing of what was not explored.
        if self.problem.is_whole() && at_least > findings.at_least {
            findings.at_least = at_least.min(upper);
        }
        let is_met = findings.plan.as_ref().is_some_and(|best| best.len() as Cost <= at_least);
        drop(findings);
        if is_met {
            self.proved();
        }
        self.tell();
    }
}
