//! `parlor arena export`: all games as JSON lines.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use clap::{ArgMatches, Command};
use parlor_arena::{ArenaError, Store, StoredCompetition};
use parlor_core::Catalog;

use super::{competition_id, id_argument, store_argument, store_path};
use crate::arguments::{get_str, option};
use crate::command_error::CommandError;
use crate::commands::Context;

pub(super) fn command() -> Command {
    Command::new("export")
        .about("Write all games as JSON lines, with the time and the report of every move")
        .arg(id_argument())
        .args([option("out", "FILE").help("File to write [default: stdout]"), store_argument()])
        .after_help("\"record\" of a line is the game as text; save it to a file to open it in the site or with `parlor record`.")
}

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let store = Store::open_existing(Path::new(store_path(arguments)))?;
    let stored = store.competition(competition_id(arguments)?)?;
    match get_str(arguments, "out") {
        None => write_games(context.catalog, &store, &stored, context.out),
        Some(path) => {
            let failed = |error| CommandError::runtime(format!("cannot write {path}: {error}"));
            let mut file = BufWriter::new(File::create(path).map_err(failed)?);
            write_games(context.catalog, &store, &stored, &mut file)?;
            file.flush().map_err(failed)
        }
    }
}

fn write_games(
    catalog: &Catalog,
    store: &Store,
    stored: &StoredCompetition,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let mut written = Ok(());
    store
        .for_each_game(stored.id, |game| {
            let line = game.to_json(catalog, &stored.competition, &stored.openings)?;
            written = writeln!(out, "{line}");
            // Ends the iteration when the reader has gone; the error itself is in `written`.
            if written.is_ok() { Ok(()) } else { Err(ArenaError::Storage(String::new())) }
        })
        .or_else(|error| if written.is_err() { Ok(()) } else { Err(error) })?;
    Ok(written?)
}
