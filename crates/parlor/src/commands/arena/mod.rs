//! `parlor arena`: competitions between engines. The direct form takes a game and engines; the subcommands run a file,
//! resume, report and export, and use many machines. One file each.

mod class;
mod direct;
mod export;
mod live;
mod report;
mod resume;
mod run;
mod session;
mod status;
mod table;
mod via;
mod work;

use std::path::PathBuf;

use clap::Args;
use parlor_arena::{ArenaError, CompetitionId, Store, StoredCompetition};
use parlor_distributed::JobError;

use super::Context;
use crate::arguments::number;
use crate::command_error::CommandError;

const DEFAULT_STORE: &str = "arena.sqlite";

const HELP: &str = "\
Every pairing plays the same openings, and each opening twice, with swapped sides.

Examples:
  parlor arena four-in-a-row alphabeta:depth=4 mcts --games 200 --nodes 1000
  parlor arena reversi strong alphabeta greedy --seconds 0.05,0.2
  parlor arena knights alphabeta 'exec:python3 bot.py' --sprt 0,20 --games 5000
  parlor arena run weekly.toml
  parlor arena report --out weekly.html
  parlor arena run weekly.toml --via nats://host:4222   (and on every machine: parlor arena work --via nats://host:4222)

Games are stored in arena.sqlite while they are played; `parlor arena resume` continues after an interruption.";

/// Let engines compete: matches, tournaments, ratings and sequential tests
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "parlor arena GAME ENGINE ENGINE... [OPTIONS]\n       parlor arena COMMAND",
    after_help = HELP
)]
pub(super) struct Arena {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    direct: direct::Direct,
}

commands! {
    /// The subcommands, in the order of the help.
    enum Command {
        Run(run::Run),
        Resume(resume::Resume),
        Report(report::Report),
        Export(export::Export),
        Class(class::Class),
        Work(work::Work),
        Status(status::Status),
    }
}

impl Arena {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        match &self.command {
            Some(command) => command.run(context),
            None => self.direct.run(context),
        }
    }
}

/// A competition of a file.
#[derive(Args, Debug)]
struct Selection {
    /// Number of the competition [default: the latest]
    #[arg(value_parser = number(1..=CompetitionId::MAX))]
    number: Option<CompetitionId>,
}

/// `--store`.
#[derive(Args, Debug)]
struct StoreFile {
    /// File with the games
    #[arg(long, value_name = "FILE", default_value = DEFAULT_STORE)]
    store: PathBuf,
}

impl Selection {
    fn open(&self, file: &StoreFile) -> Result<(Store, StoredCompetition), CommandError> {
        let store = Store::open_existing(&file.store)?;
        let stored = store.competition(self.number)?;
        Ok((store, stored))
    }
}

impl From<ArenaError> for CommandError {
    fn from(error: ArenaError) -> CommandError {
        match error {
            ArenaError::Invalid(text) => CommandError::usage(text),
            ArenaError::Storage(text) | ArenaError::Worker(text) => CommandError::runtime(text),
        }
    }
}

impl From<JobError> for CommandError {
    fn from(error: JobError) -> CommandError {
        match error {
            JobError::Invalid(text) => CommandError::usage(text),
            JobError::Failed(text) => CommandError::runtime(text),
        }
    }
}
