//! `parlor bot check`: plays a few games with a bot and says what to fix.

use std::io::Write;
use std::time::Duration;

use clap::{Args, Subcommand};
use parlor_external::{BotCheck, BotReport, check_bot};

use super::Context;
use crate::arguments::{number, seconds};
use crate::command_error::CommandError;
use crate::game_options::GameStart;

const EXAMPLE: &str = "\
Example: parlor bot check \"python3 examples/bots/first_legal.py\" four-in-a-row

docs/engine-protocol.md says how to write a bot. `parlor --containment none bot check ...` runs it without the
box that keeps it from your files and the network.";

/// Check a bot of your own, in any language
#[derive(Args, Debug)]
#[command(arg_required_else_help = false)]
pub(super) struct Bot {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Check(Check),
}

/// Play a few games with a bot, and say what to fix
#[derive(Args, Debug)]
#[command(after_help = EXAMPLE)]
struct Check {
    /// Command of the bot, in quotes
    command: String,
    #[command(flatten)]
    game: GameStart,
    /// Seconds for each move
    #[arg(long, value_parser = seconds, default_value = "1")]
    seconds: Duration,
    /// Games to play, from both seats
    #[arg(long, value_name = "N", value_parser = number(1..=1000_u32), default_value = "4")]
    games: u32,
}

impl Bot {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let Task::Check(check) = &self.task;
        check.run(context)
    }
}

impl Check {
    fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let setup = self.game.setup(context.catalog)?;
        let options = context.external.clone();
        writeln!(context.out, "Checking \"{}\" in {}.", self.command, setup.game)?;
        writeln!(context.out, "{}\n", options.containment.describe())?;
        context.out.flush()?;
        let memory_mib = options.containment.limits.memory_mib;
        let (command, time, games) = (self.command.clone(), self.seconds, self.games);
        let check = BotCheck { setup, command, time, games, options };
        let report = check_bot(context.catalog, &check).map_err(CommandError::usage)?;
        write_report(&report, time, memory_mib, context.out)?;
        if report.is_ready() { Ok(()) } else { Err(CommandError::Status(1)) }
    }
}

/// Writes the report of a check, for the author of the bot.
pub(crate) fn write_report(
    report: &BotReport,
    time: Duration,
    memory_mib: u64,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    if let Some(name) = &report.name {
        writeln!(out, "name          {name}")?;
    }
    if let Some(start) = report.start_up_time {
        writeln!(out, "start-up      {:.2} s until its first line", start.as_secs_f64())?;
    }
    writeln!(out, "games         {} played to the end, {} moves", report.games, report.moves)?;
    if report.moves > 0 {
        let slowest = report.slowest_move.as_secs_f64();
        writeln!(out, "slowest move  {slowest:.3} s of {} s", time.as_secs_f64())?;
    }
    if let Some(kib) = report.peak_memory_kib {
        writeln!(out, "memory        {} MiB of {memory_mib} MiB", kib.div_ceil(1024))?;
    }
    for advice in &report.advice {
        writeln!(out, "\nNote: {advice}")?;
    }
    for problem in &report.problems {
        writeln!(out, "\nTo fix: {problem}")?;
    }
    if !report.log.trim().is_empty() {
        writeln!(out, "\nError output of your bot:\n{}", report.log.trim_end())?;
    }
    writeln!(out, "\n{}", if report.is_ready() { "ready" } else { "not ready yet" })?;
    Ok(())
}
