//! Textbook best-first search with a heuristic of the public list, and its cost: states expanded by the search, and work
//! inside the heuristic, counted separately.

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parlor_core::{
    Cost, Heuristic, Limits, Plan, PlanStatus, Planner, Problem, SearchObserver, SearchTrace, TraceError,
};
use parlor_engines::planning::{BestFirstOrder, PlanLimits, SearchOutcome, SearchResult, best_first, report_plan};

use super::algorithms::plan_for_heuristic;
use super::bound::lagrangian_heuristic::LagrangianHeuristic;
use super::solver::{is_valid_plan, with_word_count};
use super::{Algorithm, Solution};
use crate::pacman::board::Board;
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

/// Result of a `HeuristicSearch`, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeuristicOutput {
    pub solution: Solution,
    /// States expanded by the search.
    pub expanded: u64,
    /// States that the heuristic estimated.
    pub estimates: u64,
    /// Work inside the heuristic, preparation included, in `HeuristicKind::work_unit`.
    pub heuristic_work: u64,
}

impl HeuristicSearch {
    /// Solves a board. Most of the limits may go into the preparation of the heuristic.
    pub fn solve(self, board: &Board, limits: &Limits) -> HeuristicOutput {
        let limits = PlanLimits::new(limits, self.memory);
        with_word_count!(board, W => self.solve_sized::<W>(board, &limits, ()))
    }

    fn solve_sized<const W: usize>(
        self,
        board: &Board,
        limits: &PlanLimits,
        observer: impl SearchObserver<Step>,
    ) -> HeuristicOutput {
        let output = |solution| HeuristicOutput { solution, expanded: 0, estimates: 0, heuristic_work: 0 };
        let Ok(problem) = Pacman::<W>::new(board) else { return output(Solution::NotFound) };
        if problem.is_goal(&problem.start()) {
            return output(Solution::Plan { steps: Vec::new(), is_optimal: true });
        }
        if problem.is_dead_end(&problem.start()) {
            return output(Solution::NoPlan);
        }
        let (heuristic, preparation): (Box<dyn Heuristic<Pacman<W>>>, u64) = match self.heuristic {
            HeuristicKind::PelletsLeft => (Box::new(PelletCount), 0),
            HeuristicKind::FarthestPellet => (Box::new(FarthestPellet(MazeDistances::new(&problem))), 0),
            HeuristicKind::SpanningTree => (Box::new(SpanningTree(MazeDistances::new(&problem))), 0),
            HeuristicKind::Lagrangian => {
                let (bound, work) = LagrangianHeuristic::with_work(&problem, limits);
                (Box::new(bound), work)
            }
            HeuristicKind::Plan => {
                let found = plan_for_heuristic(&problem, limits, &|_| ());
                if found.plan.is_none() && found.is_proved {
                    return HeuristicOutput { heuristic_work: found.expanded, ..output(Solution::NoPlan) };
                }
                let plan = found.plan.unwrap_or_default();
                (Box::new(PlanHeuristic::new(&problem, &plan)), found.expanded)
            }
        };
        self.run(board, &problem, (&*heuristic, preparation), limits, observer)
    }

    fn run<const W: usize>(
        self,
        board: &Board,
        problem: &Pacman<W>,
        (heuristic, preparation): (&dyn Heuristic<Pacman<W>>, u64),
        limits: &PlanLimits,
        observer: impl SearchObserver<Step>,
    ) -> HeuristicOutput {
        let counted =
            Counted { heuristic, kind: self.heuristic, estimates: AtomicU64::new(0), work: AtomicU64::new(0) };
        let start = problem.start();
        let SearchResult { outcome, expanded } =
            best_first(problem, &start, &counted, self.algorithm.order(), limits, &mut |_| (), observer);
        let is_exact = self.algorithm == BestFirst::Astar && self.heuristic.is_admissible();
        let solution = match outcome {
            SearchOutcome::Plan(steps) if is_valid_plan(board, &steps) => {
                let is_optimal = is_exact || steps.len() as Cost <= start.pellets.len();
                Solution::Plan { steps, is_optimal }
            }
            SearchOutcome::NoPlan => Solution::NoPlan,
            _ => Solution::NotFound,
        };
        HeuristicOutput {
            solution,
            expanded,
            estimates: counted.estimates.into_inner(),
            heuristic_work: preparation + counted.work.into_inner(),
        }
    }
}

impl<const W: usize> Planner<Pacman<W>> for HeuristicSearch {
    fn plan(
        &mut self,
        problem: &Pacman<W>,
        start: &State<W>,
        limits: &Limits,
        on_plan: &mut dyn FnMut(Plan<Step>),
    ) -> PlanStatus {
        let limits = PlanLimits::new(limits, self.memory);
        let output = self.solve_sized::<W>(&problem.board_at(start), &limits, ());
        match output.solution {
            Solution::Plan { steps, is_optimal } => {
                let at_least = if is_optimal { steps.len() as Cost } else { start.pellets.len() };
                on_plan(Plan { actions: steps, at_least, expanded: output.expanded });
                PlanStatus::Done
            }
            Solution::NoPlan => PlanStatus::NoPlan,
            Solution::NotFound => PlanStatus::OutOfBudget,
        }
    }

    fn trace(
        &mut self,
        problem: &Pacman<W>,
        start: &State<W>,
        limits: &Limits,
        trace: &SearchTrace<Step>,
    ) -> Result<(), TraceError> {
        let limits = PlanLimits::new(limits, self.memory);
        let output = self.solve_sized::<W>(&problem.board_at(start), &limits, trace);
        if let Solution::Plan { steps, .. } = output.solution {
            report_plan(&SearchResult { outcome: SearchOutcome::Plan(steps), expanded: output.expanded }, trace);
        }
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
