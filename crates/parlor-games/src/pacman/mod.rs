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

pub use board::{BadBoard, Board, LONGEST_SIDE};
pub use chase::{Chase, ChaseRules};
pub use heuristics::{Foresight, PelletCount};
pub use maze::{Cell, Maze, Step};
pub use notation::{BadStep, read_boards};
pub use pellets::Pellets;
pub use planners::{Algorithm, Answer, Findings, NoSuchAlgorithm, Solution, Solver};
pub use replay::{NotAStep, Table, Verdict, replay};
pub use rules::{Fate, Pacman, State, TooManyPellets, words_for};
pub use tile::{Ghost, Tile};

use parlor_core::{
    AnyGame, ErasedProblem, OptionKind, OptionSpec, Options, PlannerEntry, PlayableProblem, PositionError, Scene,
    Setup, SetupError, Shape, Tint,
};

use crate::catalog::{Brush, Editor, GameEntry, Variant};

/// The boards that come with the game, with their names.
const BOARDS: [(&str, &str); 5] = [
    ("lure", include_str!("../../../../examples/pacman/lure.txt")),
    ("wait", include_str!("../../../../examples/pacman/wait.txt")),
    ("no-ghosts", include_str!("../../../../examples/pacman/no-ghosts.txt")),
    ("open-edge", include_str!("../../../../examples/pacman/open-edge.txt")),
    ("four-ghosts", include_str!("../../../../examples/pacman/four-ghosts.txt")),
];

pub const BOARD: OptionSpec = OptionSpec {
    name: "board",
    about: "the board to play on, where no position is given",
    kind: OptionKind::OneOf {
        words: &[BOARDS[0].0, BOARDS[1].0, BOARDS[2].0, BOARDS[3].0, BOARDS[4].0],
        default: BOARDS[0].0,
    },
};

pub const ENTRY: GameEntry = GameEntry {
    name: "pacman",
    title: "Pac-Man",
    about: "Eat every pellet and let no ghost and no poison catch you, in as few steps as you can.",
    seats: 1,
    options: &[BOARD],
    judge: "best",
    editor: Some(Editor { palette: PALETTE, longest_side: LONGEST_SIDE }),
    start,
    variants: &[
        Variant { options: &[], perft_depth: 12 },
        Variant { options: &[("board", "no-ghosts")], perft_depth: 12 },
        Variant { options: &[("board", "open-edge")], perft_depth: 12 },
        Variant { options: &[("board", "four-ghosts")], perft_depth: 12 },
    ],
};

const PALETTE: &[Brush] = &[
    Brush { code: "10", name: "empty", looks: None },
    Brush { code: "99", name: "wall", looks: Some((Shape::Wall, Tint::Neutral)) },
    Brush { code: "11", name: "pellet", looks: Some((Shape::Pellet, Tint::Neutral)) },
    Brush { code: "66", name: "Pac-Man", looks: Some((Shape::Eater, Tint::Yellow)) },
    Brush { code: "77", name: "poison", looks: Some((Shape::Poison, Tint::Neutral)) },
    Brush { code: "71", name: "poison on a pellet", looks: Some((Shape::Poison, Tint::Neutral)) },
    Brush { code: "50", name: "red ghost", looks: Some((Shape::Ghost, Tint::Red)) },
    Brush { code: "51", name: "red ghost on a pellet", looks: Some((Shape::Ghost, Tint::Red)) },
    Brush { code: "40", name: "green ghost", looks: Some((Shape::Ghost, Tint::Green)) },
    Brush { code: "41", name: "green ghost on a pellet", looks: Some((Shape::Ghost, Tint::Green)) },
    Brush { code: "30", name: "yellow ghost", looks: Some((Shape::Ghost, Tint::Yellow)) },
    Brush { code: "31", name: "yellow ghost on a pellet", looks: Some((Shape::Ghost, Tint::Yellow)) },
    Brush { code: "20", name: "blue ghost", looks: Some((Shape::Ghost, Tint::Blue)) },
    Brush { code: "21", name: "blue ghost on a pellet", looks: Some((Shape::Ghost, Tint::Blue)) },
];

fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let named = options.word(&BOARD);
    let built_in = BOARDS.iter().find(|(name, _)| *name == named).map_or("", |(_, text)| text);
    let text = setup.position.as_deref().unwrap_or(built_in);
    let board = notation::read_position(text).map_err(|bad| PositionError::new(bad.to_string()))?;
    // As many words as the pellets need, rounded up to few sizes, as each is compiled separately.
    match words_for(&board) {
        0..=1 => seat::<1>(setup, &board),
        2..=4 => seat::<4>(setup, &board),
        5..=16 => seat::<16>(setup, &board),
        _ => seat::<64>(setup, &board),
    }
}

fn seat<const W: usize>(setup: Setup, board: &Board) -> Result<Box<dyn AnyGame>, SetupError> {
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
