//! Classes `PacmanRules` and `PacmanState`: Pac-Man as a search problem, for the course's `PacmanProblem`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use parlor_core::{Heuristic, Limits, Problem, StopFlag};
use parlor_games::pacman::{
    BestFirst, Board, FarthestPellet, HeuristicKind, HeuristicSearch, LagrangianHeuristic, MazeDistances, Pacman,
    PelletCount, PlanHeuristic, Solution, SpanningTree, State, StateStatus, Step, words_needed,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::engine::duration;
use crate::interruptible;
use crate::position::value_error;

/// Memory that the preparation of a heuristic may take.
const HEURISTIC_MEMORY: usize = 512 << 20;
/// `h` of a state from which no plan is possible.
const UNREACHABLE: f64 = f64::INFINITY;

/// The rules on one board, by the number of words that hold its pellets.
enum SizedRules {
    Small(Sized<1>),
    Medium(Sized<4>),
    Large(Box<Sized<64>>),
}

struct Sized<const W: usize> {
    problem: Pacman<W>,
    heuristic: OnceLock<Box<dyn Heuristic<Pacman<W>>>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum SizedState {
    Small(State<1>),
    Medium(State<4>),
    Large(Arc<State<64>>),
}

/// Runs an expression with the rules and a state of the same size.
macro_rules! with_state {
    ($rules:expr, $state:expr, ($sized:ident, $at:ident) => $body:expr) => {
        match ($rules, $state) {
            (SizedRules::Small($sized), SizedState::Small($at)) => Ok($body),
            (SizedRules::Medium($sized), SizedState::Medium($at)) => Ok($body),
            (SizedRules::Large($sized), SizedState::Large($at)) => Ok($body),
            _ => Err(value_error("the state is of another board")),
        }
    };
}

/// A state of Pac-Man: hashable, and equal to another state in which the same things are at the same places.
#[pyclass(frozen, module = "parlor_games.courses.pacman")]
pub(crate) struct PacmanState {
    rules: Arc<SizedRules>,
    state: SizedState,
}

#[pymethods]
impl PacmanState {
    /// The board as a tuple of rows of codes.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = with_state!(&*self.rules, &self.state, (sized, at) => sized.problem.board_at(at))?;
        let rows: PyResult<Vec<_>> = board.codes().into_iter().map(|row| PyTuple::new(py, row)).collect();
        PyTuple::new(py, rows?)
    }

    /// Number of pellets left.
    #[getter]
    fn pellets(&self) -> u32 {
        match &self.state {
            SizedState::Small(state) => state.pellets.len(),
            SizedState::Medium(state) => state.pellets.len(),
            SizedState::Large(state) => state.pellets.len(),
        }
    }

    /// Whether Pac-Man was eaten or poisoned.
    #[getter]
    fn is_failed(&self) -> bool {
        let status = match &self.state {
            SizedState::Small(state) => state.status,
            SizedState::Medium(state) => state.status,
            SizedState::Large(state) => state.status,
        };
        status == StateStatus::Failed
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PacmanState>().is_ok_and(|other| other.get().state == self.state)
    }

    fn __repr__(&self) -> PyResult<String> {
        let board = with_state!(&*self.rules, &self.state, (sized, at) => sized.problem.board_at(at))?;
        Ok(format!("<PacmanState {board}>"))
    }
}

/// The rules of Pac-Man on one board.
#[pyclass(frozen, module = "parlor_games.courses.pacman")]
pub(crate) struct PacmanRules {
    board: Board,
    rules: Arc<SizedRules>,
    kind: HeuristicKind,
    /// Time to prepare the heuristic.
    limits: Limits,
}

#[pymethods]
impl PacmanRules {
    #[new]
    #[pyo3(signature = (board, heuristic="plan", seconds=10.0))]
    fn new(board: &str, heuristic: &str, seconds: f64) -> PyResult<PacmanRules> {
        let board: Board = board.parse().map_err(value_error)?;
        let kind: HeuristicKind = heuristic
            .parse()
            .map_err(|error| PyValueError::new_err(format!("\"{heuristic}\" is not a heuristic: {error}")))?;
        let rules = match words_needed(&board) {
            0..=1 => SizedRules::Small(Sized::new(&board)?),
            2..=4 => SizedRules::Medium(Sized::new(&board)?),
            _ => SizedRules::Large(Box::new(Sized::new(&board)?)),
        };
        Ok(PacmanRules { board, rules: Arc::new(rules), kind, limits: Limits::time(duration(seconds)?) })
    }

    /// The state at the start.
    fn start(&self) -> PacmanState {
        let state = match &*self.rules {
            SizedRules::Small(sized) => SizedState::Small(sized.problem.start()),
            SizedRules::Medium(sized) => SizedState::Medium(sized.problem.start()),
            SizedRules::Large(sized) => SizedState::Large(Arc::new(sized.problem.start())),
        };
        PacmanState { rules: Arc::clone(&self.rules), state }
    }

    /// The steps from a state: `R`, `D`, `L` and `U`, or none when the game is over.
    fn actions(&self, state: &Bound<'_, PacmanState>) -> PyResult<Vec<&'static str>> {
        let state = &state.get().state;
        with_state!(&*self.rules, state, (sized, at) => sized.problem.actions(at).map(name).collect())
    }

    /// The state after a step.
    fn result(&self, state: &Bound<'_, PacmanState>, action: &str) -> PyResult<PacmanState> {
        let step: Step = action.parse().map_err(|error| value_error(format!("\"{action}\": {error}")))?;
        let next = match (&*self.rules, &state.get().state) {
            (SizedRules::Small(sized), SizedState::Small(at)) => SizedState::Small(sized.problem.result(at, step)),
            (SizedRules::Medium(sized), SizedState::Medium(at)) => SizedState::Medium(sized.problem.result(at, step)),
            (SizedRules::Large(sized), SizedState::Large(at)) => {
                SizedState::Large(Arc::new(sized.problem.result(at, step)))
            }
            _ => return Err(value_error("the state is of another board")),
        };
        Ok(PacmanState { rules: Arc::clone(&self.rules), state: next })
    }

    /// Whether all pellets are eaten and Pac-Man is alive.
    fn is_goal(&self, state: &Bound<'_, PacmanState>) -> PyResult<bool> {
        with_state!(&*self.rules, &state.get().state, (sized, at) => sized.problem.is_goal(at))
    }

    /// The heuristic's estimate of the steps to go. The first call prepares the heuristic.
    fn estimate(&self, py: Python<'_>, state: &Bound<'_, PacmanState>) -> PyResult<f64> {
        let state = &state.get().state;
        let cost = match (&*self.rules, state) {
            (SizedRules::Small(sized), SizedState::Small(at)) => self.estimate_sized(py, sized, at)?,
            (SizedRules::Medium(sized), SizedState::Medium(at)) => self.estimate_sized(py, sized, at)?,
            (SizedRules::Large(sized), SizedState::Large(at)) => self.estimate_sized(py, sized, at)?,
            _ => return Err(value_error("the state is of another board")),
        };
        Ok(if cost == u32::MAX { UNREACHABLE } else { f64::from(cost) })
    }
}

impl PacmanRules {
    fn estimate_sized<const W: usize>(&self, py: Python<'_>, sized: &Sized<W>, at: &State<W>) -> PyResult<u32> {
        if let Some(heuristic) = sized.heuristic.get() {
            return Ok(heuristic.estimate(&sized.problem, at));
        }
        let built = self.build_heuristic(py, &sized.problem)?;
        Ok(sized.heuristic.get_or_init(|| built).estimate(&sized.problem, at))
    }

    fn build_heuristic<const W: usize>(
        &self,
        py: Python<'_>,
        problem: &Pacman<W>,
    ) -> PyResult<Box<dyn Heuristic<Pacman<W>>>> {
        Ok(match self.kind {
            HeuristicKind::PelletsLeft => Box::new(PelletCount),
            HeuristicKind::FarthestPellet => Box::new(FarthestPellet(MazeDistances::new(problem))),
            HeuristicKind::SpanningTree => Box::new(SpanningTree(MazeDistances::new(problem))),
            HeuristicKind::Lagrangian => {
                let limits = self.fresh_limits();
                let work = |_: &mut dyn FnMut(())| LagrangianHeuristic::new(problem, &limits, HEURISTIC_MEMORY);
                Box::new(interruptible::run(py, &limits.stop, work, |()| Ok(()))?)
            }
            HeuristicKind::Plan => {
                let plan = self.find_plan(py)?;
                Box::new(PlanHeuristic::new(problem, &plan))
            }
        })
    }

    /// The limits of a preparation, with a stop flag of its own.
    fn fresh_limits(&self) -> Limits {
        Limits { stop: StopFlag::default(), ..self.limits.clone() }
    }

    /// The plan that the heuristic follows; empty where none is found.
    fn find_plan(&self, py: Python<'_>) -> PyResult<Vec<Step>> {
        let limits = self.fresh_limits();
        let search =
            HeuristicSearch { algorithm: BestFirst::Gbfs, heuristic: HeuristicKind::Plan, memory: HEURISTIC_MEMORY };
        let work = |_: &mut dyn FnMut(())| search.solve(&self.board, &limits).solution;
        match interruptible::run(py, &limits.stop, work, |()| Ok(()))? {
            Solution::Plan { steps, .. } => Ok(steps),
            Solution::NoPlan | Solution::NotFound => Ok(Vec::new()),
        }
    }
}

impl<const W: usize> Sized<W> {
    fn new(board: &Board) -> PyResult<Sized<W>> {
        let problem = Pacman::new(board).map_err(|_| value_error("the board has too many pellets"))?;
        Ok(Sized { problem, heuristic: OnceLock::new() })
    }
}

fn name(step: Step) -> &'static str {
    match step {
        Step::Right => "R",
        Step::Down => "D",
        Step::Left => "L",
        Step::Up => "U",
    }
}
