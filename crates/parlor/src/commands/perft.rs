//! `parlor perft`: number of move sequences of each length.

use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{AnyGame, Catalog, StopFlag};
use serde_json::json;

use super::position_lines::{file_argument, position_json, visit_positions};
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
    let json = Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help("Print one JSON object per position, on a line of its own, for programs");
    let command = Command::new("perft").about("Count the move sequences of each length up to DEPTH");
    add_position_and_options(add_game(command).args([depth, json, file_argument()]), catalog)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let Context { catalog, out, .. } = context;
    let setup = parse_setup(arguments, catalog)?;
    let depth = parse_number("depth", get_str(arguments, "depth").unwrap_or_default(), 1..=64)?;
    let (file, is_json) = (get_str(arguments, "file"), arguments.get_flag("json"));
    visit_positions(catalog, setup, file, |game| {
        if is_json {
            let mut object = position_json(game);
            object.insert("leaves".to_owned(), (1..=depth).map(|depth| json!(count(game, depth))).collect());
            writeln!(out, "{}", serde_json::Value::Object(object))?;
        } else if file.is_some() {
            let counts: Vec<String> = (1..=depth).map(|depth| count(game, depth).to_string()).collect();
            writeln!(out, "{}: {}", game.position(), counts.join(" "))?;
        } else {
            print_depths(game, depth, *out)?;
        }
        out.flush()?;
        Ok(())
    })
}

fn count(game: &dyn AnyGame, depth: u32) -> u64 {
    // Nobody raises the flag, so there is always a count.
    game.perft(depth, &StopFlag::default()).unwrap_or_default()
}

/// Prints the count of each depth as soon as it is known, and the speed of the last one.
fn print_depths(game: &dyn AnyGame, depth: u32, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut speed = 0.0;
    for depth in 1..=depth {
        let started = CpuTime::now();
        let leaves = count(game, depth);
        speed = started.per_second(leaves);
        writeln!(out, "{depth} {leaves}")?;
        out.flush()?;
    }
    writeln!(out, "{speed:.0} leaves/s")?;
    Ok(())
}
