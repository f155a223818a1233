//! Knights, an Isolation game: two knights close the cells they leave, and a player who cannot move loses.

mod dialect;
mod evaluator;
mod knight_moves;
mod longest_path;
mod look;
mod messages;
mod notation;
mod prover;
mod reachability;
mod rules;
mod scene;
mod solved_positions;
mod symmetry;
mod translations;

pub use crate::square::Square;
pub use evaluator::TerritoryEvaluator;
pub use notation::ParseMoveError;
pub use prover::{KnightsProver, PerfectKnights};
pub use rules::{Knights, Move, Path, Rules, Trail, Way};

use parlor_core::{
    AnyGame, Diagram, EngineEntry, EngineSpec, ErasedGame, GameEntry, LessonPosition, OptionSpec, Options, Playable,
    PuzzleSet, RulesCard, Setup, SetupError, Strength, Text, UsualTerms, Variant,
};
use parlor_engines::{alphabeta, greedy, mcts, minimax, random, search_lesson};

use crate::caption;
use crate::levels::levels;

/// Name of the game in the catalog.
pub const NAME: &str = "knights";

pub const SIZE: OptionSpec = OptionSpec::integer("size", "rows and columns of the board", 3, 8, 8);
pub const PATH: OptionSpec = OptionSpec::one_of(
    "path",
    "cells of the L that must be free: two straight then one, one then two, either way, or only the last",
    &[Text::Borrowed("two-one"), Text::Borrowed("one-two"), Text::Borrowed("either"), Text::Borrowed("leap")],
);
pub const TRAIL: OptionSpec = OptionSpec::one_of(
    "trail",
    "cells that a move burns: the one it leaves, or the whole path",
    &[Text::Borrowed("origin"), Text::Borrowed("path")],
);

/// Catalog entry of the game.
pub fn entry() -> GameEntry {
    GameEntry {
        about: "Each square you leave burns. No move left? You lose.".into(),
        options: vec![SIZE, PATH, TRAIL],
        rules: RulesCard {
            goal: "Be the last who can move.".into(),
            rules: vec![
                "Move your knight in an L: two squares straight and one to the side.".into(),
                "The square you leave burns and stays closed.".into(),
                "Burnt squares and the other knight block your path.".into(),
                "Options choose which squares of the L must be free and which of them burn.".into(),
            ],
            example: ["2 3", "7 6", "3 5", "6 4"].map(Into::into).to_vec(),
            diagrams: vec![
                Diagram::new("Path two-one: two straight, then one", &["o.", "x.", "x*"]),
                Diagram::new("Path one-two: one straight, then two", &["ox", ".x", ".*"]),
                Diagram::new("Path either: the way you choose", &["ox", "xx", "x*"]),
                Diagram::new("Path leap: over everything", &["o.", "..", ".*"]),
            ],
        },
        levels: levels(&[
            (Strength::Beginner, "random", 0.2),
            (Strength::Easy, "greedy:error-rate=50", 0.2),
            (Strength::Medium, "greedy:error-rate=10", 0.2),
            (Strength::Hard, "alphabeta:depth=4", 0.5),
            (Strength::Expert, "alphabeta:depth=9", 1.0),
            (Strength::Perfect, "perfect", 2.0),
        ]),
        default_opponent: EngineSpec::new("alphabeta"),
        analysis_engine: EngineSpec::new("perfect"),
        solver: Some(EngineSpec::new("perfect")),
        usual_terms: UsualTerms { seconds_per_move: Some(5.0) },
        foreign_names: vec![("uci".into(), "joust".into())],
        dialects: dialect::dialects(),
        puzzles: PuzzleSet::new(include_str!("puzzles.txt")),
        look: look::look(),
        search_lesson: search_lesson(lesson_positions()),
        variants: vec![
            Variant::new(&[], 11),
            Variant::new(&[("path", "one-two")], 11),
            Variant::new(&[("path", "either")], 11),
            Variant::new(&[("path", "leap")], 11),
            Variant::new(&[("path", "two-one"), ("trail", "path")], 16),
            Variant::new(&[("path", "one-two"), ("trail", "path")], 16),
            Variant::new(&[("path", "either"), ("trail", "path")], 10),
            Variant::new(&[("size", "3"), ("path", "leap")], 6),
            Variant::new(&[("size", "5"), ("path", "either")], 10),
        ],
        messages: caption::messages(messages::ALL),
        translations: caption::translations(translations::HEBREW, translations::PERSIAN),
        ..GameEntry::new(NAME, "Knights", start)
    }
}

/// Starts of small boards.
fn lesson_positions() -> Vec<LessonPosition> {
    let start = |title, size, depth| {
        LessonPosition::new(title, Setup::new(NAME).with_option("size", size).with_option("path", "leap"), depth)
    };
    vec![start("Start on 5 by 5", 5, 4), start("Whole game on 3 by 3", 3, 6), start("Start on 4 by 4", 4, 6)]
}

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
            prover::entry(),
        ]
    }
}
