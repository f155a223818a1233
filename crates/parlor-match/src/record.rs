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
//! Blank lines and lines that begin with `#` are ignored. [`Record::replay`] validates every event.
//!
//! Version 2 states every option of the game. Version 1 left out options that had their default values then; it is
//! still read, and [`GameEntry::version_1_options`](parlor_core::GameEntry::version_1_options) fills them in.

use std::error::Error;
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

/// A match as data: setup, terms and events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Version of the format, which says what a missing option means: [`Record::VERSION`], or 1 in old records.
    pub version: u32,
    pub setup: Setup,
    pub terms: Terms,
    pub events: Vec<Event>,
}

impl Record {
    /// The version that is written.
    pub const VERSION: u32 = 2;

    /// A record of the current version. The setup should state every option, as that of a started game does.
    pub fn new(setup: Setup, terms: Terms, events: Vec<Event>) -> Record {
        Record { version: Record::VERSION, setup, terms, events }
    }

    /// Replays the match. Every event is checked, so a forged or damaged record is rejected. The match that is
    /// returned gives a record of the current version.
    pub fn replay(&self, catalog: &Catalog) -> Result<Match, RecordError> {
        let entry = catalog.game(&self.setup.game).map_err(RecordError::Setup)?;
        let setup = match self.version {
            1 => entry.upgrade_version_1(self.setup.clone()),
            _ => self.setup.clone(),
        };
        let mut replayed = Match::new(entry.start(setup).map_err(RecordError::Setup)?, self.terms);
        for (index, event) in self.events.iter().enumerate() {
            replayed.admit(index, event).map_err(|error| RecordError::event(&replayed, index + 1, event, error))?;
        }
        Ok(replayed)
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING} {}", self.version)?;
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
        let version = reader.version()?;
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
        Ok(Record { version, setup, terms, events })
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
    fn version(&mut self) -> Result<u32, RecordError> {
        let expected = format!("expected \"{HEADING} {}\"", Record::VERSION);
        let Some(line) = self.next() else { return Err(self.error(expected)) };
        match strip_keyword(line, HEADING) {
            Some("1") => Ok(1),
            Some("2") => Ok(2),
            _ => Err(self.error(format!("{expected}, found \"{}\"", excerpt(line)))),
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    Line {
        line: usize,
        message: String,
    },
    Setup(SetupError),
    /// A move that the match rejects; `ply` counts from 1.
    Move {
        ply: usize,
        notation: String,
        reason: String,
    },
    Event {
        number: usize,
        error: ReplayError,
    },
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

impl Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Line { line, message } => write!(f, "line {line}: {message}"),
            RecordError::Setup(error) => error.fmt(f),
            RecordError::Move { ply, notation, reason } => {
                write!(f, "ply {ply}, move \"{}\": {reason}", excerpt(notation))
            }
            RecordError::Event { number, error } => write!(f, "event {number} is invalid: {error}"),
        }
    }
}

impl Error for RecordError {}
