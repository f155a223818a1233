//! Class `Position`: an immutable position of any game, and functions to start one.

mod any_position;

pub(crate) use any_position::{AnyPosition, EncodedPosition, wrap};

use std::collections::BTreeMap;
use std::sync::LazyLock;

use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods};
use parlor_core::svg::{self, ColorScheme};
use parlor_core::{Catalog, Outcome, Player, Setup};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::engine::{analyze, solve};
use crate::raster::draw_rgb;
use crate::value::Value;

/// The games of this package.
pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(parlor_games::catalog);

/// A `ValueError` with the sentence of another error.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The names of the games.
///
/// >>> import parlor_games
/// >>> parlor_games.games()
/// ['four-in-a-row', 'tic-tac-toe', 'knights', 'reversi', 'pacman']
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    CATALOG.games().iter().map(|entry| entry.name.to_string()).collect()
}

/// The names of a game's engines. Some take options: `alphabeta:depth=6`.
///
/// >>> import parlor_games
/// >>> "solver" in parlor_games.engines("four-in-a-row")
/// True
#[pyfunction]
pub(crate) fn engines(game: &str) -> PyResult<Vec<String>> {
    let started = CATALOG.start(Setup::new(game)).map_err(value_error)?;
    Ok(CATALOG.engines(&*started).iter().map(|info| info.name.to_string()).collect())
}

/// Starts a game: its name, its options, and a position in the game's notation if it is not the usual start.
///
/// >>> import parlor_games
/// >>> parlor_games.new("four-in-a-row", position="4453").turn
/// 'first'
/// >>> parlor_games.new("tic-tac-toe", size=3, win_streak=3).legal_moves()[:4]
/// ['00', '01', '02', '10']
#[pyfunction]
#[pyo3(signature = (game, *, position=None, **options))]
pub(crate) fn new(game: &str, position: Option<&str>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Position> {
    let setup = setup(game, position, options)?;
    CATALOG.start(setup).map(|game| Position(wrap(game))).map_err(value_error)
}

/// A setup from keyword arguments: `win_streak=3` is the option `win-streak`.
pub(crate) fn setup(game: &str, position: Option<&str>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Setup> {
    let mut setup = Setup::new(game);
    setup.position = position.map(str::to_owned);
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        setup = setup.with_option(&name.replace('_', "-"), value.str()?.to_str()?);
    }
    Ok(setup)
}

/// An immutable position of a game. `play` returns another position, so a position can be a key of a dictionary.
///
/// >>> import parlor_games
/// >>> position = parlor_games.new("reversi")
/// >>> position.play("F5").legal_moves()
/// ['F4', 'D6', 'F6']
/// >>> position.play("A1")
/// Traceback (most recent call last):
///     ...
/// ValueError: Illegal move.
#[pyclass(frozen, module = "parlor_games")]
pub(crate) struct Position(pub(crate) Box<dyn AnyPosition>);

#[pymethods]
impl Position {
    /// Name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.0.setup().game
    }

    /// All options of the game, as text.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.0.setup().options.clone()
    }

    /// The position in the game's notation, as `new(position=...)` reads it.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The side to move: `first` or `second`.
    #[getter]
    fn turn(&self) -> &'static str {
        player_name(self.0.turn())
    }

    /// The winner, `first` or `second`, or `draw`, or `None` while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Win(winner) => player_name(winner),
            Outcome::Draw => "draw",
        })
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// The last move, in notation; `None` where the game was started.
    #[getter]
    fn last_move(&self) -> Option<String> {
        self.0.origin().map(|(_, last)| last)
    }

    /// The legal moves in notation; none when the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves()
    }

    /// The legal moves as numbers below `action_count`.
    fn legal_actions(&self) -> Vec<usize> {
        self.0.legal_actions()
    }

    /// Number of actions: legal moves are some of them.
    #[getter]
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    /// The number of a legal move.
    fn action(&self, notation: &str) -> PyResult<usize> {
        self.0.action(notation).map_err(value_error)
    }

    /// The notation of an action, legal or not.
    fn notation(&self, action: usize) -> PyResult<String> {
        self.0.notation(action).map_err(value_error)
    }

    /// The position after a legal move, given in notation or as an action.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        let played = match r#move.cast::<PyString>() {
            Ok(notation) => self.0.play(notation.to_str()?),
            Err(_) => self.0.play_action(r#move.extract().map_err(|_| value_error("Illegal move."))?),
        };
        played.map(Position).map_err(value_error)
    }

    /// The position as an array of 0 and 1, with the shape (planes, rows, columns), seen from the side to move: its
    /// pieces, those of the other side, and for Knights the closed cells.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i8>>> {
        let encoding = self.encoding()?;
        encoding.observation.into_pyarray(py).reshape(encoding.shape)
    }

    /// An array with 1 for every legal action and 0 for every other one.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(self.encoding()?.mask.into_pyarray(py))
    }

    /// The distinct images of the position under the symmetries of the board, itself first. Each comes with the image
    /// of every action: `actions[action]`.
    fn symmetries(&self) -> Vec<(Position, Vec<usize>)> {
        self.0.images().into_iter().map(|(image, actions)| (Position(image), actions)).collect()
    }

    /// Values of all legal moves, best first, as far as the engine gets in the time given.
    #[pyo3(signature = (seconds=5.0, *, engine=None))]
    fn analyze<'py>(&self, py: Python<'py>, seconds: f64, engine: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        dictionary(py, analyze(py, &*self.0, seconds, engine)?)
    }

    /// Exact values of all legal moves, best first. This can take long; Ctrl-C stops it. With a time limit, values
    /// that were not proved in time are estimates.
    ///
    /// >>> import parlor_games
    /// >>> values = parlor_games.new("four-in-a-row", position="44444").solve()
    /// >>> {move: str(value) for move, value in values.items()}["4"]
    /// 'loses in 36 plies'
    #[pyo3(signature = (seconds=None))]
    fn solve<'py>(&self, py: Python<'py>, seconds: Option<f64>) -> PyResult<Bound<'py, PyDict>> {
        dictionary(py, solve(py, &*self.0, seconds)?)
    }

    /// A picture of the board, as the site draws it.
    fn svg(&self) -> PyResult<String> {
        let look = &CATALOG.game(&self.0.setup().game).map_err(value_error)?.look;
        Ok(svg::draw(&self.0.erased().scene(), look, ColorScheme::Light))
    }

    /// The same picture, without axes, as an array of height x width x 3 bytes.
    ///
    /// >>> import parlor_games
    /// >>> parlor_games.new("tic-tac-toe", size=3, win_streak=3).rgb_array().shape
    /// (168, 168, 3)
    fn rgb_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let look = &CATALOG.game(&self.0.setup().game).map_err(value_error)?.look;
        draw_rgb(py, self.0.erased().scene(), look)
    }

    /// The picture that a notebook shows.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    /// The board as plain text, with a sentence that says whose turn it is or who won.
    fn __str__(&self) -> String {
        self.0.erased().scene().to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {}>", self.0.setup().game, self.0.text())
    }

    fn __hash__(&self) -> u64 {
        self.0.key()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| self.0.equals(&*other.get().0))
    }

    /// The position itself, since it never changes.
    fn copy(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledPosition)> {
        let restore = py.import("parlor_games._pickle")?.getattr("restore_position")?;
        let (position, last) = match self.0.origin() {
            Some((before, last)) => (before, Some(last)),
            None => (self.0.text(), None),
        };
        Ok((restore, (self.0.setup().game.clone(), self.options(), position, last)))
    }
}

/// Arguments of `restore_position`: game, options, position and the move that follows it.
type PickledPosition = (String, BTreeMap<String, String>, String, Option<String>);

impl Position {
    fn encoding(&self) -> PyResult<any_position::Encoding> {
        let no_encoding = || value_error(format!("{} has no observation as an array", self.0.setup().game));
        self.0.encoding().ok_or_else(no_encoding)
    }
}

fn player_name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

fn dictionary(py: Python<'_>, values: Vec<(String, Value)>) -> PyResult<Bound<'_, PyDict>> {
    let dictionary = PyDict::new(py);
    for (notation, value) in values {
        dictionary.set_item(notation, value)?;
    }
    Ok(dictionary)
}
