//! Class `VectorEnv`: many games stepped at once into arrays that the caller owns.

mod batch;

use batch::{AnyBatch, Autoreset, Batch, StepArrays};
use numpy::{AsSliceError, PyReadonlyArray1, PyReadwriteArrayDyn};
use parlor_core::ErasedGame;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::encoding::for_each_game;
use crate::position::{CATALOG, Position, setup, value_error};

/// Many games of one kind, played at once. Each step plays one action of the side to move in every game, and writes
/// into arrays that the caller owns; it allocates nothing.
///
/// | array | type | shape |
/// |---|---|---|
/// | actions | int64 | (games,) |
/// | observations | int8 | (games, planes, rows, columns), for the side to move next |
/// | masks | int8 | (games, actions), 1 for a legal action |
/// | rewards | float32 | (games,), for the side that moved: 1 win, -1 loss, 0 otherwise |
/// | terminations | bool | (games,) |
///
/// `autoreset` has the modes of Gymnasium: `next-step` (the step after the end starts the game anew and ignores the
/// action), `same-step`, or `disabled`. `random_plies` starts every game with that many random moves.
///
/// >>> import numpy as np
/// >>> from parlor_games import VectorEnv
/// >>> env = VectorEnv("four-in-a-row", 4, seed=1)
/// >>> observations, masks, rewards, terminations, actions = env.arrays()
/// >>> env.reset(observations, masks)
/// >>> env.sample(actions)
/// >>> env.step(actions, observations, masks, rewards, terminations)
/// >>> observations.sum(), masks.shape
/// (np.int64(4), (4, 7))
#[pyclass(module = "parlor_games")]
pub(crate) struct VectorEnv {
    batch: Box<dyn AnyBatch>,
    #[pyo3(get)]
    game: String,
    /// Number of games.
    #[pyo3(get)]
    num_envs: usize,
    #[pyo3(get)]
    autoreset: &'static str,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (game, num_envs, *, seed=0, autoreset="next-step", random_plies=0, position=None, **options))]
    fn new(
        game: &str,
        num_envs: usize,
        seed: u64,
        autoreset: &str,
        random_plies: u32,
        position: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<VectorEnv> {
        let Some((autoreset, mode)) = Autoreset::ALL.into_iter().find(|(name, _)| *name == autoreset) else {
            let names = Autoreset::ALL.map(|(name, _)| name).join(", ");
            return Err(value_error(format!("autoreset: \"{autoreset}\" is not one of {names}")));
        };
        if num_envs == 0 {
            return Err(value_error("num_envs: 0 is not a number of games from 1"));
        }
        let started = CATALOG.start(setup(game, position, options)?).map_err(value_error)?;
        if started.outcome().is_some() {
            return Err(value_error("position: the game is over there, so no action is legal"));
        }
        let mut batch = batch_of(&*started, num_envs, random_plies, mode)?;
        batch.seed(seed);
        Ok(VectorEnv { batch, game: game.to_owned(), num_envs, autoreset })
    }

    /// Planes, rows and columns of one observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.batch.shape().into()
    }

    /// Number of actions of every game.
    #[getter]
    fn action_count(&self) -> usize {
        self.batch.action_count()
    }

    /// Starts games anew: all of them, or those where `which` is true. Writes observations and masks of all games.
    #[pyo3(signature = (observations, masks, *, seed=None, which=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        mut observations: PyReadwriteArrayDyn<'_, i8>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
        seed: Option<u64>,
        which: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let observations = self.rows("observations", observations.as_slice_mut(), self.cells())?;
        let masks = self.rows("masks", masks.as_slice_mut(), self.action_count())?;
        let which = which.as_ref().map(|which| self.entries("which", which.as_slice())).transpose()?;
        if let Some(seed) = seed {
            self.batch.seed(seed);
        }
        py.detach(|| self.batch.reset(which, observations, masks));
        Ok(())
    }

    /// Plays one action in every game. An illegal action raises a `ValueError` and changes nothing. With the mode
    /// `same-step`, `final_observations` gets the last observation of every game that ended.
    #[pyo3(signature = (actions, observations, masks, rewards, terminations, *, final_observations=None))]
    #[expect(clippy::too_many_arguments, reason = "the arrays of a step")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut observations: PyReadwriteArrayDyn<'_, i8>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut terminations: PyReadwriteArrayDyn<'_, bool>,
        mut final_observations: Option<PyReadwriteArrayDyn<'_, i8>>,
    ) -> PyResult<()> {
        let actions = self.entries("actions", actions.as_slice())?;
        let last = final_observations.as_mut().map(PyReadwriteArrayDyn::as_slice_mut);
        let arrays = StepArrays {
            observations: self.rows("observations", observations.as_slice_mut(), self.cells())?,
            masks: self.rows("masks", masks.as_slice_mut(), self.action_count())?,
            rewards: self.rows("rewards", rewards.as_slice_mut(), 1)?,
            terminations: self.rows("terminations", terminations.as_slice_mut(), 1)?,
            final_observations: last.map(|rows| self.rows("final_observations", rows, self.cells())).transpose()?,
        };
        py.detach(|| self.batch.step(actions, arrays)).map_err(value_error)
    }

    /// Writes a random legal action of every game; 0 where the game is over.
    fn sample(&mut self, mut actions: PyReadwriteArrayDyn<'_, i64>) -> PyResult<()> {
        let actions = self.rows("actions", actions.as_slice_mut(), 1)?;
        self.batch.sample(actions);
        Ok(())
    }

    /// Writes the side to move of every game: 0 for the first player, 1 for the second.
    fn turns(&self, mut out: PyReadwriteArrayDyn<'_, i8>) -> PyResult<()> {
        self.batch.turns(self.rows("out", out.as_slice_mut(), 1)?);
        Ok(())
    }

    /// The position of one game.
    fn position(&self, index: usize) -> PyResult<Position> {
        let range = || PyIndexError::new_err(format!("game {index}: there are {}, numbered from 0", self.num_envs));
        self.batch.position(index).map(Position).ok_or_else(range)
    }

    /// New arrays of the right types and shapes: observations, masks, rewards, terminations and actions.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let arrays = py.import("parlor_games._arrays")?.getattr("new_arrays")?;
        arrays.call1((self.num_envs, self.observation_shape(), self.action_count()))
    }

    fn __len__(&self) -> usize {
        self.num_envs
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv {} games of {}>", self.num_envs, self.game)
    }
}

impl VectorEnv {
    fn cells(&self) -> usize {
        self.batch.shape().iter().product()
    }

    /// Checks the size of an array that is written.
    fn rows<'a, T>(&self, name: &str, array: Result<&'a mut [T], AsSliceError>, row: usize) -> PyResult<&'a mut [T]> {
        match array {
            Ok(array) if array.len() == self.num_envs * row => Ok(array),
            Ok(array) => Err(self.wrong_size(name, array.len(), row)),
            Err(_) => Err(value_error(format!("{name}: the array is not contiguous"))),
        }
    }

    /// Checks the size of an array that is read.
    fn entries<'a, T>(&self, name: &str, array: Result<&'a [T], AsSliceError>) -> PyResult<&'a [T]> {
        match array {
            Ok(array) if array.len() == self.num_envs => Ok(array),
            Ok(array) => Err(self.wrong_size(name, array.len(), 1)),
            Err(_) => Err(value_error(format!("{name}: the array is not contiguous"))),
        }
    }

    fn wrong_size(&self, name: &str, size: usize, row: usize) -> PyErr {
        let games = self.num_envs;
        value_error(format!("{name}: an array of {size} entries, but {games} games need {}", games * row))
    }
}

fn batch_of(
    game: &dyn parlor_core::AnyGame,
    count: usize,
    random_plies: u32,
    mode: Autoreset,
) -> PyResult<Box<dyn AnyBatch>> {
    macro_rules! find {
        ($($game:ty),*) => {
            $(if let Some(erased) = game.as_any().downcast_ref::<ErasedGame<$game>>() {
                let (setup, start) = (game.setup().clone(), *erased.typed_position());
                return Ok(Box::new(Batch::<$game>::new(setup, start, count, random_plies, mode)));
            })*
        };
    }
    for_each_game!(find);
    Err(value_error(format!("{} has no observation as an array", game.setup().game)))
}
