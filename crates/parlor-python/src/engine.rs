//! Class `Engine`, and the analysis of positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlor_core::{AnyGame, AnyReport, EngineSpec, Limits, Unit};
use parlor_match::{BuildError, EngineHost, EngineRequest, EngineSlot, HostedEngine, SearchFailure};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::bot;
use crate::interruptible;
use crate::position::{AnyPosition, CATALOG, Position, value_error};
use crate::value::Value;

/// An engine host for Python. A search takes its engine out, so that no thread waits for another while it holds Python.
struct SharedHost(Mutex<EngineHost<'static>>);

/// Engines that `analyze` and `solve` keep with their tables.
static HOST: LazyLock<SharedHost> = LazyLock::new(|| SharedHost::new(3));

impl SharedHost {
    fn new(capacity: usize) -> SharedHost {
        SharedHost(Mutex::new(EngineHost::new(capacity, &*CATALOG)))
    }

    fn lock(&self) -> MutexGuard<'_, EngineHost<'static>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, slot: EngineSlot, spec: &EngineSpec, game: &dyn AnyGame) -> PyResult<HostedEngine> {
        bot::check_engines_allowed()?;
        self.lock().take(EngineRequest { slot, spec, game, session: "" }).map_err(|error| match error {
            BuildError::Spec(error) => value_error(error),
            BuildError::Panicked(_) => PyRuntimeError::new_err(error.to_string()),
        })
    }
}

fn search_error(failure: SearchFailure) -> PyErr {
    match failure {
        SearchFailure::SearchError(error) => value_error(error),
        failure => PyRuntimeError::new_err(failure.to_string()),
    }
}

/// Result of a search, or a report during one: the best move so far, its value for the side to move, the principal
/// variation, the depth and the number of nodes searched.
#[pyclass(frozen, get_all, module = "parlor_games")]
#[derive(Clone, Debug)]
pub(crate) struct Report {
    r#move: String,
    value: Value,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
}

impl Report {
    fn new(info: AnyReport, unit: Unit) -> Report {
        let value = Value::new(info.value, unit);
        Report { r#move: info.best, value, line: info.line, depth: info.depth, nodes: info.nodes }
    }
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        format!("<Report {}: {}, depth {}, {} nodes>", self.r#move, self.value.text(), self.depth, self.nodes)
    }
}

/// An engine, named as on the command line: `alphabeta:depth=6`. It keeps its tables between searches.
///
/// >>> import parlor_games
/// >>> engine = parlor_games.Engine("solver")
/// >>> position = parlor_games.new("four-in-a-row", position="121212")
/// >>> engine.search(position).move
/// '1'
#[pyclass(frozen, module = "parlor_games")]
pub(crate) struct Engine {
    spec: EngineSpec,
    host: SharedHost,
}

impl Engine {
    const SLOT: EngineSlot = EngineSlot(0);
}

#[pymethods]
impl Engine {
    #[new]
    fn new(spec: &str) -> Engine {
        Engine { spec: EngineSpec::from(spec), host: SharedHost::new(1) }
    }

    /// The name and options of the engine.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Searches a position and returns the last report. `on_report` is called with every report; an exception
    /// in it stops the search. Without a limit the engine reports once, when it is done.
    #[pyo3(signature = (position, seconds=None, *, nodes=None, depth=None, on_report=None))]
    fn search(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        on_report: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let game = position.get().0.erased();
        let limits = Limits { time: seconds.map(duration).transpose()?, nodes, depth, ..Limits::none() };
        let mut engine = self.host.take(Engine::SLOT, &self.spec, &*game)?;
        let unit = game.unit();
        let mut last = None;
        let work = |emit: &mut dyn FnMut(AnyReport)| {
            let result = engine.search(&*game, &limits, emit);
            (engine, result)
        };
        let (engine, result) = interruptible::run(py, &limits.stop, work, |info: AnyReport| {
            let info = Report::new(info, unit);
            if let Some(on_report) = &on_report {
                on_report.call1((info.clone(),))?;
            }
            last = Some(info);
            Ok(())
        })?;
        self.host.lock().put(engine);
        result.map_err(search_error)?;
        last.ok_or_else(|| PyRuntimeError::new_err("The engine returned no move."))
    }

    /// Forgets what earlier searches found, as for a new game.
    fn reset(&self) {
        self.host.lock().notify(Engine::SLOT, |engine| engine.reset());
    }

    fn __repr__(&self) -> String {
        format!("Engine(\"{}\")", self.spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Engine>().into_any(), (self.spec(),))
    }
}

/// A limit in seconds. The sentence is that of the command line.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    let valid = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    valid.ok_or_else(|| value_error(format!("seconds: \"{seconds}\" is not a number of seconds above 0")))
}

/// Values of all legal moves by the game's analysis engine or another one, best first.
pub(crate) fn analyze(
    py: Python<'_>,
    position: &dyn AnyPosition,
    seconds: f64,
    engine: Option<&str>,
) -> PyResult<Vec<(String, Value)>> {
    let entry = CATALOG.game(&position.setup().game).map_err(value_error)?;
    let spec = engine.map_or_else(|| entry.analysis_engine.clone(), EngineSpec::from);
    move_values(py, position, &spec, Limits::time(duration(seconds)?))
}

/// Values of all legal moves by the game's solver, best first.
pub(crate) fn solve(
    py: Python<'_>,
    position: &dyn AnyPosition,
    seconds: Option<f64>,
) -> PyResult<Vec<(String, Value)>> {
    let entry = CATALOG.game(&position.setup().game).map_err(value_error)?;
    let spec = entry.solver.as_ref().ok_or_else(|| value_error(format!("{} has no solver", entry.name)))?;
    let time = seconds.map(duration).transpose()?;
    move_values(py, position, spec, Limits { time, ..Limits::none() })
}

fn move_values(
    py: Python<'_>,
    position: &dyn AnyPosition,
    spec: &EngineSpec,
    limits: Limits,
) -> PyResult<Vec<(String, Value)>> {
    let game = position.erased();
    let mut engine = HOST.take(slot(spec, &*game), spec, &*game)?;
    let work = |_: &mut dyn FnMut(())| {
        let result = engine.analyze(&*game, &limits, &mut |_, _| {});
        (engine, result)
    };
    let (engine, result) = interruptible::run(py, &limits.stop, work, |()| Ok(()))?;
    HOST.lock().put(engine);
    let (analysis, unit) = (result.map_err(search_error)?, game.unit());
    // Moves that the search did not reach are left out.
    Ok(analysis.best_first().into_iter().filter_map(|(m, value)| Some((m, Value::new(value?, unit)))).collect())
}

/// Each engine of a game has a slot of its own, so that calls with two of them in turn keep both.
fn slot(spec: &EngineSpec, game: &dyn AnyGame) -> EngineSlot {
    let mut hasher = DefaultHasher::new();
    (spec.to_string(), &game.setup().game).hash(&mut hasher);
    EngineSlot(hasher.finish() as usize)
}
