//! Reversi 8x8: enclose discs of the other colour and they turn; most discs at the end win.

mod endgame;
mod evaluator;
mod known;
mod lines;
mod look;
mod messages;
mod notation;
mod rules;
mod scene;
mod strong;

pub use crate::square::Square;
pub use evaluator::Positional;
pub use notation::BadMove;
pub use rules::{Move, Reversi};
pub use strong::{EXACT_EMPTIES, Margin, Strong};

use parlor_core::{
    AnyGame, EngineEntry, EngineSpec, ErasedGame, GameEntry, Options, Playable, RulesCard, Setup, SetupError, Strength,
    Variant,
};

use crate::levels::levels;

/// Catalog entry of the game.
pub fn entry() -> GameEntry {
    GameEntry {
        about: "Enclose your opponent's discs to turn them. Most discs at the end wins.".into(),
        rules: RulesCard {
            goal: "Have the most discs when neither side can move.".into(),
            rules: vec![
                "Place a disc so that it encloses a line of your opponent's discs. They all turn over.".into(),
                "A move must turn at least one disc. If you have no such move, you pass.".into(),
            ],
            example: ["F5", "D6", "C3", "D3", "C4"].map(Into::into).to_vec(),
        },
        levels: levels(&[
            (Strength::Beginner, "random", 0.2),
            (Strength::Easy, "greedy", 0.2),
            (Strength::Medium, "alphabeta:depth=2", 0.2),
            (Strength::Hard, "alphabeta:depth=5", 0.5),
            (Strength::Expert, "strong", 1.0),
        ]),
        default_opponent: EngineSpec::from("alphabeta:depth=5"),
        analysis_engine: EngineSpec::new("strong"),
        foreign_names: vec![("uci".into(), "flipello".into()), ("nboard".into(), "Othello".into())],
        look: look::look(),
        variants: vec![Variant::new(&[], 11)],
        ..GameEntry::new("reversi", "Reversi", start)
    }
}

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
