//! `parlor engine`: an engine of the catalog for other programs, over stdin and stdout.

use std::io;

use clap::{Arg, ArgMatches, Command};
use parlor_core::{Catalog, EngineSpec};
use parlor_external::{serve_json, serve_nboard};

use super::{Context, Subcommand};
use crate::arguments::{add_game, add_game_options, get_str, option, parse_setup};
use crate::command_error::CommandError;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const PROTOCOLS: [&str; 2] = ["json", "nboard"];

fn command(catalog: &Catalog) -> Command {
    let protocol = option("protocol", "NAME").help("json (Parlor's engine protocol) or nboard [default: json]");
    let engine = Arg::new("engine").value_name("ENGINE").required(true).help("Engine, such as alphabeta:depth=6");
    let command =
        add_game(Command::new("engine").about("Let another program play with an engine, over stdin and stdout"))
            .args([engine, protocol])
            .after_help(
                "Examples:\n  \
             parlor engine four-in-a-row solver\n  \
             parlor engine --protocol nboard reversi strong",
            );
    add_game_options(command, catalog)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let setup = parse_setup(arguments, context.catalog)?;
    let spec = EngineSpec::from(get_str(arguments, "engine").unwrap_or_default());
    let game = context.catalog.start(setup.clone())?;
    context.catalog.check_engine(&*game, &spec)?;
    let input = io::BufReader::new(io::stdin());
    let served = match get_str(arguments, "protocol").unwrap_or(PROTOCOLS[0]) {
        "json" => serve_json(context.catalog, &setup.game, &spec, input, context.out),
        "nboard" => serve_nboard(context.catalog, &setup, &spec, input, context.out),
        other => {
            let known = PROTOCOLS.join(", ");
            return Err(CommandError::usage(format!("protocol \"{other}\" is not one of {known}")));
        }
    };
    served.map_err(CommandError::runtime)
}
