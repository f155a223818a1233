//! Pac-Man as a planning problem: eat every pellet and survive, in as few steps as possible.

mod board;
mod boards;
mod chase;
mod heuristics;
mod lesson;
mod look;
mod maze;
mod messages;
mod notation;
mod pellets;
mod planners;
mod published;
mod replay;
mod rules;
mod scene;
mod tile;
mod translations;
mod unsolvable;

pub use board::{Board, BoardError, MAX_SIDE};
pub use chase::{Chase, ChaseRules};
pub use heuristics::{
    FarthestPellet, HeuristicKind, MazeDistances, ParseHeuristicError, PelletCount, PlanHeuristic, SpanningTree,
};
pub use maze::{Cell, Maze, Step};
pub use notation::{ParseStepError, read_boards};
pub use pellets::Pellets;
pub use planners::{
    Algorithm, BestFirst, HeuristicSearch, HeuristicWork, LagrangianHeuristic, ParseAlgorithmError, Solver,
};
pub use replay::{ParsePlanError, ReplayBoard, ReplayOutcome, replay};
pub use rules::{Pacman, State, StateStatus, TooManyPelletsError, words_needed};
pub use tile::{Ghost, Tile};
pub use unsolvable::NoPlanReason;

use crate::with_pellet_words;
use parlor_core::{
    AnyGame, Brush, Editor, EngineSpec, ErasedProblem, GameEntry, Options, PieceKind, PlannerEntry, PlayableProblem,
    PositionError, PuzzleSet, RulesCard, Scene, Setup, SetupError, Shape, Translation, Variant,
};

pub use boards::BOARD;

/// Catalog entry of the game.
pub fn entry() -> GameEntry {
    GameEntry {
        about: "Eat every pellet in the fewest steps.".into(),
        options: vec![BOARD],
        rules: RulesCard {
            goal: "Eat every pellet and survive, in as few steps as you can.".into(),
            rules: vec![
                "After each of your steps every ghost steps toward you.".into(),
                "A ghost or poison on your cell ends the game.".into(),
                "A ghost that enters poison disappears together with it.".into(),
                "You may bump into a wall to wait.".into(),
            ],
            example: Vec::new(),
            ..RulesCard::default()
        },
        default_opponent: EngineSpec::new("best"),
        analysis_engine: EngineSpec::new("best"),
        solver: Some(EngineSpec::new("best")),
        published: Some(published::PUBLISHED),
        boards: boards::catalog_boards(),
        puzzles: PuzzleSet::new(include_str!("puzzles.txt")),
        look: look::look(),
        search_lesson: lesson::search_lesson(),
        editor: Some(Editor { palette: palette(), max_side: MAX_SIDE }),
        variants: vec![
            Variant::new(&[], 12),
            Variant::new(&[("board", "no-ghosts")], 12),
            Variant::new(&[("board", "open-edge")], 12),
            Variant::new(&[("board", "four-ghosts")], 12),
        ],
        messages: messages::ALL.to_vec(),
        translations: vec![Translation::new("he", translations::HEBREW), Translation::new("fa", translations::PERSIAN)],
        ..GameEntry::new("pacman", "Pac-Man", start)
    }
}

fn palette() -> Vec<Brush> {
    let brush = |code: &'static str, name: &'static str, piece: Option<PieceKind>| {
        // One Pac-Man, and one ghost of each color with or without a pellet under it.
        let is_unique = piece.is_some_and(|piece| matches!(piece.shape, Shape::EATER | Shape::GHOST));
        Brush { code: code.into(), name: name.into(), piece, is_unique }
    };
    vec![
        brush("10", "empty", None),
        brush("99", "wall", Some(scene::WALL)),
        brush("11", "pellet", Some(scene::PELLET)),
        brush("66", "Pac-Man", Some(scene::PAC_MAN)),
        brush("77", "poison", Some(scene::POISON)),
        brush("71", "poison on a pellet", Some(scene::POISON)),
        brush("50", "red ghost", Some(Ghost::Red.piece())),
        brush("51", "red ghost on a pellet", Some(Ghost::Red.piece())),
        brush("40", "green ghost", Some(Ghost::Green.piece())),
        brush("41", "green ghost on a pellet", Some(Ghost::Green.piece())),
        brush("30", "yellow ghost", Some(Ghost::Yellow.piece())),
        brush("31", "yellow ghost on a pellet", Some(Ghost::Yellow.piece())),
        brush("20", "blue ghost", Some(Ghost::Blue.piece())),
        brush("21", "blue ghost on a pellet", Some(Ghost::Blue.piece())),
    ]
}

fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let built_in = boards::text(options.one_of(&BOARD));
    let text = setup.position.as_deref().unwrap_or(built_in);
    let board = notation::read_position(text).map_err(|error| PositionError::new(error.to_string()))?;
    with_pellet_words!(&board, W => boxed_game::<W>(setup, &board))
}

fn boxed_game<const W: usize>(setup: Setup, board: &Board) -> Result<Box<dyn AnyGame>, SetupError> {
    let problem = Pacman::<W>::new(board).map_err(|error| PositionError::new(error.to_string()))?;
    Ok(ErasedProblem::boxed(setup, problem))
}

impl<const W: usize> PlayableProblem for Pacman<W> {
    fn planners() -> Vec<PlannerEntry<Self>> {
        planners::entries()
    }

    fn write(&self, state: &State<W>) -> String {
        self.board_at(state).to_string()
    }

    fn scene(&self, state: &State<W>, last: Option<Step>) -> Scene {
        scene::scene(self, state, last)
    }
}
