//! Plays a competition and shows it: shared by the forms that start one and by `resume`.

use std::thread::available_parallelism;

use clap::Args;
use parlor_arena::{Competition, Progress, Standings, Store, StoredCompetition, openings, run};
use parlor_core::{EngineSpec, StopFlag};
use parlor_external::{check_start, is_external};

use super::StoreFile;
use super::live::{LiveView, OutputFormat};
use super::via::Remote;
use crate::arguments::number;
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::external::require_box;

const MAX_WORKERS: usize = 1024;

/// How a competition is played here, shown and stored.
#[derive(Args, Debug)]
pub(super) struct Session {
    /// Games at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_WORKERS))]
    workers: Option<usize>,
    /// Print JSON lines; the last one is the result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) file: StoreFile,
}

impl Session {
    /// Stores a new competition and plays it.
    pub(super) fn start(
        &self,
        competition: Competition,
        via: Option<Remote>,
        context: &mut Context,
    ) -> Result<Standings, CommandError> {
        let competition = competition.complete(context.catalog)?;
        if via.is_none() {
            check_programs(&competition, context)?;
        }
        let openings = openings(&competition, context.catalog)?;
        let mut store = Store::open(&self.file.store)?;
        let id = store.create(&competition, &openings)?;
        let stored = store.competition(Some(id))?;
        self.play(&mut store, &stored, via, context)
    }

    /// Plays the games of a stored competition that are missing, and prints the standings.
    pub(super) fn play(
        &self,
        store: &mut Store,
        stored: &StoredCompetition,
        via: Option<Remote>,
        context: &mut Context,
    ) -> Result<Standings, CommandError> {
        if via.is_none() {
            require_box(&context.external, engines(&stored.competition))?;
        }
        let workers = self.workers.unwrap_or_else(cores);
        let mut view = LiveView::new(OutputFormat::choose(self.json), &mut *context.out);
        view.announce(stored, &self.file.store);
        let mut on_progress = |progress: &Progress| view.update(progress);
        let tally = match via {
            None => run(context.catalog, store, stored, workers, &StopFlag::default(), &mut on_progress)?,
            Some(remote) => remote.run(context.catalog, store, stored, &mut on_progress)?,
        };
        let standings = Standings::new(&stored.competition, &tally, None);
        view.finish(stored, &tally, &standings)?;
        if store.competition(Some(stored.id))?.is_finished {
            return Ok(standings);
        }
        let text = format!("competition {} is paused; `parlor arena resume` continues it", stored.id);
        Err(CommandError::runtime(text))
    }
}

fn engines(competition: &Competition) -> impl Iterator<Item = &str> {
    competition.engines.iter().map(|entrant| entrant.engine.as_str())
}

/// Refuses what would lose every game: programs without a box, and engines that do not have the game.
fn check_programs(competition: &Competition, context: &Context) -> Result<(), CommandError> {
    require_box(&context.external, engines(competition))?;
    let game = context.catalog.start(competition.setup())?;
    for engine in engines(competition).filter(|engine| is_external(&EngineSpec::from(*engine))) {
        check_start(context.catalog, &*game, engine, &context.external).map_err(CommandError::usage)?;
    }
    Ok(())
}

/// Number of cores, for one game on each.
pub(super) fn cores() -> usize {
    available_parallelism().map_or(1, std::num::NonZero::get)
}
