//! Reversi on 8x8, 6x6 and 4x4: rules, pattern evaluation, search and exact endgame.

mod bitboard;
pub mod book;
mod dialect;
mod discs;
mod evaluator;
mod lanes;
mod look;
mod messages;
mod notation;
pub mod patterns;
mod perfect;
mod published;
mod rules;
mod scene;
pub mod search;
mod small_strong;
mod strong;
mod translations;

pub use crate::square::Square;
pub use discs::Discs;
pub use evaluator::Positional;
pub use notation::ParseMoveError;
pub use perfect::PerfectReversi;
pub use rules::{Move, Reversi, SizedReversi};
pub use strong::{EXACT_EMPTIES, Margin, Strong};

use parlor_core::{
    AnyGame, EngineEntry, EngineSpec, ErasedGame, GameEntry, LessonPosition, OptionSpec, Options, Playable, PuzzleSet,
    RulesCard, Setup, SetupError, Strength, Text, Variant,
};
use parlor_engines::{alphabeta, greedy, mcts, minimax, random, search_lesson};

use crate::caption;
use crate::levels::levels;

pub const SIZE: OptionSpec = OptionSpec::one_of(
    "size",
    "rows and columns of the board",
    &[Text::Borrowed("8"), Text::Borrowed("6"), Text::Borrowed("4")],
);

/// Catalog entry of the game.
pub fn entry() -> GameEntry {
    let small = || Setup::new("reversi").with_option("size", 4);
    GameEntry {
        about: "Trap discs to flip them. Most discs wins.".into(),
        options: vec![SIZE],
        rules: RulesCard {
            goal: "Have the most discs when neither side can move.".into(),
            rules: vec![
                "Place a disc so that it encloses a line of your opponent's discs. They all turn over.".into(),
                "A move must turn at least one disc. If you have no such move, you pass.".into(),
            ],
            example: ["F5", "D6", "C3", "D3", "C4"].map(Into::into).to_vec(),
            ..RulesCard::default()
        },
        levels: levels(&[
            (Strength::Beginner, "alphabeta:depth=2,error-rate=20", 0.2),
            (Strength::Easy, "alphabeta:depth=3,error-rate=10", 0.2),
            (Strength::Medium, "alphabeta:depth=4", 0.2),
            (Strength::Hard, "strong:error-rate=7", 0.5),
            (Strength::Expert, "strong", 1.0),
        ]),
        default_opponent: EngineSpec::from("alphabeta:depth=5"),
        analysis_engine: EngineSpec::new("strong"),
        solver: Some(EngineSpec::new("perfect")),
        published: Some(published::PUBLISHED),
        foreign_names: vec![("uci".into(), "flipello".into()), ("nboard".into(), "Othello".into())],
        dialects: dialect::dialects(),
        puzzles: PuzzleSet::new(include_str!("puzzles.txt")),
        look: look::look(),
        search_lesson: search_lesson(vec![
            LessonPosition::new("Five cells left on 4 by 4", small().with_position("X-O-XXO-XOXXXO-- O"), 5),
            LessonPosition::new("Start on 4 by 4", small(), 4),
            LessonPosition::new("Start on 8 by 8", Setup::new("reversi"), 3),
        ]),
        variants: vec![Variant::new(&[], 11), Variant::new(&[("size", "6")], 11), Variant::new(&[("size", "4")], 12)],
        messages: caption::messages(messages::ALL),
        translations: caption::translations(translations::HEBREW, translations::PERSIAN),
        ..GameEntry::new("reversi", "Reversi", start)
    }
}

fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    match options.one_of(&SIZE) {
        "4" => start_sized::<4>(setup),
        "6" => start_sized::<6>(setup),
        _ => start_sized::<8>(setup),
    }
}

fn start_sized<const SIZE: u32>(setup: Setup) -> Result<Box<dyn AnyGame>, SetupError>
where
    SizedReversi<SIZE>: Playable,
{
    let position: SizedReversi<SIZE> = match &setup.position {
        Some(text) => text.parse()?,
        None => SizedReversi::default(),
    };
    Ok(ErasedGame::boxed(setup, position))
}

/// The engines for every size, and `strong`, which differs.
fn engines<const SIZE: u32>(strong: EngineEntry<SizedReversi<SIZE>>) -> Vec<EngineEntry<SizedReversi<SIZE>>> {
    vec![
        random::entry(),
        greedy::entry::<SizedReversi<SIZE>, Positional>(),
        minimax::entry::<SizedReversi<SIZE>, Positional>(),
        alphabeta::entry::<SizedReversi<SIZE>, Positional>(),
        mcts::entry(),
        perfect::entry(),
        strong,
    ]
}

impl Playable for SizedReversi<8> {
    fn engines() -> Vec<EngineEntry<Self>> {
        engines(strong::entry())
    }
}

impl Playable for SizedReversi<6> {
    fn engines() -> Vec<EngineEntry<Self>> {
        engines(small_strong::entry())
    }
}

impl Playable for SizedReversi<4> {
    fn engines() -> Vec<EngineEntry<Self>> {
        engines(small_strong::entry())
    }
}
