//! The planners as everybody else meets them: by name, with limits, and with every plan checked.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::mpsc;
use std::thread;

use parlor_core::{EngineInfo, Limits, Options, Plan, PlanStatus, Planner, PlannerEntry, Problem};
use parlor_engines::planning::{MEMORY_MIB, PlanLimits, breadth_first};

use super::{Findings, Tell, methods};
use crate::pacman::board::Board;
use crate::pacman::maze::Step;
use crate::pacman::replay::{Verdict, replay};
use crate::pacman::rules::{Pacman, State, words_for};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Greedy best-first search on a far-sighted `h`.
    Gbfs,
    /// A* on an `h` that never overestimates.
    Astar,
    /// The strongest there is: anytime, with proof.
    Best,
}

impl Algorithm {
    pub const ALL: [Algorithm; 3] = [Algorithm::Gbfs, Algorithm::Astar, Algorithm::Best];

    const fn info(self) -> EngineInfo {
        let (name, about) = match self {
            Algorithm::Gbfs => ("gbfs", "greedy best-first search on an h that looks far ahead first"),
            Algorithm::Astar => ("astar", "A* on an h that never overestimates; its plan is a shortest one"),
            Algorithm::Best => ("best", "beams and mending; a shorter and shorter plan, and often a proof"),
        };
        EngineInfo { name, about, options: &[MEMORY_MIB] }
    }
}

impl Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.info().name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchAlgorithm;

impl FromStr for Algorithm {
    type Err = NoSuchAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, NoSuchAlgorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.info().name == name).ok_or(NoSuchAlgorithm)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// Passed the independent checker.
    Plan {
        steps: Vec<Step>,
        is_optimal: bool,
    },
    /// Proved.
    NoPlan,
    NotFound,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub solution: Solution,
    pub expanded: u64,
}

/// One algorithm with room to work in.
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    pub algorithm: Algorithm,
    /// Bytes, roughly.
    pub memory: usize,
}

impl Solver {
    /// `best` uses all the time it gets unless it proves its plan shortest. `hear` is told of every shorter plan, and
    /// now and then of progress without one.
    pub fn solve(self, board: &Board, limits: &Limits, hear: &mut dyn FnMut(&Findings)) -> Answer {
        let limits = PlanLimits::new(limits, self.memory);
        // Rounded up to few sizes, as each is compiled separately.
        match words_for(board) {
            0..=1 => self.solve_sized::<1>(board, &limits, hear),
            2 => self.solve_sized::<2>(board, &limits, hear),
            3..=4 => self.solve_sized::<4>(board, &limits, hear),
            5..=8 => self.solve_sized::<8>(board, &limits, hear),
            9..=16 => self.solve_sized::<16>(board, &limits, hear),
            _ => self.solve_sized::<64>(board, &limits, hear),
        }
    }

    fn solve_sized<const W: usize>(
        self,
        board: &Board,
        limits: &PlanLimits,
        hear: &mut dyn FnMut(&Findings),
    ) -> Answer {
        let Ok(problem) = Pacman::<W>::new(board) else {
            return Answer { solution: Solution::NotFound, expanded: 0 };
        };
        let start = problem.start();
        if problem.is_goal(&start) {
            return Answer { solution: Solution::Plan { steps: Vec::new(), is_optimal: true }, expanded: 0 };
        }
        if problem.is_dead(&start) {
            return Answer { solution: Solution::NoPlan, expanded: 0 };
        }
        // The planners work on threads of their own; who asked is told here, on this one.
        let found = thread::scope(|scope| {
            let (sender, news) = mpsc::channel();
            let planning = scope.spawn(|| {
                let sender = sender;
                // Who no longer listens need not be told.
                let tell: &Tell<'_> = &|findings| drop(sender.send(findings));
                match self.algorithm {
                    Algorithm::Gbfs => methods::gbfs(&problem, limits, tell),
                    Algorithm::Astar => methods::astar(&problem, limits, tell),
                    Algorithm::Best => methods::best(&problem, limits, tell),
                }
            });
            for findings in news {
                hear(&findings);
            }
            planning.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        let solution = match found.plan {
            Some(steps) if passes_the_checker(board, &steps) => Solution::Plan { steps, is_optimal: found.is_proved },
            None if found.is_proved => Solution::NoPlan,
            _ => Solution::NotFound,
        };
        Answer { solution, expanded: found.expanded }
    }
}

fn passes_the_checker(board: &Board, steps: &[Step]) -> bool {
    let letters: String = steps.iter().map(|step| step.letter()).collect();
    replay(&board.codes(), &letters) == Ok(Verdict::Success { steps: steps.len() })
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
        let (mut shortest, mut at_least) = (usize::MAX, 0);
        let mut hear = |findings: &Findings| {
            at_least = at_least.max(findings.at_least);
            let Some(steps) = &findings.plan else { return };
            if steps.len() < shortest && passes_the_checker(&board, steps) {
                shortest = steps.len();
                better(Plan { actions: steps.clone(), at_least: findings.at_least, expanded: findings.expanded });
            }
        };
        let answer = self.solve_sized::<W>(&board, &PlanLimits::new(limits, self.memory), &mut hear);
        match answer.solution {
            Solution::Plan { steps, is_optimal } => {
                let at_least = if is_optimal { steps.len() as u32 } else { at_least };
                better(Plan { actions: steps, at_least, expanded: answer.expanded });
                if is_optimal { PlanStatus::Done } else { PlanStatus::OutOfBudget }
            }
            Solution::NoPlan => PlanStatus::NoPlan,
            Solution::NotFound => PlanStatus::OutOfBudget,
        }
    }
}

pub(in crate::pacman) fn entries<const W: usize>() -> Vec<PlannerEntry<Pacman<W>>> {
    fn of<const W: usize>(algorithm: Algorithm, options: &Options) -> Box<dyn Planner<Pacman<W>>> {
        Box::new(Solver { algorithm, memory: (options.whole(&MEMORY_MIB) as usize) << 20 })
    }
    vec![
        breadth_first::entry(),
        PlannerEntry { info: Algorithm::Gbfs.info(), build: |options| of(Algorithm::Gbfs, options) },
        PlannerEntry { info: Algorithm::Astar.info(), build: |options| of(Algorithm::Astar, options) },
        PlannerEntry { info: Algorithm::Best.info(), build: |options| of(Algorithm::Best, options) },
    ]
}
