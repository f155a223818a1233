//! Puzzles of the catalog over HTTP.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use parlor_core::{Difficulty, GameEntry, Puzzle, PuzzleKind, Scene, Setup};
use serde::Serialize;

use crate::api_error::{ApiError, ErrorCode};
use crate::explorer::LineStep;
use crate::routes::SharedState;

/// What a list shows of a puzzle.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PuzzleSummary {
    /// Counts from 1.
    number: usize,
    kind: PuzzleKind,
    difficulty: Difficulty,
    /// Moves that the solver makes.
    moves: usize,
}

impl PuzzleSummary {
    fn new(number: usize, puzzle: &Puzzle) -> PuzzleSummary {
        PuzzleSummary { number, kind: puzzle.kind, difficulty: puzzle.difficulty, moves: puzzle.moves() }
    }
}

/// Puzzle with its position and its solution.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Puzzle"))]
pub(crate) struct PuzzleView {
    #[serde(flatten)]
    summary: PuzzleSummary,
    setup: Setup,
    scene: Scene,
    /// Moves of both sides, the solver's first and last.
    solution: Vec<LineStep>,
}

impl PuzzleView {
    fn new(entry: &GameEntry, number: usize, puzzle: Puzzle) -> Result<PuzzleView, ApiError> {
        let summary = PuzzleSummary::new(number, &puzzle);
        let mut game = entry.start(puzzle.setup(&entry.name))?;
        let (setup, scene) = (game.setup().clone(), game.scene());
        let solution = puzzle.solution.into_iter().map(|notation| LineStep::play(&mut *game, notation));
        Ok(PuzzleView { summary, setup, scene, solution: solution.collect::<Result<_, _>>()? })
    }
}

/// A puzzle that cannot be read is an error of the catalog, not of the client.
fn damaged(error: impl std::fmt::Display) -> ApiError {
    ApiError::new(ErrorCode::Trouble, format!("The puzzles of this game are damaged: {error}."))
}

pub(crate) async fn list(
    State(state): SharedState,
    game: Result<Path<String>, PathRejection>,
) -> Result<Json<Vec<PuzzleSummary>>, ApiError> {
    let Path(game) = game?;
    let puzzles = (1..).zip(state.catalog.game(&game)?.puzzles.iter());
    let summary = |(number, puzzle): (usize, Result<Puzzle, _>)| {
        puzzle.map(|puzzle| PuzzleSummary::new(number, &puzzle)).map_err(damaged)
    };
    puzzles.map(summary).collect::<Result<_, _>>().map(Json)
}

pub(crate) async fn puzzle(
    State(state): SharedState,
    path: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<PuzzleView>, ApiError> {
    let Path((game, number)) = path?;
    let entry = state.catalog.game(&game)?;
    let no_such_puzzle = || {
        let message = format!("{} has no puzzle {number}: its puzzles are 1 to {}.", entry.title, entry.puzzles.len());
        ApiError::new(ErrorCode::NoSuchPuzzle, message)
    };
    let puzzle = entry.puzzles.get(number).ok_or_else(no_such_puzzle)?.map_err(damaged)?;
    PuzzleView::new(entry, number, puzzle).map(Json)
}
