//! Four in a Row: a disc falls to the lowest free cell of its column; four in a line wins.

mod dialect;
mod evaluator;
mod look;
mod messages;
mod notation;
mod published;
mod rules;
mod scene;
pub mod solver;
mod translations;

pub use evaluator::Evaluator;
pub use notation::ParseColumnError;
pub use rules::{Column, FourInARow};

use parlor_core::{
    EngineEntry, EngineSpec, ErasedGame, GameEntry, LessonPosition, Options, Playable, PuzzleSet, RulesCard, Setup,
    SetupError, Strength, Variant,
};
use parlor_engines::{general_engines, search_lesson};

use crate::caption;
use crate::levels::levels;

const NAME: &str = "four-in-a-row";

/// Catalog entry of the game.
pub fn entry() -> GameEntry {
    GameEntry {
        about: "Drop discs. First to line up four wins.".into(),
        rules: RulesCard {
            goal: "Get four of your discs in a line: across, down or diagonally.".into(),
            rules: vec![
                "Players take turns. A disc falls to the lowest free cell of its column.".into(),
                "A full board without a line is a draw.".into(),
            ],
            example: ["4", "3", "4", "3", "4", "3", "4"].map(Into::into).to_vec(),
            ..RulesCard::default()
        },
        levels: levels(&[
            (Strength::Beginner, "greedy:error-rate=60", 0.2),
            (Strength::Easy, "greedy:error-rate=30", 0.2),
            (Strength::Medium, "greedy:error-rate=5", 0.2),
            (Strength::Hard, "alphabeta:depth=6", 0.5),
            (Strength::Expert, "alphabeta:depth=12", 1.0),
            (Strength::Perfect, "solver", 1.0),
        ]),
        default_opponent: EngineSpec::from("alphabeta:depth=6"),
        analysis_engine: EngineSpec::new("solver"),
        solver: Some(EngineSpec::new("solver")),
        published: Some(published::PUBLISHED),
        foreign_names: vec![("uci".into(), "cfour".into()), ("ludii".into(), "Connect Four".into())],
        dialects: dialect::dialects(),
        puzzles: PuzzleSet::new(include_str!("puzzles.txt")),
        look: look::look(),
        search_lesson: search_lesson(vec![
            LessonPosition::new(
                "Three columns left",
                Setup::new(NAME).with_position("21541241211142426534554666362356"),
                5,
            ),
            LessonPosition::new("The first two moves", Setup::new(NAME), 2),
        ]),
        variants: vec![Variant::new(&[], 9)],
        messages: caption::messages(messages::ALL),
        translations: caption::translations(translations::HEBREW, translations::PERSIAN),
        ..GameEntry::new(NAME, "Four in a Row", start)
    }
}

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

    /// The columns in the order in which they were given and played.
    fn write_position(&self, start: Option<&str>, moves: &[Column]) -> String {
        let played: String = start.into_iter().map(str::to_owned).chain(moves.iter().map(Column::to_string)).collect();
        if played.is_empty() { self.to_string() } else { played }
    }
}
