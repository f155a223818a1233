//! Files of recorded matches: recognizes the format and reads one match after the other.

use std::fs::File;
use std::io::{self, Read};

use parlor_core::{Catalog, Setup};
use parlor_match::Match;

use super::load_error::LoadError;
use super::{move_list, parlor_format, wthor};
use crate::command_error::CommandError;

/// Most bytes read from a file.
const MAX_FILE_SIZE: u64 = 256 << 20;

/// Formats of recorded matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileFormat {
    Parlor,
    MoveList,
    Wthor,
}

/// One match of a file, or the reason why it is invalid.
pub(super) struct LoadedMatch {
    /// Number within the file, from 1.
    pub(super) number: usize,
    /// Line of a text file where the match begins.
    pub(super) line: Option<usize>,
    /// Further data of the file about the match.
    pub(super) note: Option<String>,
    pub(super) game_match: Result<Match, LoadError>,
}

impl LoadedMatch {
    /// Name of the match in messages.
    pub(super) fn label(&self) -> String {
        match self.line {
            Some(line) => format!("match {} (line {line})", self.number),
            None => format!("match {}", self.number),
        }
    }
}

/// A file of recorded matches in memory.
pub(super) struct RecordFile<'a> {
    catalog: &'a Catalog,
    name: String,
    content: Content,
    /// Setup of the matches of a move list, from the command line.
    setup: Option<Setup>,
}

enum Content {
    Parlor(String),
    MoveList(String),
    Wthor(Vec<u8>),
}

impl<'a> RecordFile<'a> {
    /// Reads a file, or stdin for `-`.
    pub(super) fn open(name: &str, setup: Option<Setup>, catalog: &'a Catalog) -> Result<RecordFile<'a>, CommandError> {
        let file_error = |error: io::Error| CommandError::usage(format!("{name}: {error}"));
        let mut bytes = Vec::new();
        let source: Box<dyn Read> =
            if name == "-" { Box::new(io::stdin()) } else { Box::new(File::open(name).map_err(file_error)?) };
        source.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).map_err(file_error)?;
        if bytes.len() as u64 > MAX_FILE_SIZE {
            return Err(CommandError::usage(format!("{name}: the file is larger than {MAX_FILE_SIZE} bytes")));
        }
        let content = recognize(bytes).map_err(|problem| CommandError::usage(format!("{name}: {problem}")))?;
        let file = RecordFile { catalog, name: name.to_owned(), content, setup };
        if let Content::MoveList(text) = &file.content
            && file.setup.is_none()
            && !move_list::names_its_game(text)
        {
            return Err(CommandError::usage(format!("{name}: use --game to name the game of these moves")));
        }
        Ok(file)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn format(&self) -> FileFormat {
        match self.content {
            Content::Parlor(_) => FileFormat::Parlor,
            Content::MoveList(_) => FileFormat::MoveList,
            Content::Wthor(_) => FileFormat::Wthor,
        }
    }

    pub(super) fn matches(&self) -> Box<dyn Iterator<Item = LoadedMatch> + '_> {
        match &self.content {
            Content::Parlor(text) => Box::new(parlor_format::read(text, self.catalog)),
            Content::MoveList(text) => Box::new(move_list::read(text, self.setup.as_ref(), self.catalog)),
            Content::Wthor(bytes) => Box::new(wthor::read(bytes, self.catalog)),
        }
    }
}

fn recognize(bytes: Vec<u8>) -> Result<Content, &'static str> {
    if wthor::is_wthor(&bytes) {
        return Ok(Content::Wthor(bytes));
    }
    let Ok(text) = String::from_utf8(bytes) else {
        return Err("the file is neither text nor a WTHOR file");
    };
    let text = text.trim_start_matches('\u{feff}').to_owned();
    match text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')) {
        None => Err("there is no match in the file"),
        Some(line) if parlor_format::is_first_line(line) => Ok(Content::Parlor(text)),
        Some(_) => Ok(Content::MoveList(text)),
    }
}
