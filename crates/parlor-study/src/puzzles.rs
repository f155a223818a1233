//! Puzzles of the catalog.

use parlor_core::{Catalog, Difficulty, Puzzle, PuzzleKind, Scene, Setup};
use serde::Serialize;

use crate::{LineStep, StudyError};

/// What a list shows of a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleSummary {
    /// Counts from 1.
    pub number: usize,
    pub kind: PuzzleKind,
    pub difficulty: Difficulty,
    /// Moves that the solver makes.
    pub moves: usize,
}

impl PuzzleSummary {
    fn new(number: usize, puzzle: &Puzzle) -> PuzzleSummary {
        PuzzleSummary { number, kind: puzzle.kind, difficulty: puzzle.difficulty, moves: puzzle.moves() }
    }
}

/// Puzzle with its position and its solution.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Puzzle"))]
pub struct PuzzleView {
    #[serde(flatten)]
    pub summary: PuzzleSummary,
    pub setup: Setup,
    pub scene: Scene,
    /// Moves of both sides, the solver's first and last.
    pub solution: Vec<LineStep>,
}

/// All puzzles of a game.
pub fn list_puzzles(catalog: &Catalog, game: &str) -> Result<Vec<PuzzleSummary>, StudyError> {
    let puzzles = (1..).zip(catalog.game(game)?.puzzles.iter());
    puzzles.map(|(number, puzzle)| Ok(PuzzleSummary::new(number, &puzzle?))).collect()
}

/// A puzzle of a game by its number, which counts from 1.
pub fn find_puzzle(catalog: &Catalog, game: &str, number: usize) -> Result<PuzzleView, StudyError> {
    let entry = catalog.game(game)?;
    let no_such_puzzle =
        || StudyError::NoSuchPuzzle { game: entry.title.to_string(), number, count: entry.puzzles.len() };
    let puzzle = entry.puzzles.get(number).ok_or_else(no_such_puzzle)??;
    let summary = PuzzleSummary::new(number, &puzzle);
    let mut game = entry.start(puzzle.setup(&entry.name))?;
    let (setup, scene) = (game.setup().clone(), game.scene());
    let solution = puzzle.solution.into_iter().map(|notation| LineStep::play(&mut *game, notation));
    Ok(PuzzleView { summary, setup, scene, solution: solution.collect::<Result<_, _>>()? })
}
