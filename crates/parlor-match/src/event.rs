//! Events of a match, each with a one-line text form: `12.5 first plays 4`.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use parlor_core::Player;

use crate::Seconds;
use crate::escape::{escape, excerpt, unescape};

/// A state change of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Time since the start of the match.
    pub at: Duration,
    /// The acting player, or the one who ran out of time.
    pub by: Player,
    pub kind: EventKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A move in canonical notation.
    Played(String),
    /// An illegal move that lost the match: the input, possibly truncated.
    PlayedIllegally(String),
    /// `to` is the number of moves left on the board.
    TookBack {
        to: usize,
    },
    Resigned,
    RanOutOfTime,
    /// The engine of this player crashed, or reported no legal move; holds the reason, possibly truncated. It ends the
    /// match if the terms say so.
    EngineFailed(String),
    Abandoned,
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", Seconds(self.at), self.by, self.kind)
    }
}

impl Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKind::Played(notation) => write!(f, "plays {}", escape(notation)),
            EventKind::PlayedIllegally(notation) => write!(f, "loses by illegal move {}", escape(notation)),
            EventKind::TookBack { to } => write!(f, "takes back to {to}"),
            EventKind::Resigned => f.write_str("resigns"),
            EventKind::RanOutOfTime => f.write_str("runs out of time"),
            EventKind::EngineFailed(reason) => write!(f, "has an engine failure: {}", escape(reason)),
            EventKind::Abandoned => f.write_str("abandons"),
        }
    }
}

impl FromStr for Event {
    type Err = ParseEventError;

    fn from_str(line: &str) -> Result<Event, ParseEventError> {
        let (at, rest) = line.split_once(' ').unwrap_or((line, ""));
        let Seconds(at) = at.parse().map_err(|error: crate::ParseSecondsError| ParseEventError(error.to_string()))?;
        let (by, kind) = rest.split_once(' ').unwrap_or((rest, ""));
        let by = Player::BOTH
            .into_iter()
            .find(|player| player.to_string() == by)
            .ok_or_else(|| ParseEventError(format!("\"{}\" is not a player: first or second", excerpt(by))))?;
        Ok(Event { at, by, kind: kind.parse()? })
    }
}

impl FromStr for EventKind {
    type Err = ParseEventError;

    fn from_str(text: &str) -> Result<EventKind, ParseEventError> {
        let unescaped = |typed: &str| {
            unescape(typed)
                .ok_or_else(|| ParseEventError(format!("\"{}\" has an invalid escape sequence", excerpt(typed))))
        };
        if let Some(typed) = strip_keyword(text, "plays") {
            Ok(EventKind::Played(unescaped(typed)?))
        } else if let Some(typed) = strip_keyword(text, "loses by illegal move") {
            Ok(EventKind::PlayedIllegally(unescaped(typed)?))
        } else if let Some(reason) = strip_keyword(text, "has an engine failure:") {
            Ok(EventKind::EngineFailed(unescaped(reason)?))
        } else if let Some(to) = strip_keyword(text, "takes back to") {
            let to =
                to.parse().map_err(|_| ParseEventError(format!("\"{}\" is not a number of moves", excerpt(to))))?;
            Ok(EventKind::TookBack { to })
        } else {
            match text {
                "resigns" => Ok(EventKind::Resigned),
                "runs out of time" => Ok(EventKind::RanOutOfTime),
                "abandons" => Ok(EventKind::Abandoned),
                _ => Err(ParseEventError(format!("\"{}\" is not an event", excerpt(text)))),
            }
        }
    }
}

/// Strips a keyword and the space after it. Without further text the space may be missing.
pub(crate) fn strip_keyword<'a>(text: &'a str, keyword: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(keyword)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

/// Error of parsing an event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParseEventError(String);
