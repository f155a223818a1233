//! `parlor record`: shows, checks and converts the records of matches.

mod load_error;
mod move_list;
mod parlor_format;
mod source;
mod wthor;

use std::io::Write;

use clap::{Args, Subcommand, ValueEnum};
use parlor_core::Catalog;
use parlor_match::{Match, MatchResult};

use super::Context;
use crate::arguments::number;
use crate::command_error::CommandError;
use crate::game_options::StartOptions;
use move_list::MoveListWriter;
use source::{FileFormat, LoadedMatch, RecordFile};

const HELP: &str = "\
FILE may hold many matches, in one of three formats, which is recognized by its content:
  record  Parlor's own format; every match begins with the line \"parlor record 2\"
  moves   plain move lists: one match per line, moves with or without spaces or commas between them, such as
          4453 or F5 D6 C3 or f5d6c3 (passes may be left out). Lines such as \"# game knights\", \"# option size 5\"
          and \"# position ...\" name the game of the lines below, unless --game does. Without either, moves such
          as F5 are taken for Reversi. \"-\" stands for a match without moves
  WTHOR   the binary format of Reversi databases (.wtb)

Move lists have no times, no moves taken back and no resignations: converting to them drops these.

Examples:
  parlor record show match.txt
  parlor record check WTH_2020.wtb
  parlor record convert WTH_2020.wtb --match 17 --to record
  parlor record show games.txt --game tic-tac-toe --size 4";

/// Show, check or convert the records of matches
#[derive(Args, Debug)]
#[command(arg_required_else_help = false, after_help = HELP)]
pub(super) struct Record {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Show every position of a match as a board
    Show(Source),
    /// Check matches by replaying them, and print their results
    Check(Source),
    /// Convert between Parlor's format and plain move lists
    Convert(Convert),
}

/// The matches of a file
#[derive(Args, Debug)]
#[command(after_help = HELP)]
struct Source {
    /// File with matches; "-" reads stdin
    file: String,
    /// Only the match of this number, from 1 [default: all]
    #[arg(long = "match", value_name = "N", value_parser = number(1..=usize::MAX))]
    number: Option<usize>,
    /// Game of a plain move list
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    #[command(flatten)]
    start: StartOptions,
}

/// The matches of a file in another format
#[derive(Args, Debug)]
struct Convert {
    #[command(flatten)]
    source: Source,
    /// Output format [default: moves from records, otherwise record]
    #[arg(long)]
    to: Option<OutputFormat>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OutputFormat {
    Record,
    Moves,
}

impl Record {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let Context { catalog, out, .. } = context;
        match &self.task {
            Task::Show(source) => {
                source.visit(&source.open(catalog)?, |loaded, game_match| show(loaded, game_match, *out))
            }
            Task::Check(source) => source.check(catalog, *out),
            Task::Convert(task) => task.run(catalog, *out),
        }
    }
}

impl Source {
    fn open<'a>(&self, catalog: &'a Catalog) -> Result<RecordFile<'a>, CommandError> {
        let setup = match &self.game {
            Some(game) => Some(self.start.setup(game, catalog)?),
            None if self.start.is_given() => {
                return Err(CommandError::usage("options of a game need --game, which names it"));
            }
            None => None,
        };
        RecordFile::open(&self.file, setup, catalog)
    }

    /// The matches of the file, or the one that `--match` names.
    fn matches<'a>(
        &self,
        file: &'a RecordFile<'a>,
    ) -> Result<Box<dyn Iterator<Item = LoadedMatch> + 'a>, CommandError> {
        let Some(number) = self.number else { return Ok(file.matches()) };
        match file.matches().nth(number - 1) {
            Some(loaded) => Ok(Box::new(std::iter::once(loaded))),
            None => Err(CommandError::usage(format!("{} has no match {number}", file.name()))),
        }
    }

    /// Calls `visit` for every valid match. Invalid ones are reported on stderr and make the command fail.
    fn visit(
        &self,
        file: &RecordFile,
        mut visit: impl FnMut(&LoadedMatch, &Match) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let mut has_errors = false;
        for loaded in self.matches(file)? {
            match &loaded.game_match {
                Ok(game_match) => visit(&loaded, game_match)?,
                Err(error) => {
                    eprintln!("parlor: {}: {error}", loaded.label());
                    has_errors = true;
                }
            }
        }
        if has_errors { Err(CommandError::Status(1)) } else { Ok(()) }
    }

    fn check(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<(), CommandError> {
        let file = self.open(catalog)?;
        let (mut count, mut invalid) = (0u64, 0u64);
        for loaded in self.matches(&file)? {
            count += 1;
            match &loaded.game_match {
                Ok(game_match) => {
                    let result = game_match.result_text().unwrap_or_else(|| "Not finished.".to_owned());
                    let moves = match game_match.ply() {
                        1 => "1 move".to_owned(),
                        count => format!("{count} moves"),
                    };
                    writeln!(out, "{}: valid, {moves}. {result}", loaded.label())?;
                }
                Err(error) => {
                    invalid += 1;
                    writeln!(out, "{}: invalid: {error}", loaded.label())?;
                }
            }
        }
        writeln!(out, "matches {count} invalid {invalid}")?;
        if invalid > 0 { Err(CommandError::Status(1)) } else { Ok(()) }
    }
}

impl Convert {
    fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<(), CommandError> {
        let file = self.source.open(catalog)?;
        let default = if file.format() == FileFormat::Parlor { OutputFormat::Moves } else { OutputFormat::Record };
        let to = self.to.unwrap_or(default);
        let mut move_list = MoveListWriter::default();
        let mut is_first = true;
        self.source.visit(&file, |loaded, game_match| {
            if to == OutputFormat::Moves {
                return Ok(move_list.write(game_match, loaded.note.as_deref(), out)?);
            }
            if !std::mem::take(&mut is_first) {
                writeln!(out)?;
            }
            if let Some(note) = &loaded.note {
                writeln!(out, "# {note}")?;
            }
            Ok(write!(out, "{}", game_match.record())?)
        })
    }
}

fn show(loaded: &LoadedMatch, game_match: &Match, out: &mut dyn Write) -> Result<(), CommandError> {
    let setup = game_match.setup();
    let options: String = setup.options.iter().map(|(name, value)| [" --", name, " ", value].concat()).collect();
    writeln!(out, "Match {}: {}{options}", loaded.number, setup.game)?;
    if let Some(note) = &loaded.note {
        writeln!(out, "{note}")?;
    }
    let mut positions = game_match.positions();
    if let Some(start) = positions.next() {
        write!(out, "\n{}", start.scene())?;
    }
    for (number, ((by, notation), game)) in (1..).zip(game_match.moves().zip(positions)) {
        let scene = game.scene();
        write!(out, "\n{number}. {} plays {notation}\n{scene}", scene.sides[by.index()].name)?;
    }
    // The last scene shows the result by the rules, but no other.
    if let (Some(MatchResult::Forfeit { .. } | MatchResult::Abandoned), Some(result)) =
        (game_match.result(), game_match.result_text())
    {
        writeln!(out, "{result}")?;
    }
    writeln!(out)?;
    Ok(())
}
