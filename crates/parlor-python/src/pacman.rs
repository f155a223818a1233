//! Classes `PacmanRules` and `PacmanState`: Pac-Man as a search problem, for the course's `PacmanProblem`.

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parlor_core::{Cost, Heuristic, Limits, Problem};
use parlor_games::pacman::{
    BestFirst, Board, FarthestPellet, HeuristicKind, HeuristicSearch, LagrangianHeuristic, MazeDistances, Pacman,
    PelletCount, PlanHeuristic, SpanningTree, State, StateStatus, Step,
};
use parlor_games::with_pellet_words;
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

/// The rules on one board, whatever the number of words that hold its pellets.
trait AnyRules: Send + Sync {
    fn start(&self) -> AnyState;
    fn board_at(&self, state: &AnyState) -> PyResult<Board>;
    fn pellets(&self, state: &AnyState) -> PyResult<u32>;
    fn is_failed(&self, state: &AnyState) -> PyResult<bool>;
    fn hash(&self, state: &AnyState) -> PyResult<u64>;
    fn is_equal(&self, state: &AnyState, other: &AnyState) -> bool;
    fn actions(&self, state: &AnyState) -> PyResult<Vec<Step>>;
    fn result(&self, state: &AnyState, step: Step) -> PyResult<AnyState>;
    fn is_goal(&self, state: &AnyState) -> PyResult<bool>;
    fn estimate(&self, py: Python<'_>, state: &AnyState) -> PyResult<Cost>;
}

/// A [`State`] of any size.
type AnyState = Arc<dyn Any + Send + Sync>;

/// The rules, and a heuristic that is prepared when it is first needed.
struct SizedRules<const W: usize> {
    problem: Pacman<W>,
    kind: HeuristicKind,
    /// Time to prepare the heuristic.
    time: Duration,
    heuristic: OnceLock<Box<dyn Heuristic<Pacman<W>>>>,
}

/// A state of Pac-Man: hashable, and equal to another state in which the same things are at the same places.
#[pyclass(frozen, module = "parlor_games.courses.pacman")]
pub(crate) struct PacmanState {
    rules: Arc<dyn AnyRules>,
    state: AnyState,
}

#[pymethods]
impl PacmanState {
    /// The board as a tuple of rows of codes.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.rules.board_at(&self.state)?;
        let rows: PyResult<Vec<_>> = board.codes().into_iter().map(|row| PyTuple::new(py, row)).collect();
        PyTuple::new(py, rows?)
    }

    /// Number of pellets left.
    #[getter]
    fn pellets(&self) -> PyResult<u32> {
        self.rules.pellets(&self.state)
    }

    /// Whether Pac-Man was eaten or poisoned.
    #[getter]
    fn is_failed(&self) -> PyResult<bool> {
        self.rules.is_failed(&self.state)
    }

    fn __hash__(&self) -> PyResult<u64> {
        self.rules.hash(&self.state)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PacmanState>().is_ok_and(|other| self.rules.is_equal(&self.state, &other.get().state))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<PacmanState {}>", self.rules.board_at(&self.state)?))
    }
}

/// The rules of Pac-Man on one board.
#[pyclass(frozen, module = "parlor_games.courses.pacman")]
pub(crate) struct PacmanRules(Arc<dyn AnyRules>);

#[pymethods]
impl PacmanRules {
    #[new]
    #[pyo3(signature = (board, heuristic="plan", seconds=10.0))]
    fn new(board: &str, heuristic: &str, seconds: f64) -> PyResult<PacmanRules> {
        let board: Board = board.parse().map_err(value_error)?;
        let kind: HeuristicKind = heuristic
            .parse()
            .map_err(|error| PyValueError::new_err(format!("\"{heuristic}\" is not a heuristic: {error}")))?;
        let time = duration(seconds)?;
        Ok(PacmanRules(with_pellet_words!(&board, W => {
            let problem = Pacman::<W>::new(&board).map_err(value_error)?;
            Arc::new(SizedRules { problem, kind, time, heuristic: OnceLock::new() }) as Arc<dyn AnyRules>
        })))
    }

    /// The state at the start.
    fn start(&self) -> PacmanState {
        self.wrap(self.0.start())
    }

    /// The steps from a state: `R`, `D`, `L` and `U`, or none when the game is over.
    fn actions(&self, state: &Bound<'_, PacmanState>) -> PyResult<Vec<&'static str>> {
        Ok(self.0.actions(&state.get().state)?.into_iter().map(name).collect())
    }

    /// The state after a step.
    fn result(&self, state: &Bound<'_, PacmanState>, action: &str) -> PyResult<PacmanState> {
        let step: Step = action.parse().map_err(|error| value_error(format!("\"{action}\": {error}")))?;
        Ok(self.wrap(self.0.result(&state.get().state, step)?))
    }

    /// Whether all pellets are eaten and Pac-Man is alive.
    fn is_goal(&self, state: &Bound<'_, PacmanState>) -> PyResult<bool> {
        self.0.is_goal(&state.get().state)
    }

    /// The heuristic's estimate of the steps to go. The first call prepares the heuristic.
    fn estimate(&self, py: Python<'_>, state: &Bound<'_, PacmanState>) -> PyResult<f64> {
        let cost = self.0.estimate(py, &state.get().state)?;
        Ok(if cost == Cost::MAX { UNREACHABLE } else { f64::from(cost) })
    }
}

impl PacmanRules {
    fn wrap(&self, state: AnyState) -> PacmanState {
        PacmanState { rules: Arc::clone(&self.0), state }
    }
}

impl<const W: usize> AnyRules for SizedRules<W> {
    fn start(&self) -> AnyState {
        Arc::new(self.problem.start())
    }

    fn board_at(&self, state: &AnyState) -> PyResult<Board> {
        Ok(self.problem.board_at(sized(state)?))
    }

    fn pellets(&self, state: &AnyState) -> PyResult<u32> {
        Ok(sized::<W>(state)?.pellets.len())
    }

    fn is_failed(&self, state: &AnyState) -> PyResult<bool> {
        Ok(sized::<W>(state)?.status == StateStatus::Failed)
    }

    fn hash(&self, state: &AnyState) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        sized::<W>(state)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn is_equal(&self, state: &AnyState, other: &AnyState) -> bool {
        sized::<W>(state).is_ok_and(|state| sized(other).is_ok_and(|other| state == other))
    }

    fn actions(&self, state: &AnyState) -> PyResult<Vec<Step>> {
        Ok(self.problem.actions(sized(state)?).collect())
    }

    fn result(&self, state: &AnyState, step: Step) -> PyResult<AnyState> {
        Ok(Arc::new(self.problem.result(sized(state)?, step)))
    }

    fn is_goal(&self, state: &AnyState) -> PyResult<bool> {
        Ok(self.problem.is_goal(sized(state)?))
    }

    fn estimate(&self, py: Python<'_>, state: &AnyState) -> PyResult<Cost> {
        let state = sized(state)?;
        if let Some(heuristic) = self.heuristic.get() {
            return Ok(heuristic.estimate(&self.problem, state));
        }
        let built = self.build_heuristic(py)?;
        Ok(self.heuristic.get_or_init(|| built).estimate(&self.problem, state))
    }
}

fn sized<const W: usize>(state: &AnyState) -> PyResult<&State<W>> {
    state.downcast_ref().ok_or_else(|| value_error("the state is of another board"))
}

impl<const W: usize> SizedRules<W> {
    fn build_heuristic(&self, py: Python<'_>) -> PyResult<Box<dyn Heuristic<Pacman<W>>>> {
        let problem = &self.problem;
        Ok(match self.kind {
            HeuristicKind::PelletsLeft => Box::new(PelletCount),
            HeuristicKind::FarthestPellet => Box::new(FarthestPellet(MazeDistances::new(problem))),
            HeuristicKind::SpanningTree => Box::new(SpanningTree(MazeDistances::new(problem))),
            HeuristicKind::Lagrangian => {
                let limits = Limits::time(self.time);
                let work = |_: &mut dyn FnMut(())| LagrangianHeuristic::new(problem, &limits, HEURISTIC_MEMORY);
                Box::new(interruptible::run(py, &limits.stop, work, |()| Ok(()))?)
            }
            HeuristicKind::Plan => Box::new(PlanHeuristic::new(problem, &self.find_plan(py)?)),
        })
    }

    /// The plan that the heuristic follows; empty where none is found.
    fn find_plan(&self, py: Python<'_>) -> PyResult<Vec<Step>> {
        let limits = Limits::time(self.time);
        let search =
            HeuristicSearch { algorithm: BestFirst::Gbfs, heuristic: HeuristicKind::Plan, memory: HEURISTIC_MEMORY };
        let work = |_: &mut dyn FnMut(())| search.solve(&self.problem, &limits).0.plan;
        Ok(interruptible::run(py, &limits.stop, work, |()| Ok(()))?.unwrap_or_default())
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
