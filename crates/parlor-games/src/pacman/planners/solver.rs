//! Public interface of the planners: selected by name, with limits, and with every plan checked.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::{Arc, mpsc};
use std::thread;

use parlor_core::{EngineInfo, Limits, OptionSpec, Options, Plan, PlanStatus, Planner, PlannerEntry, Problem, Text};
use parlor_engines::planning::{MEMORY_MIB, PlanLimits, breadth_first};

use super::{BestFirst, HeuristicSearch, Report, SolverProgress, algorithms};
use crate::pacman::board::Board;
use crate::pacman::heuristics::HeuristicKind;
use crate::pacman::maze::Step;
use crate::pacman::replay::{ReplayOutcome, replay};
use crate::pacman::rules::{Pacman, State};

/// Evaluates the expression with the constant `W` as the number of words for the pellets of the board, rounded up to few
/// sizes, as each is compiled separately.
macro_rules! with_word_count {
    ($count:literal, $words:ident => $solve:expr) => {{
        const $words: usize = $count;
        $solve
    }};
    ($board:expr, $words:ident => $solve:expr) => {
        match $crate::pacman::rules::words_needed($board) {
            0..=1 => with_word_count!(1, $words => $solve),
            2 => with_word_count!(2, $words => $solve),
            3..=4 => with_word_count!(4, $words => $solve),
            5..=8 => with_word_count!(8, $words => $solve),
            9..=16 => with_word_count!(16, $words => $solve),
            _ => with_word_count!(64, $words => $solve),
        }
    };
}
pub(super) use with_word_count;

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

/// Result of planning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// A plan that passed the independent checker.
    Plan { steps: Vec<Step>, is_optimal: bool },
    /// Proved: the board has no plan.
    NoPlan,
    /// The limits ended the search without a plan.
    NotFound,
}

/// Result of planning, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverOutput {
    pub solution: Solution,
    pub expanded: u64,
}

/// An algorithm with its memory limit.
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    pub algorithm: Algorithm,
    /// Approximate memory limit in bytes.
    pub memory: usize,
}

impl Solver {
    /// Solves a board. `best` uses all its time unless it proves its plan optimal. `report` is called with every shorter
    /// plan, and from time to time without one.
    pub fn solve(self, board: &Board, limits: &Limits, report: &mut dyn FnMut(&SolverProgress)) -> SolverOutput {
        let limits = PlanLimits::new(limits, self.memory);
        with_word_count!(board, W => self.solve_sized::<W>(board, &limits, report))
    }

    fn solve_sized<const W: usize>(
        self,
        board: &Board,
        limits: &PlanLimits,
        report: &mut dyn FnMut(&SolverProgress),
    ) -> SolverOutput {
        let Ok(problem) = Pacman::<W>::new(board) else {
            return SolverOutput { solution: Solution::NotFound, expanded: 0 };
        };
        let start = problem.start();
        if problem.is_goal(&start) {
            return SolverOutput { solution: Solution::Plan { steps: Vec::new(), is_optimal: true }, expanded: 0 };
        }
        if problem.is_dead_end(&start) {
            return SolverOutput { solution: Solution::NoPlan, expanded: 0 };
        }
        // The planner runs on threads of its own; this thread calls `report`.
        let found = thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let planning = scope.spawn(|| {
                let sender = sender;
                // The receiver outlives the planner, so sending cannot fail.
                let send: &Report<'_> = &|progress| drop(sender.send(progress));
                match self.algorithm {
                    Algorithm::Gbfs => algorithms::gbfs(&problem, limits, send),
                    Algorithm::Astar => algorithms::astar(&problem, limits, send),
                    Algorithm::Best => algorithms::best(&problem, limits, send),
                }
            });
            for progress in receiver {
                report(&progress);
            }
            planning.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        let solution = match found.plan {
            Some(steps) if is_valid_plan(board, &steps) => Solution::Plan { steps, is_optimal: found.is_proved },
            None if found.is_proved => Solution::NoPlan,
            _ => Solution::NotFound,
        };
        SolverOutput { solution, expanded: found.expanded }
    }
}

pub(super) fn is_valid_plan(board: &Board, steps: &[Step]) -> bool {
    let letters: String = steps.iter().map(|step| step.letter()).collect();
    replay(&board.codes(), &letters) == Ok(ReplayOutcome::Success { steps: steps.len() })
}

impl<const W: usize> Planner<Pacman<W>> for Solver {
    fn plan(
        &mut self,
        problem: &Pacman<W>,
        start: &State<W>,
        limits: &Limits,
        better: &mut dyn FnMut(Plan<Step>),
    ) -> PlanStatus {
        let board = problem.board_at(start);
        let (mut shortest, mut lower_bound) = (usize::MAX, 0);
        let mut report = |progress: &SolverProgress| {
            lower_bound = lower_bound.max(progress.lower_bound);
            let Some(steps) = &progress.plan else { return };
            if steps.len() < shortest && is_valid_plan(&board, steps) {
                shortest = steps.len();
                better(Plan { actions: steps.clone(), at_least: progress.lower_bound, expanded: progress.expanded });
            }
        };
        let output = self.solve_sized::<W>(&board, &PlanLimits::new(limits, self.memory), &mut report);
        match output.solution {
            Solution::Plan { steps, is_optimal } => {
                let lower_bound = if is_optimal { steps.len() as u32 } else { lower_bound };
                better(Plan { actions: steps, at_least: lower_bound, expanded: output.expanded });
                if is_optimal { PlanStatus::Done } else { PlanStatus::OutOfBudget }
            }
            Solution::NoPlan => PlanStatus::NoPlan,
            Solution::NotFound => PlanStatus::OutOfBudget,
        }
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
