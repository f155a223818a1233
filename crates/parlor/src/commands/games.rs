//! `parlor games`: the list of games. Also the welcome text of `parlor` without arguments.

use std::io::Write;

use clap::{ArgMatches, Command};
use parlor_core::{Catalog, GameEntry};

use super::{Context, Subcommand};
use crate::command_error::CommandError;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command(_: &Catalog) -> Command {
    Command::new("games").about("List the games, their options, their engines and levels of strength")
}

fn run(_: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let Context { catalog, out, .. } = context;
    for (index, entry) in catalog.games().iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}", entry.name, description(entry))?;
        for option in &entry.options {
            writeln!(out, "  --{:<12} {}", option.name, option.about)?;
            writeln!(out, "    {:<12} {}, default {}", "", option.allowed(), option.default_text())?;
        }
        for (title, names) in [("engines", engines(catalog, entry)), ("levels", levels(entry))] {
            if !names.is_empty() {
                writeln!(out, "  {title}: {}", names.join(", "))?;
            }
        }
        if let Some(solver) = &entry.solver {
            writeln!(out, "  solver: {solver}")?;
        }
    }
    Ok(())
}

/// The rules in one sentence, or the title of a game that states none.
fn description(entry: &GameEntry) -> &str {
    if entry.about.is_empty() { &entry.title } else { &entry.about }
}

/// Names of the engines. A game that cannot be started without a position lists none.
fn engines(catalog: &Catalog, entry: &GameEntry) -> Vec<String> {
    let game = entry.start(entry.default_setup());
    game.map_or_else(
        |_| Vec::new(),
        |game| catalog.engines(&*game).into_iter().map(|engine| engine.name.into_owned()).collect(),
    )
}

/// Levels of strength, each with its engine, weakest first.
fn levels(entry: &GameEntry) -> Vec<String> {
    let describe = |strength: &str, engine| format!("{} ({engine})", strength.to_lowercase());
    entry.levels.iter().map(|level| describe(&format!("{:?}", level.strength), &level.engine)).collect()
}

pub(super) fn print_welcome(context: &mut Context) -> Result<(), CommandError> {
    let Context { catalog, out, .. } = context;
    writeln!(out, "Welcome to Parlor: classic board games and the programs that play them.\n")?;
    let width = catalog.games().iter().map(|entry| entry.name.len()).max().unwrap_or(0) + 1;
    for entry in catalog.games() {
        writeln!(out, "  {:<width$} {}", entry.name, description(entry))?;
    }
    writeln!(out, "\nparlor games          Options, engines and levels of each game")?;
    writeln!(out, "parlor --help         All commands")?;
    Ok(())
}
