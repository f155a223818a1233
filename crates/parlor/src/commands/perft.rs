//! `parlor perft`: number of move sequences of each length.

use std::io::Write;

use clap::{Arg, ArgMatches, Command};
use parlor_core::{Catalog, StopFlag};

use super::{Context, Subcommand};
use crate::arguments::{add_game, add_position_and_options, get_str, parse_number, parse_setup};
use crate::command_error::CommandError;
use crate::cpu_time::CpuTime;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command(catalog: &Catalog) -> Command {
    let depth = Arg::new("depth")
        .value_name("DEPTH")
        .required(true)
        .allow_hyphen_values(true)
        .help("Length of the longest sequences, from 1 to 64 moves");
    let command = Command::new("perft").about("Count the move sequences of each length up to DEPTH");
    add_position_and_options(add_game(command).arg(depth), catalog)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let Context { catalog, out, .. } = context;
    let game = catalog.start(parse_setup(arguments, catalog)?)?;
    let depth = parse_number("depth", get_str(arguments, "depth").unwrap_or_default(), 1..=64)?;
    let mut speed = 0.0;
    for depth in 1..=depth {
        let started = CpuTime::now();
        let leaves = game.perft(depth, &StopFlag::default()).unwrap_or_default();
        speed = started.per_second(leaves);
        writeln!(out, "{depth} {leaves}")?;
        out.flush()?;
    }
    writeln!(out, "{speed:.0} leaves/s")?;
    Ok(())
}
