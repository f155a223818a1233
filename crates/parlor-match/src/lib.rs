//! Matches between people and engines, independent of game and front end: the state of a match ([`Match`]), its
//! [`Terms`], its text form ([`Record`]), and a thread for an engine ([`EngineWorker`]). Terminal, window, browser,
//! LAN and arena drive these and add no rules of their own.

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
