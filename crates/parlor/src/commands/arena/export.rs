//! `parlor arena export`: all games as JSON lines.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use parlor_arena::{ArenaError, Store, StoredCompetition};
use parlor_core::Catalog;

use super::{Selection, StoreFile};
use crate::command_error::CommandError;
use crate::commands::Context;

const HELP: &str = "\
\"record\" of a line is the game as text; save it to a file to open it in the site or with `parlor record`.";

/// Write all games as JSON lines, with the time and the report of every move
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Export {
    #[command(flatten)]
    competition: Selection,
    /// File to write [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    file: StoreFile,
}

impl Export {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let (store, stored) = self.competition.open(&self.file)?;
        let Some(path) = &self.out else { return write_games(context.catalog, &store, &stored, context.out) };
        let failed = |error| CommandError::runtime(format!("cannot write {}: {error}", path.display()));
        let mut file = BufWriter::new(File::create(path).map_err(failed)?);
        write_games(context.catalog, &store, &stored, &mut file)?;
        file.flush().map_err(failed)
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
