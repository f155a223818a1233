//! Tic-Tac-Toe as an m,n,k game on a square board: k or more marks in a line win.

mod bitboard;
mod dialect;
mod evaluator;
mod genius;
mod look;
mod messages;
mod notation;
mod players;
pub mod prover;
mod rules;
mod scene;
mod tactics;
mod translations;

pub use bitboard::Bitboard;
pub use evaluator::OpenLines;
pub use genius::Genius;
pub use notation::ParseSquareError;
pub use players::{Clever, GeniusEngine};
pub use rules::{Square, TicTacToe};

use parlor_core::{
    AnyGame, EngineEntry, EngineSpec, ErasedGame, GameEntry, LessonPosition, OptionSpec, Options, Playable, PuzzleSet,
    RulesCard, Setup, SetupError, Strength, Variant,
};
use parlor_engines::{general_engines, search_lesson};

use crate::caption;
use crate::levels::levels;

const SIZE: OptionSpec = OptionSpec::integer("size", "rows and columns of the board", 2, 9, 4);
const WIN_STREAK: OptionSpec =
    OptionSpec::integer("win-streak", "marks in a line to win; out of range it is the size", 0, 99, 3);

/// Catalog entry of the game.
pub fn entry() -> GameEntry {
    GameEntry {
        about: "Line up your marks, on boards up to 9x9.".into(),
        options: vec![SIZE, WIN_STREAK],
        rules: RulesCard {
            goal: "Get a line of your marks: across, down or diagonally. Longer lines win too.".into(),
            rules: vec![
                "X begins. Players take turns to mark a free cell.".into(),
                "A full board without a line is a draw.".into(),
            ],
            example: ["11", "00", "12", "10", "13"].map(Into::into).to_vec(),
            ..RulesCard::default()
        },
        levels: levels(&[
            (Strength::Beginner, "whatever", 0.2),
            (Strength::Easy, "greedy:error-rate=60", 0.2),
            (Strength::Medium, "greedy:error-rate=25", 0.2),
            (Strength::Hard, "alphabeta:depth=4", 0.5),
            (Strength::Perfect, "genius", 1.0),
        ]),
        default_opponent: EngineSpec::new("clever"),
        analysis_engine: EngineSpec::new("perfect"),
        solver: Some(EngineSpec::new("perfect")),
        foreign_names: vec![("uci".into(), "tictactoe".into())],
        dialects: dialect::dialects(),
        puzzles: PuzzleSet::new(include_str!("puzzles.txt")),
        look: look::look(),
        search_lesson: search_lesson(lesson_positions()),
        variants: vec![
            Variant::new(&[], 8),
            Variant::new(&[("size", "2")], 3),
            Variant::new(&[("size", "3"), ("win-streak", "3")], 9),
            Variant::new(&[("size", "4"), ("win-streak", "4")], 8),
            Variant::new(&[("size", "5"), ("win-streak", "4")], 7),
            Variant::new(&[("size", "6"), ("win-streak", "4")], 6),
            Variant::new(&[("size", "6"), ("win-streak", "5")], 6),
            Variant::new(&[("size", "6"), ("win-streak", "6")], 6),
            Variant::new(&[("size", "7"), ("win-streak", "5")], 6),
            Variant::new(&[("size", "8"), ("win-streak", "2")], 5),
            Variant::new(&[("size", "9"), ("win-streak", "5")], 5),
        ],
        messages: caption::messages(messages::ALL),
        translations: caption::translations(translations::HEBREW, translations::PERSIAN),
        ..GameEntry::new("tic-tac-toe", "Tic-Tac-Toe", start)
    }
}

/// Positions of the classic game.
fn lesson_positions() -> Vec<LessonPosition> {
    let small = |title, position: Option<&str>, depth| {
        let classic = Setup::new("tic-tac-toe").with_option("size", 3).with_option("win-streak", 3);
        LessonPosition::new(title, Setup { position: position.map(str::to_owned), ..classic }, depth)
    };
    vec![
        small("Three cells left", Some("XOX/OO-/-X-"), 3),
        small("Four cells left", Some("XOX/-O-/-X-"), 4),
        small("Five cells left", Some("X-O/-X-/--O"), 5),
        small("The first two moves", None, 2),
    ]
}

/// Checks the options and dispatches on the size of the board.
fn start(setup: Setup, options: &Options) -> Result<Box<dyn AnyGame>, SetupError> {
    let size = options.integer(&SIZE);
    let streak = Some(options.integer(&WIN_STREAK)).filter(|streak| (2..=size).contains(streak)).unwrap_or(size);
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
        engines.extend(players::entries());
        engines
    }
}
