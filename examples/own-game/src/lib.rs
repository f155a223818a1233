//! Breakthrough, a game that Parlor does not know: rules, notation, scene, look and evaluator in one crate.
//! The README is a tutorial.

mod evaluator;
mod notation;
mod rules;
mod scene;
mod translations;

pub use evaluator::Advance;
pub use notation::ParseStepError;
pub use rules::{Breakthrough, Square, Step};
pub use scene::PAWN;

use parlor_core::{EngineEntry, EngineSpec, ErasedGame, GameEntry, Level, Playable, RulesCard, Strength, Variant};
use parlor_engines::general_engines;

impl Playable for Breakthrough {
    /// Every generic engine of Parlor, with our evaluator.
    fn engines() -> Vec<EngineEntry<Breakthrough>> {
        general_engines::<Breakthrough, Advance>()
    }
}

/// The catalog entry: everything that front ends need to know.
pub fn breakthrough() -> GameEntry {
    let level = |strength, engine: &str| Level { strength, engine: EngineSpec::from(engine), seconds: 0.5 };
    GameEntry {
        about: "Race a pawn to the far row.".into(),
        rules: RulesCard {
            goal: "Reach the far row with one pawn, or capture every pawn of your opponent.".into(),
            rules: vec![
                "Pawns step one cell forward, straight or diagonally.".into(),
                "They capture diagonally only.".into(),
            ],
            example: ["b2-b3", "b5-b4", "c2-c3", "b4-c3"].map(Into::into).to_vec(),
            ..RulesCard::default()
        },
        levels: vec![
            level(Strength::Beginner, "random"),
            level(Strength::Easy, "greedy"),
            level(Strength::Medium, "alphabeta:depth=2"),
            level(Strength::Hard, "alphabeta:depth=6"),
        ],
        default_opponent: EngineSpec::from("alphabeta:depth=6"),
        analysis_engine: EngineSpec::from("alphabeta:depth=6"),
        look: scene::look(),
        variants: vec![Variant::new(&[], 5)],
        messages: scene::MESSAGES.to_vec(),
        translations: translations::translations(),
        ..GameEntry::new("breakthrough", "Breakthrough", |setup, _| {
            let position = match &setup.position {
                Some(text) => Breakthrough::parse(text)?,
                None => Breakthrough::default(),
            };
            Ok(ErasedGame::boxed(setup, position))
        })
    }
}
