//! A match between people and engines, whatever the game and wherever it is played: who may do what and when
//! ([`Match`]), on which [`Terms`], how it is kept ([`Record`]), and the thread an engine thinks on
//! ([`Thinker`]). Terminal, window, browser, LAN and arena drive these and add no rules of their own.

mod clocks;
mod command;
mod ending;
mod escape;
mod event;
mod matches;
mod record;
mod seconds;
mod terms;
mod thinker;

pub use command::{Command, Refusal};
pub use ending::{Ending, Reason};
pub use event::{BadEvent, Event, EventKind};
pub use matches::{MOST_EVENTS, Match, Objection};
pub use record::{BadRecord, Record};
pub use seconds::{BadSeconds, Seconds};
pub use terms::{BadTerms, Terms, TimeControl};
pub use thinker::{Failure, News, Question, Said, Thinker, engine_time};
