//! Positions on the command line: the lines of `--file`, errors that quote a position, and positions as JSON.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use clap::Args;
use parlor_core::{AnyGame, Catalog, Setup, SetupError};
use serde_json::{Map, Value, json};

use crate::command_error::CommandError;
use crate::line_input::LineReader;

/// Exit status if a line of a file is wrong.
const WRONG_LINE: u8 = 1;

/// The argument `--file`, in place of `--position`.
#[derive(Args, Debug)]
pub(super) struct PositionFile {
    /// Take every line of FILE as a position ("-": stdin); blank lines and lines that begin with # are
    /// skipped
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<String>,
}

impl PositionFile {
    pub(super) fn is_given(&self) -> bool {
        self.file.is_some()
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
    let errors = visit_lines(file, usize::MAX, |line| {
        visit(&*start_at(catalog, Setup { position: Some(line.to_owned()), ..setup.clone() })?)
    })?;
    if errors > 0 { Err(CommandError::Status(WRONG_LINE)) } else { Ok(()) }
}

/// Calls `visit` for at most `limit` lines of a file, without the blanks around them; blank lines and comments are
/// skipped. A usage error is printed with the number of its line. Returns the number of errors.
pub(super) fn visit_lines(
    file: &str,
    limit: usize,
    mut visit: impl FnMut(&str) -> Result<(), CommandError>,
) -> Result<u64, CommandError> {
    let file_error = |error: io::Error| CommandError::usage(format!("{file}: {error}"));
    let source: Box<dyn BufRead> = match file {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(file).map_err(file_error)?)),
    };
    let mut lines = LineReader(source);
    let mut errors = 0;
    for number in 1..=limit {
        let Some(content) = lines.next_line().map_err(file_error)? else { break };
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        match visit(content) {
            Err(CommandError::Message { status: CommandError::USAGE, text }) => {
                eprintln!("parlor: line {number}, {text}");
                errors += 1;
            }
            other => other?,
        }
    }
    Ok(errors)
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
