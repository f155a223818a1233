//! `parlor bot check`: plays a few games with a bot and says what to fix.

use std::io::Write;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use parlor_core::Catalog;
use parlor_external::{BotCheck, BotReport, check_bot};

use super::{Context, Subcommand};
use crate::arguments::{add_game, add_position_and_options, get_str, option, parse_number, parse_seconds, parse_setup};
use crate::command_error::CommandError;
use crate::external::external_options;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const DEFAULT_TIME: Duration = Duration::from_secs(1);
const DEFAULT_GAMES: u32 = 4;

fn command(catalog: &Catalog) -> Command {
    let bot = Arg::new("command").value_name("COMMAND").required(true).help("Command of the bot, in quotes");
    let time = option("seconds", "SECONDS").help("Seconds for each move [default: 1]");
    let games = option("games", "N").help("Games to play, from both seats [default: 4]");
    let check = Command::new("check").about("Play a few games with a bot, and say what to fix").arg(bot);
    let check = add_game(check).args([time, games]).after_help(
        "Example: parlor bot check \"python3 examples/bots/first_legal.py\" four-in-a-row\n\n\
         docs/engine-protocol.md says how to write a bot.",
    );
    Command::new("bot")
        .about("Check a bot of your own, in any language")
        .subcommand_required(true)
        .subcommand(add_position_and_options(check, catalog))
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let Some((_, arguments)) = arguments.subcommand() else { return Ok(()) };
    let setup = parse_setup(arguments, context.catalog)?;
    let time = get_str(arguments, "seconds").map_or(Ok(DEFAULT_TIME), |text| parse_seconds("seconds", text))?;
    let games = get_str(arguments, "games").map_or(Ok(DEFAULT_GAMES), |text| parse_number("games", text, 1..=1000))?;
    let command = get_str(arguments, "command").unwrap_or_default().to_owned();
    let options = external_options();
    writeln!(context.out, "Checking \"{command}\" in {}.", setup.game)?;
    writeln!(context.out, "{}\n", options.containment.describe())?;
    context.out.flush()?;
    let memory_mib = options.containment.memory_mib;
    let check = BotCheck { setup, command, time, games, options };
    let report = check_bot(context.catalog, &check).map_err(CommandError::usage)?;
    write_report(&report, time, memory_mib, context.out)?;
    if report.is_ready() { Ok(()) } else { Err(CommandError::Status(1)) }
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
