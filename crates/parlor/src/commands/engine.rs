//! `parlor engine`: an engine of the catalog for other programs, over stdin and stdout.

use std::io;

use clap::{Args, ValueEnum};
use parlor_core::EngineSpec;
use parlor_external::{serve_json, serve_nboard};

use super::Context;
use crate::command_error::CommandError;
use crate::game_options::GameOptions;

const EXAMPLES: &str = "\
Examples:
  parlor engine four-in-a-row solver
  parlor engine --protocol nboard reversi strong";

/// Let another program play with an engine, over stdin and stdout
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Engine {
    /// Name of a game, as listed by `parlor games`
    game: String,
    /// Engine, such as alphabeta:depth=6
    #[arg(value_name = "ENGINE")]
    spec: String,
    /// Protocol: Parlor's own, or that of many Reversi programs
    #[arg(long, value_name = "NAME", default_value = "json")]
    protocol: Protocol,
    #[command(flatten)]
    options: GameOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Protocol {
    Json,
    Nboard,
}

impl Engine {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let setup = self.options.setup(&self.game, context.catalog)?;
        let spec = EngineSpec::from(self.spec.as_str());
        let game = context.catalog.start(setup.clone())?;
        context.catalog.check_engine(&*game, &spec)?;
        let input = io::BufReader::new(io::stdin());
        let served = match self.protocol {
            Protocol::Json => serve_json(context.catalog, &setup.game, &spec, input, context.out),
            Protocol::Nboard => serve_nboard(context.catalog, &setup, &spec, input, context.out),
        };
        served.map_err(CommandError::runtime)
    }
}
