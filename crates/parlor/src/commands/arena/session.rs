//! Plays a competition and shows it: shared by the forms that start one and by `resume`.

use std::path::Path;
use std::thread::available_parallelism;

use clap::{Arg, ArgAction, ArgMatches};
use parlor_arena::{Competition, Progress, Standings, Store, StoredCompetition, openings, run};
use parlor_core::StopFlag;

use super::live::{LiveView, OutputFormat};
use super::{store_path, via};
use crate::arguments::{get_str, option, parse_number};
use crate::command_error::CommandError;
use crate::commands::Context;

const MAX_WORKERS: usize = 1024;

/// `--workers`, `--json` and `--store`.
pub(super) fn arguments() -> [Arg; 3] {
    let json =
        Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON lines; the last one is the result");
    let workers = option("workers", "N").help("Games at the same time [default: the number of cores]");
    [workers, json, super::store_argument()]
}

/// Stores a new competition and plays it.
pub(super) fn start(
    competition: Competition,
    arguments: &ArgMatches,
    context: &mut Context,
) -> Result<Standings, CommandError> {
    let competition = competition.complete(context.catalog)?;
    let openings = openings(&competition, context.catalog)?;
    let mut store = Store::open(Path::new(store_path(arguments)))?;
    let id = store.create(&competition, &openings)?;
    let stored = store.competition(Some(id))?;
    play(&mut store, &stored, arguments, context)
}

/// Plays the games of a stored competition that are missing, and prints the standings.
pub(super) fn play(
    store: &mut Store,
    stored: &StoredCompetition,
    arguments: &ArgMatches,
    context: &mut Context,
) -> Result<Standings, CommandError> {
    let cores = available_parallelism().map_or(1, std::num::NonZero::get);
    let workers =
        get_str(arguments, "workers").map_or(Ok(cores), |text| parse_number("workers", text, 1..=MAX_WORKERS))?;
    let format = OutputFormat::choose(arguments.get_flag("json"));
    let mut view = LiveView::new(format, &mut *context.out);
    view.announce(stored, store_path(arguments));
    let mut on_progress = |progress: &Progress| view.update(progress);
    let tally = match via::parse(arguments)? {
        None => run(context.catalog, store, stored, workers, &StopFlag::default(), &mut on_progress)?,
        Some(via) => via::run(&via, context.catalog, store, stored, &mut on_progress)?,
    };
    let standings = Standings::new(&stored.competition, &tally, None);
    view.finish(stored, &tally, &standings)?;
    if store.competition(Some(stored.id))?.is_finished {
        return Ok(standings);
    }
    let text = format!("competition {} is paused; `parlor arena resume` continues it", stored.id);
    Err(CommandError::runtime(text))
}
