//! `parlor analyze`: the value of each legal move of positions, best first.

use std::time::Duration;

use clap::Args;

use super::Context;
use super::batch::{Batch, Question};
use crate::command_error::CommandError;
use crate::game_options::GameStart;

const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Show the value of each legal move, best first, in 5 seconds for all moves of a position together
#[derive(Args, Debug)]
#[command(after_help = "Example: parlor analyze four-in-a-row --position 4453")]
pub(super) struct Analyze {
    #[command(flatten)]
    start: GameStart,
    #[command(flatten)]
    batch: Batch,
}

impl Analyze {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let setup = self.start.setup(context.catalog)?;
        let default = context.catalog.game(&setup.game)?.analysis_engine.clone();
        let engine = self.batch.engine_or(Some(&default)).unwrap_or_default();
        let time = self.batch.time_limit.unwrap_or(DEFAULT_TIME);
        self.batch.run(Question::Moves, setup, engine, Some(time), context)
    }
}
