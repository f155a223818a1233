//! Public interface of the planners: selected by name, with limits, and with every plan checked.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::{Arc, mpsc};
use std::thread;

use parlor_core::{EngineInfo, Limits, NoMoves, OptionSpec, Options, Planner, PlannerEntry, Problem, Report, Text};
use parlor_engines::planning::{MEMORY_MIB, PlanLimits, PlanReport, breadth_first};

use super::{BestFirst, HeuristicSearch, OnReport, algorithms};
use crate::pacman::heuristics::HeuristicKind;
use crate::pacman::maze::Step;
use crate::pacman::replay::{ReplayOutcome, replay};
use crate::pacman::rules::{Pacman, State};

/// Planning algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Greedy best-first search with a plan-based `h`.
    Gbfs,
    /// A* with an admissible `h`.
    Astar,
    /// The strongest: anytime, with proof.
    Best,
}

const OPTIONS: &[OptionSpec] = &[MEMORY_MIB];
const BEST_FIRST_OPTIONS: &[OptionSpec] = &[HEURISTIC, MEMORY_MIB];

/// Heuristic of a best-first search. With one of the public list the search is the textbook algorithm and nothing else.
const HEURISTIC: OptionSpec = OptionSpec::one_of(
    "heuristic",
    "heuristic of a plain search; auto: the strongest, prepared by other searches",
    &[
        Text::Borrowed("auto"),
        Text::Borrowed(HeuristicKind::PelletsLeft.name()),
        Text::Borrowed(HeuristicKind::FarthestPellet.name()),
        Text::Borrowed(HeuristicKind::SpanningTree.name()),
        Text::Borrowed(HeuristicKind::Lagrangian.name()),
        Text::Borrowed(HeuristicKind::Plan.name()),
    ],
);

impl Algorithm {
    pub const ALL: [Algorithm; 3] = [Algorithm::Gbfs, Algorithm::Astar, Algorithm::Best];

    const fn info(self) -> EngineInfo {
        let (name, about, options) = match self {
            Algorithm::Gbfs => {
                ("gbfs", "greedy best-first search with a heuristic computed from a plan", BEST_FIRST_OPTIONS)
            }
            Algorithm::Astar => ("astar", "A* with an admissible heuristic; its plan is optimal", BEST_FIRST_OPTIONS),
            Algorithm::Best => {
                ("best", "beam search and local repair; ever shorter plans, often proved optimal", OPTIONS)
            }
        };
        EngineInfo::new(name, about, options)
    }
}

impl Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.info().name)
    }
}

/// Error for an unknown name of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseAlgorithmError;

impl FromStr for Algorithm {
    type Err = ParseAlgorithmError;

    fn from_str(name: &str) -> Result<Algorithm, ParseAlgorithmError> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.info().name == name).ok_or(ParseAlgorithmError)
    }
}

/// An algorithm with its memory limit.
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    pub algorithm: Algorithm,
    /// Approximate memory limit in bytes.
    pub memory: usize,
}

impl Solver {
    /// Plans from the start of a problem. `best` uses all its time unless it proves its plan optimal.
    /// `on_report` is called with every shorter plan, and from time to time without one. The plan that is
    /// returned passed the independent checker.
    pub fn solve<const W: usize>(
        self,
        problem: &Pacman<W>,
        limits: &Limits,
        on_report: &mut dyn FnMut(&PlanReport<Step>),
    ) -> PlanReport<Step> {
        let limits = &PlanLimits::new(limits, self.memory);
        let start = problem.start();
        if problem.is_goal(&start) {
            return PlanReport { plan: Some(Vec::new()), ..PlanReport::default() };
        }
        if problem.is_dead_end(&start) {
            return PlanReport::unsolvable(0);
        }
        // The planner runs on threads of its own; this thread calls `on_report`.
        let found = thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let planning = scope.spawn(|| {
                let sender = sender;
                // The receiver outlives the planner, so sending cannot fail.
                let send: &OnReport<'_> = &|progress| drop(sender.send(progress));
                match self.algorithm {
                    Algorithm::Gbfs => algorithms::gbfs(problem, limits, send),
                    Algorithm::Astar => algorithms::astar(problem, limits, send),
                    Algorithm::Best => algorithms::best(problem, limits, send),
                }
            });
            for progress in receiver {
                on_report(&progress);
            }
            planning.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        checked(found, problem)
    }
}

/// What was found, without a plan that the independent checker refuses.
pub(super) fn checked<const W: usize>(found: PlanReport<Step>, problem: &Pacman<W>) -> PlanReport<Step> {
    let is_valid = found.plan.as_ref().is_none_or(|steps| is_valid_plan(problem, steps));
    if is_valid { found } else { PlanReport { expanded: found.expanded, ..PlanReport::default() } }
}

fn is_valid_plan<const W: usize>(problem: &Pacman<W>, steps: &[Step]) -> bool {
    let letters: String = steps.iter().map(|step| step.letter()).collect();
    replay(&problem.board().codes(), &letters) == Ok(ReplayOutcome::Success { steps: steps.len() })
}

impl<const W: usize> Planner<Pacman<W>> for Solver {
    fn plan(
        &mut self,
        problem: &Pacman<W>,
        start: &State<W>,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<Step>),
    ) -> Result<(), NoMoves> {
        let first = problem.actions(start).next().ok_or(NoMoves)?;
        let problem = problem.starting_at(start);
        let mut shortest = usize::MAX;
        let found = self.solve(&problem, limits, &mut |found| {
            let Some(steps) = &found.plan else { return };
            if steps.len() < shortest && is_valid_plan(&problem, steps) {
                shortest = steps.len();
                on_report(found.clone().report(first));
            }
        });
        on_report(found.report(first));
        Ok(())
    }
}

/// Planners for the game's list of engines.
pub(in crate::pacman) fn entries<const W: usize>() -> Vec<PlannerEntry<Pacman<W>>> {
    let entry = |algorithm: Algorithm| PlannerEntry {
        info: algorithm.info(),
        build: Arc::new(move |options| build(algorithm, options)),
    };
    std::iter::once(breadth_first::entry()).chain(Algorithm::ALL.map(entry)).collect()
}

/// The planner that the options select.
fn build<const W: usize>(algorithm: Algorithm, options: &Options) -> Box<dyn Planner<Pacman<W>>> {
    let memory = (options.integer(&MEMORY_MIB) as usize) << 20;
    let Some(best_first) = BestFirst::from_algorithm(algorithm) else { return Box::new(Solver { algorithm, memory }) };
    match options.one_of(&HEURISTIC).parse() {
        Ok(heuristic) => Box::new(HeuristicSearch { algorithm: best_first, heuristic, memory }),
        Err(_) => Box::new(Solver { algorithm, memory }),
    }
}
