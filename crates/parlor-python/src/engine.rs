//! Class `Engine`, and the analysis of positions.

use std::sync::Mutex;
use std::time::Duration;

use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, EngineSpec, Limits, Unit};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::interruptible;
use crate::position::{AnyPosition, CATALOG, Position, value_error};
use crate::value::Value;

/// Engines that `analyze` and `solve` keep with their tables, most recent last.
static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());
const MOST_KEPT: usize = 3;

struct Kept {
    key: String,
    engine: Box<dyn AnyEngine>,
}

/// What an engine was built for: its spec, the game and the options.
fn key(spec: &EngineSpec, game: &dyn AnyGame) -> String {
    format!("{spec} {} {:?}", game.setup().game, game.setup().options)
}

/// Result of a search, or a report during one: the best move so far, its value for the side to move, the principal
/// variation, the depth and the number of nodes searched.
#[pyclass(frozen, get_all, module = "parlor_games")]
#[derive(Clone, Debug)]
pub(crate) struct SearchInfo {
    r#move: String,
    value: Value,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
}

impl SearchInfo {
    fn new(info: AnySearchInfo, unit: Unit) -> SearchInfo {
        let value = Value::new(info.value, unit);
        SearchInfo { r#move: info.best, value, line: info.line, depth: info.depth, nodes: info.nodes }
    }
}

#[pymethods]
impl SearchInfo {
    fn __repr__(&self) -> String {
        format!("<SearchInfo {}: {}, depth {}, {} nodes>", self.r#move, self.value.text(), self.depth, self.nodes)
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
    /// The engine of the last search. A search takes it out, so that no thread waits for another while it holds Python.
    kept: Mutex<Option<Kept>>,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(spec: &str) -> Engine {
        Engine { spec: EngineSpec::from(spec), kept: Mutex::new(None) }
    }

    /// The name and options of the engine.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Searches a position and returns the last report. `on_info` is called with every report; an exception in it stops
    /// the search. Without a limit the engine reports once, when it is done.
    #[pyo3(signature = (position, seconds=None, *, nodes=None, depth=None, on_info=None))]
    fn search(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        on_info: Option<Bound<'_, PyAny>>,
    ) -> PyResult<SearchInfo> {
        let game = position.get().0.erased();
        let limits = Limits { time: seconds.map(duration).transpose()?, nodes, depth, ..Limits::none() };
        let mut engine = self.take(&*game)?;
        let unit = game.unit();
        let mut last = None;
        let work = |emit: &mut dyn FnMut(AnySearchInfo)| {
            let result = engine.engine.search(&*game, &limits, emit);
            (engine, result)
        };
        let (engine, result) = interruptible::run(py, &limits.stop, work, |info: AnySearchInfo| {
            let info = SearchInfo::new(info, unit);
            if let Some(on_info) = &on_info {
                on_info.call1((info.clone(),))?;
            }
            last = Some(info);
            Ok(())
        })?;
        self.keep(engine);
        result.map_err(value_error)?;
        last.ok_or_else(|| PyRuntimeError::new_err("The engine returned no move."))
    }

    /// Forgets what earlier searches found, as for a new game.
    fn reset(&self) {
        if let Some(kept) = self.lock().as_mut() {
            kept.engine.reset();
        }
    }

    fn __repr__(&self) -> String {
        format!("Engine(\"{}\")", self.spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Engine>().into_any(), (self.spec(),))
    }
}

impl Engine {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn take(&self, game: &dyn AnyGame) -> PyResult<Kept> {
        let key = key(&self.spec, game);
        match self.lock().take_if(|kept| kept.key == key) {
            Some(kept) => Ok(kept),
            None => Ok(Kept { engine: CATALOG.engine(game, &self.spec).map_err(value_error)?, key }),
        }
    }

    fn keep(&self, kept: Kept) {
        *self.lock() = Some(kept);
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
    let mut kept = take_kept(spec, &*game)?;
    let mut values: Vec<(String, Option<parlor_core::Value>)> =
        game.legal_moves().into_iter().map(|m| (m, None)).collect();
    let work = |emit: &mut dyn FnMut((String, parlor_core::Value))| {
        let result = kept.engine.analyze(&*game, &limits, &mut |m, value| emit((m, value)));
        (kept, result)
    };
    let (kept, result) = interruptible::run(py, &limits.stop, work, |(m, value)| {
        if let Some(entry) = values.iter_mut().find(|(notation, _)| *notation == m) {
            entry.1 = Some(value);
        }
        Ok(())
    })?;
    keep(kept);
    result.map_err(value_error)?;
    // A stable sort keeps equal moves in the game's order. Moves that the search did not reach are left out.
    values.sort_by_key(|(_, value)| std::cmp::Reverse(value.map(parlor_core::Value::ranking)));
    let unit = game.unit();
    Ok(values.into_iter().filter_map(|(m, value)| Some((m, Value::new(value?, unit)))).collect())
}

fn take_kept(spec: &EngineSpec, game: &dyn AnyGame) -> PyResult<Kept> {
    let key = key(spec, game);
    let mut engines = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    match engines.iter().position(|kept| kept.key == key) {
        Some(index) => Ok(engines.remove(index)),
        None => Ok(Kept { engine: CATALOG.engine(game, spec).map_err(value_error)?, key }),
    }
}

fn keep(kept: Kept) {
    let mut engines = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if engines.len() >= MOST_KEPT {
        engines.remove(0);
    }
    engines.push(kept);
}
