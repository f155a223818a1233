//! `parlor perft`: number of move sequences of each length.

use std::io::Write;

use clap::{Arg, ArgMatches, Command};
use parlor_core::StopFlag;
use parlor_games::catalog;

use super::Subcommand;
use crate::arguments::{add_game_arguments, get_str, parse_number, parse_setup};
use crate::command_error::CommandError;
use crate::cpu_time::CpuTime;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command() -> Command {
    let depth = Arg::new("depth")
        .value_name("DEPTH")
        .required(true)
        .allow_hyphen_values(true)
        .help("Length of the longest sequences, from 1 to 64 moves");
    add_game_arguments(Command::new("perft").about("Count the move sequences of each length up to DEPTH")).arg(depth)
}

fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    let game = catalog::start(parse_setup(arguments)?)?;
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
