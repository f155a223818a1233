//! A match between people and engines, whatever the game and wherever it is played: who may do what and when
//! ([`Match`]), on which [`Terms`], how it is kept ([`Record`]), and the thread an engine thinks on
//! ([`EngineWorker`]). Terminal, window, browser, LAN and arena drive these and add no rules of their own.

mod clocks;
mod command;
mod ending;
mod engine_worker;
mod escape;
mod event;
mod matches;
mod record;
mod seconds;
mod terms;

pub use command::{Command, MatchError};
pub use ending::{Ending, Reason};
pub use engine_worker::{EngineEvent, EngineWorker, SearchFailure, SearchId, WorkerEvent, engine_time};
pub use event::{Event, EventKind, ParseEventError};
pub use matches::{MOST_EVENTS, Match, ReplayError};
pub use record::{Record, RecordError};
pub use seconds::{ParseSecondsError, Seconds};
pub use terms::{ParseTermsError, Terms, TimeControl};
