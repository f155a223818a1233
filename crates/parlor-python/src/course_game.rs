//! Class `Game` of the course: Four in a Row with columns from 0, played in place.

use parlor_core::{Game, Outcome, Player, PositionError, Setup};
use parlor_games::four_in_a_row::{Column, FourInARow};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::{CATALOG, Position, value_error, wrap};

const PLAYER_ONE: u8 = 0;
const PLAYER_TWO: u8 = 1;
const DRAW: u8 = 2;

fn number(player: Player) -> u8 {
    match player {
        Player::First => PLAYER_ONE,
        Player::Second => PLAYER_TWO,
    }
}

/// A game of Four in a Row on a board of 6 rows and 7 columns, both from 0, rows from the top.
///
/// >>> from parlor_games.courses.four_in_a_row import Game
/// >>> game = Game()
/// >>> game.make_move(3)
/// >>> game.get_player_at(5, 3) == Game.PLAYER_ONE, game.get_current_player() == Game.PLAYER_TWO
/// (True, True)
/// >>> game.make_move(7)
/// Traceback (most recent call last):
///     ...
/// Exception: Illegal move.
#[pyclass(name = "Game", module = "parlor_games.courses.four_in_a_row", subclass)]
#[derive(Clone, Copy, Default)]
pub(crate) struct CourseGame {
    position: FourInARow,
}

#[pymethods]
impl CourseGame {
    #[classattr]
    const PLAYER_ONE: u8 = PLAYER_ONE;
    #[classattr]
    const PLAYER_TWO: u8 = PLAYER_TWO;
    #[classattr]
    const DRAW: u8 = DRAW;

    /// A subclass may have arguments of its own.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(_args: &Bound<'_, PyAny>, _kwargs: Option<&Bound<'_, PyDict>>) -> CourseGame {
        CourseGame::default()
    }

    /// Drops a disc of the current player into a column.
    fn make_move(&mut self, column: i64) -> PyResult<()> {
        // No column of the board is far to the right.
        let column = Column::new(u8::try_from(column).unwrap_or(u8::MAX));
        self.position.play(column).map_err(|error| PyException::new_err(error.to_string()))
    }

    /// The winner, `DRAW`, or `None` while the game goes on.
    fn get_winner(&self) -> Option<u8> {
        self.position.outcome().map(|outcome| match outcome {
            Outcome::Win(winner) => number(winner),
            Outcome::Draw => DRAW,
        })
    }

    /// The owner of the disc in a cell, or `None`. Row 0 is the top.
    fn get_player_at(&self, row: i64, col: i64) -> Option<u8> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        self.position.disc_at(row, column).map(number)
    }

    /// The player whose turn it is.
    fn get_current_player(&self) -> u8 {
        number(self.position.turn())
    }

    /// The columns that are not full, none when the game is over.
    fn legal_columns(&self) -> Vec<usize> {
        self.position.legal_moves().map(Column::index).collect()
    }

    /// The same position for engines and solvers.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        let setup = Setup::new("four-in-a-row").with_position(self.position);
        CATALOG.start(setup).map(|game| Position(wrap(game))).map_err(value_error)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        copied(slf, |attributes| Ok(attributes.clone()))
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        copied(slf, |attributes| slf.py().import("copy")?.call_method1("deepcopy", (attributes, memo)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (), PickledGame<'py>) {
        let attributes = slf.getattr("__dict__").ok();
        (slf.get_type().into_any(), (), (slf.borrow().position.to_string(), attributes))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: PickledGame<'_>) -> PyResult<()> {
        slf.borrow_mut().position = state.0.parse().map_err(|error: PositionError| value_error(error))?;
        if let Some(attributes) = state.1 {
            slf.getattr("__dict__")?.call_method1("update", (attributes,))?;
        }
        Ok(())
    }
}

/// The position in notation, and the attributes of a subclass.
type PickledGame<'py> = (String, Option<Bound<'py, PyAny>>);

/// A copy of the game. A subclass is copied with its attributes.
fn copied<'py>(
    game: &Bound<'py, CourseGame>,
    copy_attributes: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, CourseGame>> {
    let py = game.py();
    let state = *game.borrow();
    if game.get_type().is(py.get_type::<CourseGame>()) {
        return Bound::new(py, state);
    }
    let class = game.get_type();
    let copy = class.call_method1("__new__", (&class,))?.cast_into::<CourseGame>()?;
    copy.borrow_mut().position = state.position;
    if let Ok(attributes) = game.getattr("__dict__") {
        copy.getattr("__dict__")?.call_method1("update", (copy_attributes(&attributes)?,))?;
    }
    Ok(copy)
}
