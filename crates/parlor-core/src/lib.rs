//! The traits and data types that all crates of Parlor share. No dependencies (serde as a feature).
//!
//! | module | content |
//! |---|---|
//! | [`game`], [`problem`] | rules: [`Game`] for two players, [`Problem`] for one |
//! | [`engine`], [`value`] | searchers ([`Engine`]), their [`Limits`] and reports, scores and proved bounds |
//! | [`report`] | what a search, a solver or a planner found |
//! | [`value_report`] | values with their unit, as people and programs read them |
//! | [`scene`], [`look`], [`message`] | what front ends draw: a position as data, colors and materials, translatable text |
//! | [`options`], [`setup`] | options of games and engines, setups and engine specs as text |
//! | [`any_game`], [`any_engine`] | the type-erased [`AnyGame`] and [`AnyEngine`] that matches and front ends use |
//! | [`erased`], [`erased_problem`] | the adapters from games, engines and problems to them |
//! | [`entry`], [`catalog`] | catalog entries, and the [`Catalog`] that every program receives |
//! | [`published`] | how positions of a game and their scores are published |
//! | [`trace`], [`lesson`] | searches step by step, and the positions to learn from |
//! | [`perft`], [`random`] | move counts and play-outs for tests, seeded random numbers |
//!
//! # A game
//!
//! A pile of counters; each player takes one, two or three, and the player who takes the last one wins. [`Game`] has
//! the rules and is all that engines need.
//!
//! ```
//! use parlor_core::{Game, Outcome, Player};
//!
//! #[derive(Clone, PartialEq, Debug)]
//! struct Pile {
//!     counters: u8,
//!     turn: Player,
//! }
//!
//! impl Game for Pile {
//!     type Move = u8;
//!
//!     fn turn(&self) -> Player {
//!         self.turn
//!     }
//!
//!     fn legal_moves(&self) -> impl Iterator<Item = u8> {
//!         1..=self.counters.min(3)
//!     }
//!
//!     fn is_legal(&self, taken: u8) -> bool {
//!         (1..=self.counters.min(3)).contains(&taken)
//!     }
//!
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.counters == 0).then_some(Outcome::Win(!self.turn))
//!     }
//!
//!     fn play_unchecked(&mut self, taken: u8) {
//!         self.counters = self.counters.saturating_sub(taken);
//!         self.turn = !self.turn;
//!     }
//! }
//!
//! let mut pile = Pile { counters: 4, turn: Player::First };
//! assert!(pile.play(4).is_err());
//! pile.play(3).unwrap();
//! pile.play(1).unwrap();
//! assert_eq!(pile.outcome(), Some(Outcome::Win(Player::Second)));
//! ```
//!
//! # A catalog
//!
//! With a scene ([`Depict`]), a position notation (`Display`) and a list of engines ([`Playable`]) the game fits into a
//! [`Catalog`]: then matches, the command line, the window and the site can play it. Here an engine is built by the
//! catalog and searches under a time limit.
//!
//! ```
//! # use std::fmt;
//! # use parlor_core::*;
//! # #[derive(Clone, PartialEq, Debug)]
//! # struct Pile { counters: u8, turn: Player }
//! # impl Game for Pile {
//! #     type Move = u8;
//! #     fn turn(&self) -> Player { self.turn }
//! #     fn legal_moves(&self) -> impl Iterator<Item = u8> { 1..=self.counters.min(3) }
//! #     fn is_legal(&self, taken: u8) -> bool { (1..=self.counters.min(3)).contains(&taken) }
//! #     fn outcome(&self) -> Option<Outcome> { (self.counters == 0).then_some(Outcome::Win(!self.turn)) }
//! #     fn play_unchecked(&mut self, taken: u8) {
//! #         self.counters = self.counters.saturating_sub(taken);
//! #         self.turn = !self.turn;
//! #     }
//! # }
//! use std::time::Duration;
//!
//! impl fmt::Display for Pile {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         write!(f, "{}", self.counters)
//!     }
//! }
//!
//! impl Depict for Pile {
//!     fn scene(&self, _last: Option<u8>) -> Scene {
//!         // Moves without steps on the board are offered as buttons.
//!         let choice = |taken: u8| Choice::new(taken.to_string(), Message::verbatim(format!("Take {taken}")));
//!         Scene {
//!             columns: self.counters.max(1),
//!             rows: 1,
//!             choices: self.legal_moves().map(choice).collect(),
//!             caption: Message::verbatim(format!("{} counters are left.", self.counters)),
//!             ..Scene::default()
//!         }
//!     }
//! }
//!
//! /// Leaves a multiple of four where it can.
//! struct MultiplesOfFour;
//!
//! impl Engine<Pile> for MultiplesOfFour {
//!     fn search(
//!         &mut self,
//!         pile: &Pile,
//!         _limits: &Limits,
//!         on_report: &mut dyn FnMut(Report<u8>),
//!     ) -> Result<(), NoMoves> {
//!         let best = pile.legal_moves().max_by_key(|taken| (pile.counters - taken) % 4 == 0).ok_or(NoMoves)?;
//!         on_report(Report { best, value: Value::estimate(Score::DRAW), line: vec![best], depth: 0, nodes: 0 });
//!         Ok(())
//!     }
//!
//!     fn reset(&mut self) {}
//! }
//!
//! impl Playable for Pile {
//!     fn engines() -> Vec<EngineEntry<Pile>> {
//!         vec![EngineEntry::new(EngineInfo::new("four", "leaves multiples of four", &[]), |_| MultiplesOfFour)]
//!     }
//! }
//!
//! let entry = GameEntry::new("pile", "Pile", |setup, _options| {
//!     let counters = setup.position.as_deref().unwrap_or("21").parse();
//!     let counters = counters.map_err(|_| PositionError::new("a position is a number"))?;
//!     Ok(ErasedGame::boxed(setup, Pile { counters, turn: Player::First }))
//! });
//! let catalog = Catalog::new().with_game(entry);
//!
//! let game = catalog.start(Setup::new("pile").with_position(7)).unwrap();
//! let mut engine = catalog.engine(&*game, &EngineSpec::from("four")).unwrap();
//! let mut best = String::new();
//! let limits = Limits::time(Duration::from_millis(100));
//! engine.search(&*game, &limits, &mut |info| best = info.best).unwrap();
//! assert_eq!(best, "3");
//! ```

pub mod any_engine;
pub mod any_game;
pub mod catalog;
pub mod engine;
pub mod engine_limits;
mod engine_time;
pub mod entry;
pub mod erased;
pub mod erased_problem;
pub mod game;
pub mod game_view;
#[cfg(feature = "serde")]
pub mod json_integer;
pub mod lesson;
pub mod look;
pub mod message;
pub mod options;
pub mod perft;
pub mod problem;
pub mod published;
pub mod puzzle;
pub mod random;
pub mod report;
pub mod scene;
pub mod setup;
mod shorten;
#[cfg(feature = "svg")]
pub mod svg;
pub mod trace;
pub mod translation;
pub mod value;
pub mod value_report;

pub use any_engine::{AnyEngine, EngineFault, FaultKind, GameResult, SearchError};
pub use any_game::AnyGame;
pub use catalog::{Catalog, EngineScheme, SchemeBuilder};
pub use engine::{Engine, EngineBuilder, EngineEntry, EngineInfo, Evaluate, GameClock, Limits, NoMoves, StopFlag};
pub use engine_limits::EngineLimits;
pub use engine_time::{engine_time, time_margin};
pub use entry::{
    AnyEngineBuilder, AnyEngineEntry, Brush, CatalogBoard, Diagram, Dialect, Editor, GameEntry, Level, RulesCard,
    Start, Strength, Text, UsualTerms, Variant,
};
pub use erased::{ErasedGame, Playable};
pub use erased_problem::{ErasedProblem, PlayableProblem};
pub use game::{Game, IllegalMove, Keyed, Outcome, Player};
pub use game_view::GameView;
pub use lesson::{LessonAlgorithm, LessonLimit, LessonPosition, SearchLesson};
pub use look::{Arrival, BoardColors, Color, Emblem, Ground, Look, PieceLook, Themed};
pub use message::{Argument, Message, Template};
pub use options::{OptionError, OptionKind, OptionSpec, Options, RawOptions, Resource};
pub use perft::Explore;
pub use problem::{Cost, Heuristic, Planner, PlannerBuilder, PlannerEntry, Problem};
pub use published::{PositionLine, PublishedPositions};
pub use puzzle::{Difficulty, ParsePuzzleError, Puzzle, PuzzleKind, PuzzleSet};
pub use random::SplitMix64;
pub use report::{AnyReport, Report, ReportView};
pub use scene::{Axes, Cell, Choice, Depict, Facing, Key, Mark, Piece, PieceKind, Scene, Shape, Side, Tint};
pub use setup::{EngineSpec, EngineSpecError, PositionError, Setup, SetupError};
pub use shorten::shorten;
pub use trace::{
    CutReason, NodeStatistics, PopResult, RecordedSearch, SearchObserver, SearchTrace, SkipReason, TraceChild,
    TraceError, TraceEvent, TraceScore, TraceScoreKind, TraceStep,
};
pub use translation::Translation;
pub use value::{Score, Value};
pub use value_report::{Unit, ValueKind, ValueReport};
