//! Text format of a match, for storing and sharing: setup, terms and events.
//!
//! ```text
//! parlor record 2
//! game NAME
//! option size 5
//! position ...
//! terms move=5,illegal-move-loses
//! 0.52 first plays 3 2
//! ```
//! Blank lines and lines that begin with `#` are ignored. [`Record::replay`] validates every event. A record that is written
//! states every option of its game, so that a new default does not change its meaning.

use std::fmt::{self, Display};
use std::iter::Enumerate;
use std::str::{FromStr, Lines};

use parlor_core::{Catalog, Setup, SetupError};

use crate::escape::{escape, escape_word, excerpt, unescape};
use crate::event::strip_keyword;
use crate::{Event, EventKind, MAX_EVENTS, Match, MatchError, ReplayError, Terms};

/// First line of a record, before the version.
const HEADING: &str = "parlor record";

/// Above the size of the longest match with the longest moves.
const MAX_BYTES: usize = 16 << 20;

/// A match as data: setup, terms and events. The setup should state every option, as that of a started game does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub setup: Setup,
    pub terms: Terms,
    pub events: Vec<Event>,
}

impl Record {
    /// Version of the format. Others are refused.
    pub const VERSION: u32 = 2;

    /// Replays the match. Every event is checked, so a forged or damaged record is rejected.
    pub fn replay(&self, catalog: &Catalog) -> Result<Match, RecordError> {
        let entry = catalog.game(&self.setup.game).map_err(RecordError::Setup)?;
        let start = entry.start(self.setup.clone()).map_err(RecordError::Setup)?;
        let mut replayed = Match::new(start, self.terms);
        for (index, event) in self.events.iter().enumerate() {
            replayed.admit(index, event).map_err(|error| RecordError::event(&replayed, index + 1, event, error))?;
        }
        Ok(replayed)
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING} {}", Record::VERSION)?;
        writeln!(f, "game {}", escape(&self.setup.game))?;
        for (name, value) in &self.setup.options {
            writeln!(f, "option {} {}", escape_word(name), escape(value))?;
        }
        if let Some(position) = &self.setup.position {
            writeln!(f, "position {}", escape(position))?;
        }
        writeln!(f, "terms {}", self.terms)?;
        self.events.iter().try_for_each(|event| writeln!(f, "{event}"))
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        if text.len() > MAX_BYTES {
            return Err(RecordError::Line { line: 1, message: format!("a record has at most {MAX_BYTES} bytes") });
        }
        let mut reader = LineReader { lines: text.lines().enumerate(), line: 0, after_last: 1, peeked: None };
        reader.check_version()?;
        let game = reader.expect("game")?;
        let mut setup = Setup::new(&reader.unescape(game)?);
        while let Some(option) = reader.take("option") {
            let (name, value) = option.split_once(' ').unwrap_or((option, ""));
            let (name, value) = (reader.unescape(name)?, reader.unescape(value)?);
            if setup.options.contains_key(&name) {
                return Err(reader.error(format!("option \"{}\" is repeated", excerpt(&name))));
            }
            setup.options.insert(name, value);
        }
        if let Some(position) = reader.take("position") {
            setup.position = Some(reader.unescape(position)?);
        }
        let terms =
            reader.expect("terms")?.parse().map_err(|error: crate::ParseTermsError| reader.error(error.to_string()))?;
        let mut events = Vec::new();
        while let Some(event) = reader.next() {
            if events.len() > MAX_EVENTS {
                return Err(reader.error(format!("a match has at most {MAX_EVENTS} events")));
            }
            events.push(event.parse().map_err(|error: crate::ParseEventError| reader.error(error.to_string()))?);
        }
        Ok(Record { setup, terms, events })
    }
}

/// Iterator over the significant lines, with line numbers and a lookahead of one.
struct LineReader<'a> {
    lines: Enumerate<Lines<'a>>,
    /// Number of the line read last, from 1; at the end of the text, that of the missing line.
    line: usize,
    after_last: usize,
    peeked: Option<&'a str>,
}

impl<'a> LineReader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        if let Some(line) = self.peeked.take() {
            return Some(line);
        }
        for (index, line) in self.lines.by_ref() {
            self.line = index + 1;
            self.after_last = index + 2;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Some(line);
            }
        }
        self.line = self.after_last;
        None
    }

    /// Consumes the first line, which states the version.
    fn check_version(&mut self) -> Result<(), RecordError> {
        let expected = format!("{HEADING} {}", Record::VERSION);
        match self.next() {
            Some(line) if line == expected => Ok(()),
            Some(line) => Err(self.error(format!("expected \"{expected}\", found \"{}\"", excerpt(line)))),
            None => Err(self.error(format!("expected \"{expected}\""))),
        }
    }

    /// Consumes the next line and returns the text after `keyword`, if the line begins with it.
    fn take(&mut self, keyword: &str) -> Option<&'a str> {
        let line = self.next()?;
        let rest = strip_keyword(line, keyword);
        if rest.is_none() {
            self.peeked = Some(line);
        }
        rest
    }

    fn expect(&mut self, keyword: &str) -> Result<&'a str, RecordError> {
        if let Some(rest) = self.take(keyword) {
            return Ok(rest);
        }
        Err(match self.peeked {
            Some(other) => self.error(format!("expected \"{keyword}\", found \"{}\"", excerpt(other))),
            None => self.error(format!("expected \"{keyword}\", but the record ends here")),
        })
    }

    fn unescape(&self, escaped: &str) -> Result<String, RecordError> {
        unescape(escaped).ok_or_else(|| self.error(format!("\"{}\" has an invalid escape sequence", excerpt(escaped))))
    }

    fn error(&self, message: String) -> RecordError {
        RecordError::Line { line: self.line, message }
    }
}

/// Error of parsing or replaying a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    #[error("line {line}: {message}")]
    Line { line: usize, message: String },
    #[error(transparent)]
    Setup(SetupError),
    /// A move that the match rejects; `ply` counts from 1.
    #[error("ply {ply}, move \"{}\": {reason}", excerpt(notation))]
    Move { ply: usize, notation: String, reason: String },
    #[error("event {number} is invalid: {error}")]
    Event { number: usize, error: ReplayError },
}

impl RecordError {
    /// Error of an event that the match does not accept.
    fn event(replayed: &Match, number: usize, event: &Event, error: ReplayError) -> RecordError {
        match (&event.kind, error) {
            (EventKind::Played(notation), ReplayError::Rejected(error)) => {
                let reason = match error {
                    MatchError::IllegalMove => replayed.game().why_illegal(),
                    other => other.to_string(),
                };
                RecordError::Move { ply: replayed.ply() + 1, notation: notation.clone(), reason }
            }
            (EventKind::Played(notation), ReplayError::Mismatch(Event { kind: EventKind::PlayedIllegally(_), .. })) => {
                let reason = replayed.game().why_illegal();
                RecordError::Move { ply: replayed.ply() + 1, notation: notation.clone(), reason }
            }
            (_, error) => RecordError::Event { number, error },
        }
    }
}
