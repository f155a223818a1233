//! Pac-Man as a planning problem: eat every pellet and survive, in as few steps as possible.

mod board;
mod chase;
mod heuristics;
mod maze;
mod notation;
mod pellets;
mod planners;
mod replay;
mod rules;
mod scene;
mod tile;

pub use board::{Board, BoardError, MAX_SIDE};
pub use chase::{Chase, ChaseRules};
pub use heuristics::{PelletCount, PlanHeuristic};
pub use maze::{Cell, Maze, Step};
pub use notation::{ParseStepError, read_boards};
pub use pellets::Pellets;
pub use planners::{Algorithm, ParseAlgorithmError, Solution, Solver, SolverOutput, SolverProgress};
pub use replay::{ParsePlanError, ReplayBoard, ReplayOutcome, replay};
pub use rules::{Pacman, State, StateStatus, TooManyPelletsError, words_needed};
pub use tile::{Ghost, Tile};

use parlor_core::{
    AnyGame, ErasedProblem, OptionKind, OptionSpec, Options, PlannerEntry, PlayableProblem, PositionError, Scene,
    Setup, SetupError, Shape, Tint,
};

use crate::catalog::{Brush, Editor, GameEntry, Variant};

/// Built-in boards by name.
const BOARDS: [(&str, &str); 5] = [
    ("lure", include_str!("../../../../examples/pacman/lure.txt")),
    ("wait", include_str!("../../../../examples/pacman/wait.txt")),
    ("no-ghosts", include_str!("../../../../examples/pacman/no-ghosts.txt")),
    ("open-edge", include_str!("../../../../examples/pacman/open-edge.txt")),
    ("four-ghosts", include_str!("../../../../examples/pacman/four-ghosts.txt")),
];

pub const BOARD: OptionSpec = OptionSpec {
    name: "board",
    about: "built-in board, used when no position is given",
    kind: OptionKind::OneOf {
        words: &[BOARDS[0].0, BOARDS[1].0, BOARDS[2].0, BOARDS[3].0, BOARDS[4].0],
        default: BOARDS[0].0,
    },
};

pub const ENTRY: GameEntry = GameEntry {
    name: "pacman",
    title: "Pac-Man",
    about: "Eat every pellet in as few steps as you can. Avoid ghosts and poison.",
    seats: 1,
    options: &[BOARD],
    analysis_engine: "best",
    editor: Some(Editor { palette: PALETTE, longest_side: MAX_SIDE }),
    start,
    variants: &[
        Variant { options: &[], perft_depth: 12 },
        Variant { options: &[("board", "no-ghosts")], perft_depth: 12 },
        Variant { options: &[("board", "open-edge")], perft_depth: 12 },
        Variant { options: &[("board", "four-ghosts")], perft_depth: 12 },
    ],
};

const PALETTE: &[Brush] = &[
    Brush { code: "10", name: "empty", appearance: None },
    Brush { code: "99", name: "wall", appearance: Some((Shape::Wall, Tint::Neutral)) },
    Brush { code: "11", name: "pellet", appearance: Some((Shape::Pellet, Tint::Neutral)) },
    Brush { code: "66", name: "Pac-Man", appearance: Some((Shape::Eater, Tint::Yellow)) },
    Brush { code: "77", name: "poison", appearance: Some((Shape::Poison, Tint::Neutral)) },
    Brush { code: "71", name: "poison on a pellet", appearance: Some((Shape::Poison, Tint::Neutral)) },
    Brush { code: "50", name: "red ghost", appearance: Some((Shape::Ghost, Tint::Red)) },
    Brush { code: "51", name: "red ghost on a pellet", appearance: Some((Shape::Ghost, Tint::Red)) },
    Brush { code: "40", name: "green ghost", appearance: Some((Shape::Ghost, Tint::Green)) },
    Brush { code: "41", name: "green ghost on a pellet", appearance: Some((Shape::Ghost, Tint::Green)) },
    Brush { code: "30", name: "yellow ghost", appearance: Some((Shape::Ghost, Tint::Yellow)) },
    Brush { code: "31", name: "yellow ghost on a pellet", appearance: Some((Shape::Ghost, Tint::Yellow)) },
    Brush { code: "20", name: "blue ghost", appearance: Some((Shape::Ghost, Tint::Blue)) },
    Brush { code: "21", name: "blue ghost on a pellet", appearance: Some((Shape::Ghost, Tint::Blue)) },
];

fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let named = options.one_of(&BOARD);
    let built_in = BOARDS.iter().find(|(name, _)| *name == named).map_or("", |(_, text)| text);
    let text = setup.position.as_deref().unwrap_or(built_in);
    let board = notation::read_position(text).map_err(|error| PositionError::new(error.to_string()))?;
    // Rounded up to few sizes, as each is compiled separately.
    match words_needed(&board) {
        0..=1 => boxed_game::<1>(setup, &board),
        2..=4 => boxed_game::<4>(setup, &board),
        5..=16 => boxed_game::<16>(setup, &board),
        _ => boxed_game::<64>(setup, &board),
    }
}

fn boxed_game<const W: usize>(setup: Setup, board: &Board) -> Result<Box<dyn AnyGame>, SetupError> {
    let problem = Pacman::<W>::new(board).map_err(|_| PositionError::new("too many pellets"))?;
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
