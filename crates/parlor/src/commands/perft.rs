//! `parlor perft`: number of move sequences of each length.

use std::io::Write;

use clap::Args;
use parlor_core::{AnyGame, StopFlag};
use serde_json::json;

use super::Context;
use super::position_lines::{PositionFile, position_json, visit_positions};
use crate::arguments::number;
use crate::command_error::CommandError;
use crate::cpu_time::CpuTime;
use crate::game_options::GameStart;

/// Count the move sequences of each length up to DEPTH
#[derive(Args, Debug)]
pub(super) struct Perft {
    #[command(flatten)]
    game: GameStart,
    /// Length of the longest sequences, from 1 to 64 moves
    #[arg(value_name = "DEPTH", allow_hyphen_values = true, value_parser = number(1..=64_u32))]
    depth: u32,
    /// Print one JSON object per position, on a line of its own, for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    file: PositionFile,
}

impl Perft {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let Context { catalog, out, .. } = context;
        let depth = self.depth;
        visit_positions(catalog, self.game.setup(catalog)?, &self.file, |game| {
            if self.json {
                let mut object = position_json(game);
                object.insert("leaves".to_owned(), (1..=depth).map(|depth| json!(count(game, depth))).collect());
                writeln!(out, "{}", serde_json::Value::Object(object))?;
            } else if self.file.name().is_some() {
                let counts: Vec<String> = (1..=depth).map(|depth| count(game, depth).to_string()).collect();
                writeln!(out, "{}: {}", game.position(), counts.join(" "))?;
            } else {
                print_depths(game, depth, *out)?;
            }
            out.flush()?;
            Ok(())
        })
    }
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
