//! Tic-Tac-Toe as an m,n,k game on a square board: k or more marks in a line win.

mod bitboard;
mod evaluator;
mod genius;
mod notation;
pub mod prover;
mod rules;
mod scene;
mod tactics;

pub use bitboard::Bitboard;
pub use evaluator::OpenLines;
pub use genius::Genius;
pub use notation::ParseSquareError;
pub use rules::{Square, TicTacToe};

use parlor_core::{AnyGame, EngineEntry, ErasedGame, OptionKind, OptionSpec, Options, Playable, Setup, SetupError};
use parlor_engines::general_engines;

use crate::catalog::{GameEntry, Variant};

const SIZE: OptionSpec = OptionSpec {
    name: "size",
    about: "rows and columns of the board",
    kind: OptionKind::Integer { min: 2, max: 9, default: 3 },
};
const WIN_STREAK: OptionSpec = OptionSpec {
    name: "win-streak",
    about: "marks in a line to win (at most the size)",
    kind: OptionKind::Integer { min: 2, max: 9, default: 3 },
};

pub const ENTRY: GameEntry = GameEntry {
    name: "tic-tac-toe",
    title: "Tic-Tac-Toe",
    about: "Mark a free cell. A line of your marks wins. From 2x2 to 9x9.",
    seats: 2,
    options: &[SIZE, WIN_STREAK],
    analysis_engine: "perfect",
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

/// Checks the options and dispatches on the size of the board.
fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let size = options.integer(&SIZE);
    // The default streak is reduced on a board that is smaller than it.
    let streak = if options.is_given(&WIN_STREAK) {
        options.integer(&WIN_STREAK)
    } else {
        options.integer(&WIN_STREAK).min(size)
    };
    if streak > size {
        return Err(SetupError::Conflict(format!("win-streak {streak} is more than the size of the board, {size}")));
    }
    // The size becomes a const generic here, once, so that the rules know it at compile time.
    match size {
        2 => start_sized::<u64, 2>(setup, streak),
        3 => start_sized::<u64, 3>(setup, streak),
        4 => start_sized::<u64, 4>(setup, streak),
        5 => start_sized::<u64, 5>(setup, streak),
        6 => start_sized::<u64, 6>(setup, streak),
        7 => start_sized::<u64, 7>(setup, streak),
        8 => start_sized::<u128, 8>(setup, streak),
        _ => start_sized::<u128, 9>(setup, streak),
    }
}

fn start_sized<B: Bitboard, const N: u32>(setup: Setup, streak: u32) -> Result<Box<dyn AnyGame>, SetupError> {
    let empty = TicTacToe::<B, N>::new(streak as u8);
    let position = match &setup.position {
        Some(text) => empty.parse(text)?,
        None => empty,
    };
    Ok(ErasedGame::boxed(setup, position))
}

impl<B: Bitboard, const N: u32> Playable for TicTacToe<B, N> {
    fn engines() -> Vec<EngineEntry<Self>> {
        let mut engines = general_engines::<Self, OpenLines>();
        // The game's own prover replaces the general one: it knows lines and pairing strategies.
        engines.retain(|engine| engine.info.name != prover::INFO.name);
        engines.push(prover::entry());
        engines
    }
}
