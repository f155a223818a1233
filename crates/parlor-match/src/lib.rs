//! Matches between people and engines, independent of game and front end. Terminal, window, browser and network game
//! drive these types and add no rules of their own.
//!
//! | item | content |
//! |---|---|
//! | [`Match`] | state of a match: turns, legality, clocks, take-backs, result; no I/O, no system clock |
//! | [`Terms`], [`TimeControl`] | what the players agreed on |
//! | [`Command`], [`MatchError`] | what a player asks for, and why it is refused |
//! | [`Event`], [`MatchResult`] | what happened, and how the match ended |
//! | [`Record`] | a match as text, for storing and sharing |
//! | [`EngineWorker`] | an engine on its own thread, with cancellation and panic containment |
//!
//! # Example: a match between two engines, and its record
//!
//! ```
//! use std::time::{Duration, Instant};
//!
//! use parlor_core::{EngineSpec, Limits, Setup};
//! use parlor_match::{Command, Match, Record, Terms, TimeControl};
//!
//! let catalog = parlor_games::catalog();
//! let game = catalog.start(Setup::new("four-in-a-row"))?;
//! let mut engines =
//!     [catalog.engine(&*game, &EngineSpec::from("alphabeta:depth=3"))?, catalog.engine(&*game, &"random:seed=1".into())?];
//! let mut played = Match::new(game, Terms::timed(TimeControl::PerMove(Duration::from_secs(5))));
//!
//! let started = Instant::now();
//! while played.result().is_none() {
//!     // The time for this move, less a margin, so that no engine loses on time.
//!     let time = played.thinking_time(started.elapsed()).unwrap_or(Duration::from_secs(1));
//!     let mut best = None;
//!     engines[played.turn().index()].search(played.game(), &Limits::time(time), &mut |info| best = Some(info.best))?;
//!     // A driver stores the event before it applies it. Then a crash loses no move.
//!     let command = Command::Play(best.ok_or("the engine gave no move")?);
//!     let event = played.decide(played.turn(), played.ply(), &command, started.elapsed())?;
//!     played.apply(&event);
//! }
//! println!("{}", played.result_text().unwrap_or_default());
//!
//! let text = played.record().to_string();
//! assert!(text.starts_with("parlor record 2\ngame four-in-a-row\nterms move=5\n"));
//! // Reading a record plays the match again, move by move, by the same rules.
//! let replayed = text.parse::<Record>()?.replay(&catalog)?;
//! assert_eq!(replayed.result(), played.result());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clocks;
mod command;
mod engine_worker;
mod escape;
mod event;
mod match_result;
mod match_state;
mod record;
mod seconds;
mod terms;

pub use command::{Command, MatchError};
pub use engine_worker::{EngineEvent, EngineWorker, SearchFailure, SearchId, WorkerEvent, engine_time};
pub use event::{Event, EventKind, ParseEventError};
pub use match_result::{ForfeitReason, MatchResult};
pub use match_state::{MAX_EVENTS, Match, ReplayError};
pub use record::{Record, RecordError};
pub use seconds::{ParseSecondsError, Seconds};
pub use terms::{ParseTermsError, Terms, TimeControl};
