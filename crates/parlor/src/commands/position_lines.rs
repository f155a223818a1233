//! Positions on the command line: the lines of `--file`, errors that quote a position, and positions as JSON.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use clap::Args;
use parlor_core::{AnyGame, Catalog, Setup, SetupError};
use serde_json::{Map, Value, json};

use crate::command_error::CommandError;
use crate::line_input::LineReader;

/// Exit status if a line of a file is wrong.
pub(super) const WRONG_LINE: u8 = 1;

/// The argument `--file`, in place of `--position`.
#[derive(Args, Debug)]
pub(super) struct PositionFile {
    /// Take every line of FILE as a position ("-": stdin); blank lines and lines that begin with # are
    /// skipped
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<String>,
}

impl PositionFile {
    pub(super) fn name(&self) -> Option<&str> {
        self.file.as_deref()
    }
}

/// Calls `visit` for every position of the file, or once for that of the setup if there is no file. In a file a wrong
/// position is reported with its line, and the others are still visited.
pub(super) fn visit_positions(
    catalog: &Catalog,
    setup: Setup,
    file: &PositionFile,
    mut visit: impl FnMut(&dyn AnyGame) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let Some(file) = &file.file else { return visit(&*catalog.start(setup)?) };
    // The same for all lines: an error in the options is not one of a line.
    catalog.start(Setup { position: None, ..setup.clone() })?;
    let mut errors = 0;
    for line in PositionLines::open(file, usize::MAX)? {
        let (number, line) = line?;
        let visited = start_at(catalog, setup.clone().with_position(line)).and_then(|game| visit(&*game));
        errors += report_wrong_line(at_line(number, visited))?.map_or(1, |()| 0);
    }
    if errors > 0 { Err(CommandError::Status(WRONG_LINE)) } else { Ok(()) }
}

/// The lines of a file with their numbers, without the blanks around them, and without blank lines and
/// comments.
pub(super) struct PositionLines {
    file: String,
    reader: LineReader<Box<dyn BufRead + Send>>,
    /// Numbers of the lines that are still to be read.
    numbers: std::ops::RangeInclusive<usize>,
}

impl PositionLines {
    /// Reads at most `limit` lines of a file, or of stdin for `-`.
    pub(super) fn open(file: &str, limit: usize) -> Result<PositionLines, CommandError> {
        let source: Box<dyn BufRead + Send> = match file {
            "-" => Box::new(BufReader::new(io::stdin())),
            _ => Box::new(BufReader::new(File::open(file).map_err(|error| file_error(file, &error))?)),
        };
        Ok(PositionLines { file: file.to_owned(), reader: LineReader(source), numbers: 1..=limit })
    }
}

impl Iterator for PositionLines {
    type Item = Result<(usize, String), CommandError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let number = self.numbers.next()?;
            let line = match self.reader.next_line() {
                Ok(line) => line?,
                Err(error) => return Some(Err(file_error(&self.file, &error))),
            };
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Some(Ok((number, line.to_owned())));
            }
        }
    }
}

fn file_error(file: &str, error: &io::Error) -> CommandError {
    CommandError::usage(format!("{file}: {error}"))
}

/// Names the line in an error of invalid input.
pub(super) fn at_line<T>(number: usize, result: Result<T, CommandError>) -> Result<T, CommandError> {
    result.map_err(|error| match error {
        CommandError::Message { status: CommandError::USAGE, text } => {
            CommandError::usage(format!("line {number}, {text}"))
        }
        other => other,
    })
}

/// Prints an error of invalid input, and gives `None` for it. Other errors are passed on.
pub(super) fn report_wrong_line<T>(result: Result<T, CommandError>) -> Result<Option<T>, CommandError> {
    match result {
        Err(CommandError::Message { status: CommandError::USAGE, text }) => {
            eprintln!("parlor: {text}");
            Ok(None)
        }
        other => other.map(Some),
    }
}

/// Starts a game; an error of the position quotes it.
pub(super) fn start_at(catalog: &Catalog, setup: Setup) -> Result<Box<dyn AnyGame>, CommandError> {
    let text = setup.position.clone().unwrap_or_default();
    catalog.start(setup).map_err(|error| match error {
        SetupError::Position(error) => position_error(&text, &error.to_string()),
        other => other.into(),
    })
}

/// Error about a position: its text, shortened, and the reason.
pub(super) fn position_error(text: &str, reason: &str) -> CommandError {
    CommandError::usage(format!("\"{}\": {reason}", shorten(text)))
}

/// Cuts a text so that an error message stays one readable line.
pub(super) fn shorten(text: &str) -> String {
    parlor_core::shorten(text, 60)
}

/// The members that describe a position in every JSON output. A finished game has an outcome and a final value, and no
/// side to move.
pub(super) fn position_json(game: &dyn AnyGame) -> Map<String, Value> {
    let scene = game.scene();
    let members = [
        ("game", json!(game.setup().game)),
        ("options", json!(game.setup().options)),
        ("position", json!(game.position())),
        ("turn", json!(scene.turn)),
        ("outcome", json!(scene.outcome)),
        ("final_value", json!(game.final_value().map(|value| value.report(game.unit())))),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
