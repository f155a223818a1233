//! Knights, an isolation game: two knights leave a trail of closed cells; who cannot move loses.

mod evaluator;
mod notation;
mod perfect;
mod prover;
mod reach;
mod rules;
mod scene;
mod steps;
mod symmetry;
mod tour;
mod verdicts;

pub use crate::square::Square;
pub use evaluator::Territory;
pub use notation::BadMove;
pub use perfect::PerfectKnights;
pub use rules::{Knights, Move, Path, Rules, Trail, Way};

use parlor_core::{AnyGame, EngineEntry, ErasedGame, OptionKind, OptionSpec, Options, Playable, Setup, SetupError};
use parlor_engines::{alphabeta, greedy, mcts, minimax, random};

use crate::catalog::{GameEntry, Variant};

pub const SIZE: OptionSpec = OptionSpec {
    name: "size",
    about: "rows and columns of the board",
    kind: OptionKind::Whole { min: 3, max: 8, default: 8 },
};
pub const PATH: OptionSpec = OptionSpec {
    name: "path",
    about: "which cells of the L must be free: two straight then one, one then two, either way, or only the last",
    kind: OptionKind::OneOf { words: &["two-one", "one-two", "either", "leap"], default: "two-one" },
};
pub const TRAIL: OptionSpec = OptionSpec {
    name: "trail",
    about: "which cells a move closes: the origin, or the whole path",
    kind: OptionKind::OneOf { words: &["origin", "path"], default: "origin" },
};

pub const ENTRY: GameEntry = GameEntry {
    name: "knights",
    title: "Knights",
    about: "Two knights close the cells they leave; who cannot move loses.",
    seats: 2,
    options: &[SIZE, PATH, TRAIL],
    judge: "perfect",
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

/// The rules that options ask for.
pub fn rules(options: &Options) -> Result<Rules, SetupError> {
    let path = match options.word(&PATH) {
        "one-two" => Path::OneTwo,
        "either" => Path::Either,
        "leap" => Path::Leap,
        _ => Path::TwoOne,
    };
    let trail = if options.word(&TRAIL) == "path" { Trail::Path } else { Trail::Origin };
    Rules::new(options.whole(&SIZE), path, trail).ok_or_else(|| {
        SetupError::Conflict("path leap has no way to close, so it cannot go with trail path".to_owned())
    })
}

fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let start = Knights::new(rules(options)?);
    let position = match &setup.position {
        Some(text) => start.read(text)?,
        None => start,
    };
    Ok(ErasedGame::boxed(setup, position))
}

impl Playable for Knights {
    fn engines() -> Vec<EngineEntry<Self>> {
        vec![
            random::entry(),
            greedy::entry::<Knights, Territory>(),
            minimax::entry::<Knights, Territory>(),
            alphabeta::entry::<Knights, Territory>(),
            mcts::entry(),
            perfect::entry(),
        ]
    }
}
