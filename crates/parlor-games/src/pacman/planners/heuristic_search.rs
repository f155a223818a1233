//! Textbook best-first search with a heuristic of the public list, and its cost: states expanded by the search, and work
//! inside the heuristic, counted separately.

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parlor_core::{
    Cost, Heuristic, Limits, NoMoves, Planner, Problem, Report, SearchObserver, SearchTrace, TraceError,
};
use parlor_engines::planning::{BestFirstOrder, PlanLimits, PlanReport, best_first};

use super::Algorithm;
use super::algorithms::plan_for_heuristic;
use super::bound::lagrangian_heuristic::LagrangianHeuristic;
use super::solver::checked;
use crate::pacman::heuristics::{
    FarthestPellet, HeuristicKind, MazeDistances, PelletCount, PlanHeuristic, SpanningTree,
};
use crate::pacman::maze::Step;
use crate::pacman::rules::{Pacman, State};

/// Best-first search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BestFirst {
    Gbfs,
    Astar,
}

impl BestFirst {
    pub const ALL: [BestFirst; 2] = [BestFirst::Gbfs, BestFirst::Astar];

    /// `None` for `best`, which takes no heuristic.
    pub fn from_algorithm(algorithm: Algorithm) -> Option<BestFirst> {
        match algorithm {
            Algorithm::Gbfs => Some(BestFirst::Gbfs),
            Algorithm::Astar => Some(BestFirst::Astar),
            Algorithm::Best => None,
        }
    }

    fn order(self) -> BestFirstOrder {
        match self {
            BestFirst::Gbfs => BestFirstOrder::Greedy,
            BestFirst::Astar => BestFirstOrder::AStar,
        }
    }
}

impl Display for BestFirst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            BestFirst::Gbfs => "gbfs",
            BestFirst::Astar => "astar",
        })
    }
}

/// An algorithm with a heuristic and a memory limit.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicSearch {
    pub algorithm: BestFirst,
    pub heuristic: HeuristicKind,
    /// Approximate memory limit in bytes.
    pub memory: usize,
}

/// Work of the heuristic of a [`HeuristicSearch`], beside that of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeuristicWork {
    /// States that the heuristic estimated.
    pub estimates: u64,
    /// Work inside the heuristic, preparation included, in `HeuristicKind::work_unit`.
    pub steps: u64,
}

impl HeuristicSearch {
    /// Plans from the start of a problem. Most of the limits may go into the preparation of the heuristic.
    pub fn solve<const W: usize>(self, problem: &Pacman<W>, limits: &Limits) -> (PlanReport<Step>, HeuristicWork) {
        self.solve_observed(problem, limits, ())
    }

    fn solve_observed<const W: usize>(
        self,
        problem: &Pacman<W>,
        limits: &Limits,
        observer: impl SearchObserver<Step>,
    ) -> (PlanReport<Step>, HeuristicWork) {
        let limits = &PlanLimits::new(limits, self.memory);
        if problem.is_goal(&problem.start()) {
            return (PlanReport { plan: Some(Vec::new()), ..PlanReport::default() }, HeuristicWork::default());
        }
        if problem.is_dead_end(&problem.start()) {
            return (PlanReport::unsolvable(0), HeuristicWork::default());
        }
        let (heuristic, preparation): (Box<dyn Heuristic<Pacman<W>>>, u64) = match self.heuristic {
            HeuristicKind::PelletsLeft => (Box::new(PelletCount), 0),
            HeuristicKind::FarthestPellet => (Box::new(FarthestPellet(MazeDistances::new(problem))), 0),
            HeuristicKind::SpanningTree => (Box::new(SpanningTree(MazeDistances::new(problem))), 0),
            HeuristicKind::Lagrangian => {
                let (bound, work) = LagrangianHeuristic::with_work(problem, limits);
                (Box::new(bound), work)
            }
            HeuristicKind::Plan => {
                let found = plan_for_heuristic(problem, limits, &|_| ());
                if found.is_unsolvable() {
                    return (PlanReport::unsolvable(0), HeuristicWork { estimates: 0, steps: found.expanded });
                }
                let plan = found.plan.unwrap_or_default();
                (Box::new(PlanHeuristic::new(problem, &plan)), found.expanded)
            }
        };
        self.run(problem, (&*heuristic, preparation), limits, observer)
    }

    fn run<const W: usize>(
        self,
        problem: &Pacman<W>,
        (heuristic, preparation): (&dyn Heuristic<Pacman<W>>, u64),
        limits: &PlanLimits,
        observer: impl SearchObserver<Step>,
    ) -> (PlanReport<Step>, HeuristicWork) {
        let counted =
            Counted { heuristic, kind: self.heuristic, estimates: AtomicU64::new(0), work: AtomicU64::new(0) };
        let start = problem.start();
        let found = best_first(problem, &start, &counted, self.algorithm.order(), limits, &mut |_| (), observer);
        let is_exact = self.algorithm == BestFirst::Astar && self.heuristic.is_admissible();
        let found = match found.plan {
            Some(_) if is_exact => found.proved(),
            Some(_) => PlanReport { at_least: start.pellets.len(), ..found },
            None => found,
        };
        let steps = preparation + counted.work.into_inner();
        (checked(found, problem), HeuristicWork { estimates: counted.estimates.into_inner(), steps })
    }
}

impl<const W: usize> Planner<Pacman<W>> for HeuristicSearch {
    fn plan(
        &mut self,
        problem: &Pacman<W>,
        start: &State<W>,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<Step>),
    ) -> Result<(), NoMoves> {
        let first = problem.actions(start).next().ok_or(NoMoves)?;
        let (found, _) = self.solve(&problem.starting_at(start), limits);
        on_report(found.report(first));
        Ok(())
    }

    fn trace(
        &mut self,
        problem: &Pacman<W>,
        start: &State<W>,
        limits: &Limits,
        trace: &SearchTrace<Step>,
    ) -> Result<(), TraceError> {
        let (found, _) = self.solve_observed(&problem.starting_at(start), limits, trace);
        found.record(trace);
        Ok(())
    }
}

/// Heuristic with counters.
struct Counted<'a, const W: usize> {
    heuristic: &'a dyn Heuristic<Pacman<W>>,
    kind: HeuristicKind,
    estimates: AtomicU64,
    work: AtomicU64,
}

impl<const W: usize> Heuristic<Pacman<W>> for Counted<'_, W> {
    fn estimate(&self, problem: &Pacman<W>, state: &State<W>) -> Cost {
        let pellets = u64::from(state.pellets.len());
        let work = match self.kind {
            HeuristicKind::PelletsLeft | HeuristicKind::Lagrangian | HeuristicKind::Plan => 1,
            HeuristicKind::FarthestPellet => pellets,
            // Prim's algorithm: from Pac-Man to all, then from each pellet to those outside the tree.
            HeuristicKind::SpanningTree => pellets + pellets * pellets.saturating_sub(1) / 2,
        };
        self.estimates.fetch_add(1, Relaxed);
        self.work.fetch_add(work, Relaxed);
        self.heuristic.estimate(problem, state)
    }
}
