//! Four in a Row: a disc falls to the lowest free cell of its column; four in a line wins.

mod evaluator;
mod notation;
mod rules;
mod scene;
pub mod solver;

pub use evaluator::Evaluator;
pub use notation::ParseColumnError;
pub use rules::{Column, FourInARow};

use parlor_core::{EngineEntry, ErasedGame, Options, Playable, Setup, SetupError};
use parlor_engines::general_engines;

use crate::catalog::{GameEntry, Variant};

pub const ENTRY: GameEntry = GameEntry {
    name: "four-in-a-row",
    title: "Four in a Row",
    about: "Drop discs into a 7x6 grid. Four in a line wins.",
    seats: 2,
    options: &[],
    analysis_engine: "solver",
    editor: None,
    start,
    variants: &[Variant { options: &[], perft_depth: 9 }],
};

/// Parses the start position of a setup.
fn start(setup: Setup, _options: &Options) -> Result<Box<dyn parlor_core::AnyGame>, SetupError> {
    let position: FourInARow = setup.position.as_deref().unwrap_or("").parse()?;
    Ok(ErasedGame::boxed(setup, position))
}

impl Playable for FourInARow {
    fn engines() -> Vec<EngineEntry<Self>> {
        let mut engines = general_engines::<Self, Evaluator>();
        engines.push(solver::entry());
        engines
    }
}
