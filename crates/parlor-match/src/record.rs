//! A match as it is kept and shared: the setup, the terms and the events, as lines that a person can read.
//!
//! ```text
//! parlor record 1
//! game NAME
//! option size 5
//! position ...
//! terms move=5,illegal-move-loses
//! 0.52 first plays 3 2
//! ```
//! Blank lines and lines that begin with `#` are ignored. No line need be trusted: see [`Record::replay`].

use std::error::Error;
use std::fmt::{self, Display};
use std::iter::Enumerate;
use std::str::{FromStr, Lines};

use parlor_core::{AnyGame, Setup, SetupError};

use crate::escape::{escape, escape_word, excerpt, unescape};
use crate::event::after;
use crate::{Event, MOST_EVENTS, Match, ReplayError, Terms};

const VERSION_LINE: &str = "parlor record 1";

/// In bytes: above the longest match with the longest moves.
const LONGEST_TEXT: usize = 16 << 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub setup: Setup,
    pub terms: Terms,
    pub events: Vec<Event>,
}

impl Record {
    /// The match that was recorded. Every event is decided anew, so a record that was forged or damaged is
    /// refused. `start` is the catalog's.
    pub fn replay(&self, start: impl Fn(&Setup) -> Result<Box<dyn AnyGame>, SetupError>) -> Result<Match, RecordError> {
        let mut replayed = Match::new(start(&self.setup).map_err(RecordError::Setup)?, self.terms);
        for (index, event) in self.events.iter().enumerate() {
            replayed.check(event).map_err(|objection| RecordError::Event { number: index + 1, objection })?;
            replayed.apply(event);
        }
        Ok(replayed)
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{VERSION_LINE}")?;
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
        if text.len() > LONGEST_TEXT {
            return Err(RecordError::Line { line: 1, what: format!("a record has at most {LONGEST_TEXT} bytes") });
        }
        let mut reader = Reader { lines: text.lines().enumerate(), line: 0, after_last: 1, unread: None };
        match reader.next() {
            Some(VERSION_LINE) => {}
            Some(other) => return Err(reader.bad(format!("\"{}\" is not \"{VERSION_LINE}\"", excerpt(other)))),
            None => return Err(reader.bad(format!("there is no \"{VERSION_LINE}\""))),
        }
        let game = reader.must_take("game")?;
        let mut setup = Setup::of(&reader.text(game)?);
        while let Some(option) = reader.take("option") {
            let (name, value) = option.split_once(' ').unwrap_or((option, ""));
            let (name, value) = (reader.text(name)?, reader.text(value)?);
            if setup.options.contains_key(&name) {
                return Err(reader.bad(format!("option \"{}\" is given twice", excerpt(&name))));
            }
            setup.options.insert(name, value);
        }
        if let Some(position) = reader.take("position") {
            setup.position = Some(reader.text(position)?);
        }
        let terms =
            reader.must_take("terms")?.parse().map_err(|bad: crate::ParseTermsError| reader.bad(bad.to_string()))?;
        let mut events = Vec::new();
        while let Some(event) = reader.next() {
            if events.len() > MOST_EVENTS {
                return Err(reader.bad(format!("a match has at most {MOST_EVENTS} events")));
            }
            events.push(event.parse().map_err(|bad: crate::ParseEventError| reader.bad(bad.to_string()))?);
        }
        Ok(Record { setup, terms, events })
    }
}

/// The lines that count, and where it is.
struct Reader<'a> {
    lines: Enumerate<Lines<'a>>,
    /// The number of the line read last, from 1; at the end, that of the line that is missing.
    line: usize,
    after_last: usize,
    unread: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        if let Some(line) = self.unread.take() {
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

    /// What follows the word, if the next line begins with it.
    fn take(&mut self, word: &str) -> Option<&'a str> {
        let line = self.next()?;
        let rest = after(line, word);
        if rest.is_none() {
            self.unread = Some(line);
        }
        rest
    }

    fn must_take(&mut self, word: &str) -> Result<&'a str, RecordError> {
        if let Some(rest) = self.take(word) {
            return Ok(rest);
        }
        Err(match self.unread {
            Some(other) => self.bad(format!("here must be the {word}, not \"{}\"", excerpt(other))),
            None => self.bad(format!("the record ends where the {word} must be")),
        })
    }

    fn text(&self, escaped: &str) -> Result<String, RecordError> {
        unescape(escaped).ok_or_else(|| self.bad(format!("\"{}\" has a broken escape", excerpt(escaped))))
    }

    fn bad(&self, what: String) -> RecordError {
        RecordError::Line { line: self.line, what }
    }
}

/// Why a text is no record, or a record no match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    Line { line: usize, what: String },
    Setup(SetupError),
    Event { number: usize, objection: ReplayError },
}

impl Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Line { line, what } => write!(f, "line {line}: {what}"),
            RecordError::Setup(bad) => bad.fmt(f),
            RecordError::Event { number, objection: ReplayError::Refused(refusal) } => {
                write!(f, "event {number} cannot have happened: {refusal}")
            }
            RecordError::Event { number, objection: ReplayError::Otherwise(event) } => {
                write!(f, "event {number} cannot have happened: it would have been \"{event}\"")
            }
        }
    }
}

impl Error for RecordError {}
