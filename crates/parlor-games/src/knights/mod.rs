//! Knights, an Isolation game: two knights close the cells they leave, and a player who cannot move loses.

mod evaluator;
mod knight_moves;
mod longest_path;
mod notation;
mod perfect;
mod prover;
mod reachability;
mod rules;
mod scene;
mod solved_positions;
mod symmetry;

pub use crate::square::Square;
pub use evaluator::TerritoryEvaluator;
pub use notation::ParseMoveError;
pub use perfect::PerfectKnights;
pub use rules::{Knights, Move, Path, Rules, Trail, Way};

use parlor_core::{AnyGame, EngineEntry, ErasedGame, OptionKind, OptionSpec, Options, Playable, Setup, SetupError};
use parlor_engines::{alphabeta, greedy, mcts, minimax, random};

use crate::catalog::{GameEntry, Variant};

pub const SIZE: OptionSpec = OptionSpec {
    name: "size",
    about: "rows and columns of the board",
    kind: OptionKind::Integer { min: 3, max: 8, default: 8 },
};
pub const PATH: OptionSpec = OptionSpec {
    name: "path",
    about: "cells of the L that must be free: two straight then one, one then two, either way, or only the last",
    kind: OptionKind::OneOf { words: &["two-one", "one-two", "either", "leap"], default: "two-one" },
};
pub const TRAIL: OptionSpec = OptionSpec {
    name: "trail",
    about: "cells that a move burns: the one it leaves, or the whole path",
    kind: OptionKind::OneOf { words: &["origin", "path"], default: "origin" },
};

pub const ENTRY: GameEntry = GameEntry {
    name: "knights",
    title: "Knights",
    about: "Each square you leave burns. No move left? You lose.",
    seats: 2,
    options: &[SIZE, PATH, TRAIL],
    analysis_engine: "perfect",
    editor: None,
    start,
    variants: &[
        Variant { options: &[], perft_depth: 11 },
        Variant { options: &[("path", "one-two")], perft_depth: 11 },
        Variant { options: &[("path", "either")], perft_depth: 11 },
        Variant { options: &[("path", "leap")], perft_depth: 11 },
        Variant { options: &[("path", "two-one"), ("trail", "path")], perft_depth: 16 },
        Variant { options: &[("path", "one-two"), ("trail", "path")], perft_depth: 16 },
        Variant { options: &[("path", "either"), ("trail", "path")], perft_depth: 10 },
        Variant { options: &[("size", "3"), ("path", "leap")], perft_depth: 6 },
        Variant { options: &[("size", "5"), ("path", "either")], perft_depth: 10 },
    ],
};

/// The rules that the options select.
pub fn rules(options: &Options) -> Result<Rules, SetupError> {
    let path = match options.one_of(&PATH) {
        "one-two" => Path::OneTwo,
        "either" => Path::Either,
        "leap" => Path::Leap,
        _ => Path::TwoOne,
    };
    let trail = if options.one_of(&TRAIL) == "path" { Trail::Path } else { Trail::Origin };
    Rules::new(options.integer(&SIZE), path, trail).ok_or_else(|| {
        SetupError::Conflict("path leap cannot be combined with trail path: a leap passes no cells".to_owned())
    })
}

fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let start = Knights::new(rules(options)?);
    let position = match &setup.position {
        Some(text) => start.parse_position(text)?,
        None => start,
    };
    Ok(ErasedGame::boxed(setup, position))
}

impl Playable for Knights {
    fn engines() -> Vec<EngineEntry<Self>> {
        vec![
            random::entry(),
            greedy::entry::<Knights, TerritoryEvaluator>(),
            minimax::entry::<Knights, TerritoryEvaluator>(),
            alphabeta::entry::<Knights, TerritoryEvaluator>(),
            mcts::entry(),
            perfect::entry(),
        ]
    }
}
