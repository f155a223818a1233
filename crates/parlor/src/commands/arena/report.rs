//! `parlor arena report`: one self-contained HTML file.

use std::path::Path;

use clap::{ArgMatches, Command};
use parlor_arena::{Store, html_report};

use super::{competition_id, id_argument, store_argument, store_path};
use crate::arguments::{get_str, option};
use crate::command_error::CommandError;
use crate::commands::Context;

const DEFAULT_FILE: &str = "arena.html";

pub(super) fn command() -> Command {
    Command::new("report")
        .about("Write a report as one HTML file: standings, cross table, graphs")
        .arg(id_argument())
        .args([option("out", "FILE").help("File to write [default: arena.html]"), store_argument()])
}

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let store = Store::open_existing(Path::new(store_path(arguments)))?;
    let stored = store.competition(competition_id(arguments)?)?;
    let file = get_str(arguments, "out").unwrap_or(DEFAULT_FILE);
    write_report(&html_report(&store, &stored)?, file)?;
    writeln!(context.out, "Wrote {file}")?;
    Ok(())
}

pub(super) fn write_report(html: &str, file: &str) -> Result<(), CommandError> {
    std::fs::write(file, html).map_err(|error| CommandError::runtime(format!("cannot write {file}: {error}")))
}
