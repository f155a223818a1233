//! m,n,k Tic-Tac-Toe on a square board: k in a line win, longer lines too.

mod clever;
mod evaluator;
mod genius;
mod notation;
pub mod prover;
mod rules;
mod scene;
mod word;

pub use evaluator::OpenLines;
pub use genius::Genius;
pub use notation::BadSquare;
pub use rules::{Square, TicTacToe};
pub use word::Word;

use parlor_core::{AnyGame, EngineEntry, ErasedGame, OptionKind, OptionSpec, Options, Playable, Setup, SetupError};
use parlor_engines::general;

use crate::catalog::{GameEntry, Variant};

const SIZE: OptionSpec = OptionSpec {
    name: "size",
    about: "rows and columns of the board",
    kind: OptionKind::Whole { min: 2, max: 9, default: 3 },
};
const WIN_STREAK: OptionSpec = OptionSpec {
    name: "win-streak",
    about: "how many in a line win (at most the size)",
    kind: OptionKind::Whole { min: 2, max: 9, default: 3 },
};

pub const ENTRY: GameEntry = GameEntry {
    name: "tic-tac-toe",
    title: "Tic-Tac-Toe",
    about: "Put a mark on a free cell; a line of your marks wins. From 2x2 to 9x9.",
    seats: 2,
    options: &[SIZE, WIN_STREAK],
    judge: "perfect",
    editor: None,
    start,
    variants: &[
        Variant { options: &[], perft_depth: 9 },
        Variant { options: &[("size", "2")], perft_depth: 3 },
        Variant { options: &[("size", "4"), ("win-streak", "3")], perft_depth: 8 },
        Variant { options: &[("size", "4"), ("win-streak", "4")], perft_depth: 8 },
        Variant { options: &[("size", "5"), ("win-streak", "4")], perft_depth: 7 },
        Variant { options: &[("size", "6"), ("win-streak", "4")], perft_depth: 6 },
        Variant { options: &[("size", "6"), ("win-streak", "5")], perft_depth: 6 },
        Variant { options: &[("size", "6"), ("win-streak", "6")], perft_depth: 6 },
        Variant { options: &[("size", "7"), ("win-streak", "5")], perft_depth: 6 },
        Variant { options: &[("size", "8"), ("win-streak", "2")], perft_depth: 5 },
        Variant { options: &[("size", "9"), ("win-streak", "5")], perft_depth: 5 },
    ],
};

fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let size = options.whole(&SIZE);
    // The default streak must not make a small board an error.
    let streak =
        if options.is_given(&WIN_STREAK) { options.whole(&WIN_STREAK) } else { options.whole(&WIN_STREAK).min(size) };
    if streak > size {
        return Err(SetupError::Conflict(format!("win-streak {streak} is more than the size of the board, {size}")));
    }
    // The size becomes a type here, once, so that the rules below know it at compile time.
    match size {
        2 => seat::<u64, 2>(setup, streak),
        3 => seat::<u64, 3>(setup, streak),
        4 => seat::<u64, 4>(setup, streak),
        5 => seat::<u64, 5>(setup, streak),
        6 => seat::<u64, 6>(setup, streak),
        7 => seat::<u64, 7>(setup, streak),
        8 => seat::<u128, 8>(setup, streak),
        _ => seat::<u128, 9>(setup, streak),
    }
}

fn seat<W: Word, const N: u32>(setup: Setup, streak: u32) -> Result<Box<dyn AnyGame>, SetupError> {
    let empty = TicTacToe::<W, N>::new(streak as u8);
    let position = match &setup.position {
        Some(text) => empty.read(text)?,
        None => empty,
    };
    Ok(ErasedGame::boxed(setup, position))
}

impl<W: Word, const N: u32> Playable for TicTacToe<W, N> {
    fn engines() -> Vec<EngineEntry<Self>> {
        let mut engines = general::<Self, OpenLines>();
        // The general prover gives way to one that knows lines and pairings.
        engines.retain(|engine| engine.info.name != prover::INFO.name);
        engines.push(prover::entry());
        engines
    }
}
