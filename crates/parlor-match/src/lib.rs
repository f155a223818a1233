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
//! | [`Driver`], [`Seat`] | the loop of a match: awaited input, searches, clocks, engine failures; no I/O either |
//! | [`EngineHost`] | engines that are kept between searches: building, reuse, panics; no threads |
//! | [`EngineSet`] | a host on the calling thread: whole matches between engines |
//! | [`EngineWorker`] | a host on a thread of its own, for one engine |
//! | [`MatchController`] | driver with worker threads and network peers, for windows and programs without one |
//!
//! # Example: a match between two engines, and its record
//!
//! ```
//! use std::convert::Infallible;
//! use std::time::{Duration, Instant};
//!
//! use parlor_core::{EngineSpec, Limits, Setup};
//! use parlor_match::{Driver, EngineFailure, EngineSet, Match, Record, Seat, Terms, TimeControl};
//!
//! let catalog = parlor_games::catalog();
//! let game = catalog.start(Setup::new("four-in-a-row"))?;
//! let time = TimeControl::PerMove(Duration::from_secs(5));
//! let terms = Terms { time, engine_failure: EngineFailure::Forfeit, ..Terms::default() };
//! let seats = ["alphabeta:depth=3", "random:seed=1"]
//!     .map(|spec| Seat::Engine { spec: EngineSpec::from(spec), limits: Limits::none() });
//! let mut driver = Driver::new(Match::new(game, terms), seats.to_vec());
//! driver.start(Duration::ZERO);
//!
//! let started = Instant::now();
//! let Ok(()) = EngineSet::new(&catalog).play(&mut driver, || started.elapsed(), |_, event, _| {
//!     println!("{event}");
//!     Ok::<(), Infallible>(())
//! });
//! let played = driver.into_match();
//! println!("{}", played.result_text().unwrap_or_default());
//!
//! let text = played.record().to_string();
//! assert!(text.starts_with("parlor record 2\ngame four-in-a-row\nterms move=5,engine-failure=forfeit\n"));
//! // Reading a record plays the match again, move by move, by the same rules.
//! let replayed = text.parse::<Record>()?.replay(&catalog)?;
//! assert_eq!(replayed.result(), played.result());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clocks;
mod command;
mod controller;
mod decision;
mod driver;
mod engine_host;
mod escape;
mod event;
mod match_result;
mod match_state;
mod peer;
mod record;
mod search_failure;
mod seconds;
mod terms;
mod waker;

pub use command::{Command, MatchError};
pub use controller::{EngineChoice, EngineMenu, MatchController, MatchPhase};
pub use driver::{Awaited, Driver, EngineSet, EngineWorker, Output, SearchId, SearchUpdate, Seat, WorkerUpdate};
pub use engine_host::{
    BuildError, EngineFactory, EngineHost, EngineRequest, EngineSlot, HostedEngine, MoveAnalysis, MoveValue,
};
pub use event::{Event, EventKind, ParseEventError};
pub use match_result::{ForfeitReason, MatchResult};
pub use match_state::{Admitted, MAX_EVENTS, Match, ReplayError};
pub use peer::{PeerCommand, PeerEvent, PeerSender, RemotePeer};
pub use record::{Record, RecordError};
pub use search_failure::SearchFailure;
pub use seconds::{ParseSecondsError, Seconds};
pub use terms::{EngineFailure, ParseTermsError, Terms, TimeControl};
pub use waker::Waker;
