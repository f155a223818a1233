//! What `solve` and `analyze` share: one position, or all positions of a file, answered by one engine, as
//! text or as JSON.

mod answer;
mod file;

use std::time::Duration;

use clap::Args;
use parlor_core::{AnyGame, EngineSpec, Limits, Resource, Setup};

use super::Context;
use super::position_lines::{PositionLines, start_at};
use crate::arguments::{number, seconds};
use crate::command_error::CommandError;
use crate::progress::Spinner;
use answer::Asker;

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Its value, and the line of best play.
    Value,
    /// The value of each of its moves.
    Moves,
}

#[derive(Args, Debug)]
pub(super) struct Batch {
    /// Engine with its options, such as solver:no-book=yes [default: the game's own]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time_limit: Option<Duration>,
    /// Take every line of FILE as a position ("-": stdin), with its score where the game has a custom for
    /// that; skip blank lines and lines that begin with #. Prints position, value, best move, nodes and
    /// microseconds, and the moves where they are asked for, with tabs between
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<String>,
    /// Read at most N lines of the file
    #[arg(long, value_name = "N", requires = "file", conflicts_with = "position", value_parser = number(1..=usize::MAX))]
    limit: Option<usize>,
    /// Positions of a file at the same time; without a file, threads of the search [default: 1]
    #[arg(long, value_name = "N", value_parser = number(1..=256_usize))]
    threads: Option<usize>,
    /// Print one JSON object per position, on a line of its own, for programs
    #[arg(long)]
    json: bool,
}

impl Batch {
    /// The engine of the arguments, or else the default.
    pub(super) fn engine_or(&self, default: Option<&EngineSpec>) -> Option<EngineSpec> {
        self.engine.as_deref().map(EngineSpec::from).or_else(|| default.cloned())
    }

    pub(super) fn run(
        &self,
        question: Question,
        setup: Setup,
        engine: EngineSpec,
        time: Option<Duration>,
        context: &mut Context,
    ) -> Result<(), CommandError> {
        let catalog = context.catalog;
        let limits = time.map_or_else(Limits::none, Limits::time);
        let published = catalog.game(&setup.game)?.published.clone();
        let mut asker = Asker { catalog, published, engine, question, limits };
        if let Some(file) = &self.file {
            // The same for all lines: an error in the options is not one of a line.
            catalog.start(Setup { position: None, ..setup.clone() })?;
            let lines = PositionLines::open(file, self.limit.unwrap_or(usize::MAX))?;
            return file::run(&asker, &setup, lines, self.threads.unwrap_or(1), self.json, context.out);
        }
        let game = start_at(catalog, setup)?;
        if let Some(threads) = self.threads {
            let option = threads_option(&asker, &*game)?;
            asker.engine = asker.engine.with_option(&option, threads);
        }
        let spinner = Spinner::start(time);
        let answer = asker.answer(&mut asker.host(), game, "", &mut |text| spinner.set_message(text));
        spinner.finish();
        let answer = answer?;
        if self.json {
            writeln!(context.out, "{}", answer.json(&asker))?;
        } else {
            answer.write(&asker, context.out)?;
        }
        answer.status(question)
    }
}

/// Name of the engine's option for threads.
fn threads_option(asker: &Asker, game: &dyn AnyGame) -> Result<String, CommandError> {
    let info = asker.catalog.resolve_engine(game, &asker.engine)?.map(|(info, _)| info);
    let mut options = info.iter().flat_map(|info| &*info.options);
    let option = options.find(|option| option.resource == Some(Resource::Threads));
    let missing = || CommandError::usage(format!("the engine {} has no option for threads", asker.engine.name()));
    option.map(|option| option.name.to_string()).ok_or_else(missing)
}
