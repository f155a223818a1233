//! `parlor perft`: counts move sequences, depth by depth.

use std::io::Write;

use clap::{Arg, ArgMatches, Command};
use parlor_core::StopFlag;
use parlor_games::catalog;

use crate::command_line::{number, setup, takes_a_game, text};
use crate::cpu_time::CpuTime;
use crate::failure::Failure;

pub(crate) fn command() -> Command {
    let depth = Arg::new("depth")
        .value_name("DEPTH")
        .required(true)
        .allow_hyphen_values(true)
        .help("How many moves deep, from 1 to 64");
    takes_a_game(Command::new("perft").about("Count the move sequences of each length up to DEPTH")).arg(depth)
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let game = catalog::start(setup(arguments)?)?;
    let depth = number("depth", text(arguments, "depth").unwrap_or_default(), 1..=64)?;
    let mut speed = 0.0;
    for depth in 1..=depth {
        let begun = CpuTime::now();
        let leaves = game.perft(depth, &StopFlag::default()).unwrap_or_default();
        speed = begun.per_second(leaves);
        writeln!(out, "{depth} {leaves}")?;
        out.flush()?;
    }
    writeln!(out, "{speed:.0} leaves/s")?;
    Ok(())
}
