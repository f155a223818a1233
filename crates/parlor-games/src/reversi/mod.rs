//! Reversi 8x8: enclose discs of the other colour and they turn; most discs at the end win.

mod endgame;
mod evaluator;
mod known;
mod lines;
mod notation;
mod rules;
mod scene;
mod strong;

pub use crate::square::Square;
pub use evaluator::Positional;
pub use notation::BadMove;
pub use rules::{Move, Reversi};
pub use strong::{EXACT_EMPTIES, Margin, Strong};

use parlor_core::{AnyGame, EngineEntry, ErasedGame, Options, Playable, Setup, SetupError};

use crate::catalog::{GameEntry, Variant};

pub const ENTRY: GameEntry = GameEntry {
    name: "reversi",
    title: "Reversi",
    about: "Enclose the other's discs to turn them; most discs at the end win.",
    seats: 2,
    options: &[],
    analysis_engine: "strong",
    editor: None,
    start,
    variants: &[Variant { options: &[], perft_depth: 11 }],
};

fn start(setup: Setup, _options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let position = match &setup.position {
        Some(text) => text.parse()?,
        None => Reversi::default(),
    };
    Ok(ErasedGame::boxed(setup, position))
}

impl Playable for Reversi {
    fn engines() -> Vec<EngineEntry<Self>> {
        let mut engines = parlor_engines::general_engines::<Reversi, Positional>();
        engines.push(strong::entry());
        engines
    }
}
