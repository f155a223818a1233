//! `parlor record`: shows, checks and converts the records of matches.

mod move_list;
mod parlor_format;
mod source;
mod wthor;

use std::io::Write;

use clap::{Arg, ArgMatches, Command};
use parlor_core::Catalog;
use parlor_match::{Match, MatchResult};

use super::{Context, Subcommand};
use crate::arguments::{add_position_and_options, get_str, has_game_options, option, parse_number, parse_setup};
use crate::command_error::CommandError;
use move_list::MoveListWriter;
use source::{FileFormat, LoadedMatch, RecordFile};

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

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

fn command(catalog: &Catalog) -> Command {
    let with_source = |name: &'static str, about: &'static str, more: Option<Arg>| {
        let file = Arg::new("file").value_name("FILE").required(true).help("File with matches; \"-\" reads stdin");
        let number = option("match", "N").help("Only the match of this number, from 1 [default: all]");
        let game = option("game", "NAME").help("Game of a plain move list");
        let command = Command::new(name).about(about).args([file, number, game]).args(more).after_help(HELP);
        add_position_and_options(command, catalog)
    };
    let to = option("to", "record|moves").help("Output format [default: moves from records, otherwise record]");
    Command::new("record")
        .about("Show, check or convert the records of matches")
        .subcommand_required(true)
        .subcommands([
            with_source("show", "Show every position of a match as a board", None),
            with_source("check", "Check matches by replaying them, and print their results", None),
            with_source("convert", "Convert between Parlor's format and plain move lists", Some(to)),
        ])
        .after_help(HELP)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    match arguments.subcommand() {
        Some(("show", arguments)) => {
            let file = open(arguments, context.catalog)?;
            visit_matches(&file, arguments, |loaded, game_match| show(loaded, game_match, context.out))
        }
        Some(("check", arguments)) => check(arguments, context),
        Some(("convert", arguments)) => convert(arguments, context),
        _ => Err(CommandError::usage("choose one of show, check and convert (see --help)")),
    }
}

/// Calls `visit` for every valid match. Invalid ones are reported on stderr and make the command fail.
fn visit_matches(
    file: &RecordFile,
    arguments: &ArgMatches,
    mut visit: impl FnMut(&LoadedMatch, &Match) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut has_errors = false;
    for loaded in select_matches(file, arguments)? {
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

fn open<'a>(arguments: &ArgMatches, catalog: &'a Catalog) -> Result<RecordFile<'a>, CommandError> {
    let setup = match get_str(arguments, "game") {
        Some(_) => Some(parse_setup(arguments, catalog)?),
        None if has_game_options(arguments, catalog) => {
            return Err(CommandError::usage("options of a game need --game, which names it"));
        }
        None => None,
    };
    RecordFile::open(get_str(arguments, "file").unwrap_or_default(), setup, catalog)
}

/// The matches of the file, or the one that `--match` names.
fn select_matches<'a>(
    file: &'a RecordFile<'a>,
    arguments: &ArgMatches,
) -> Result<Box<dyn Iterator<Item = LoadedMatch> + 'a>, CommandError> {
    let Some(text) = get_str(arguments, "match") else { return Ok(file.matches()) };
    let number = parse_number("match", text, 1..=usize::MAX)?;
    match file.matches().nth(number - 1) {
        Some(loaded) => Ok(Box::new(std::iter::once(loaded))),
        None => Err(CommandError::usage(format!("{} has no match {number}", file.name()))),
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

fn check(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let Context { catalog, out, .. } = context;
    let file = open(arguments, catalog)?;
    let (mut count, mut invalid) = (0u64, 0u64);
    for loaded in select_matches(&file, arguments)? {
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

fn convert(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let Context { catalog, out, .. } = context;
    let file = open(arguments, catalog)?;
    let to_moves = match get_str(arguments, "to") {
        Some("moves") => true,
        Some("record") => false,
        Some(other) => return Err(CommandError::usage(format!("to \"{other}\" is not one of record, moves"))),
        None => file.format() == FileFormat::Parlor,
    };
    let mut move_list = MoveListWriter::default();
    let mut is_first = true;
    visit_matches(&file, arguments, |loaded, game_match| {
        if to_moves {
            return Ok(move_list.write(game_match, loaded.note.as_deref(), out)?);
        }
        if !std::mem::take(&mut is_first) {
            writeln!(out)?;
        }
        if let Some(note) = &loaded.note {
            writeln!(out, "# {note}")?;
        }
        write!(out, "{}", game_match.record())?;
        Ok(())
    })
}
