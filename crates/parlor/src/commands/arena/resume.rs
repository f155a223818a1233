//! `parlor arena resume`: continues an interrupted competition.

use std::path::Path;

use clap::{ArgMatches, Command};
use parlor_arena::Store;

use super::{competition_id, id_argument, session, store_path, via};
use crate::command_error::CommandError;
use crate::commands::Context;

pub(super) fn command() -> Command {
    Command::new("resume")
        .about("Continue an interrupted competition; games that are stored are not played again")
        .arg(id_argument())
        .args(session::arguments())
        .args(via::arguments())
}

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let mut store = Store::open_existing(Path::new(store_path(arguments)))?;
    let stored = store.competition(competition_id(arguments)?)?;
    session::play(&mut store, &stored, arguments, context).map(drop)
}
