//! `parlor games`: the list of games. Also the welcome text of `parlor` without arguments.

use std::io::{self, Write};

use clap::Args;
use parlor_core::{Catalog, GameEntry, GameView, Level, SetupError};
use serde_json::json;

use super::Context;
use crate::command_error::CommandError;

/// List the games, their options, their engines and levels of strength
#[derive(Args, Debug)]
pub(super) struct Games {
    /// Print one JSON array, for programs
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let Context { catalog, out, .. } = context;
        if self.json {
            let view = |entry: &GameEntry| {
                let game = entry.start(entry.default_setup())?;
                Ok(GameView::new(entry, &*game, catalog.engines(&*game)))
            };
            let games = catalog.games().iter().map(view).collect::<Result<Vec<GameView>, SetupError>>()?;
            return Ok(writeln!(out, "{}", json!(games))?);
        }
        for (index, entry) in catalog.games().iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write_game(catalog, entry, *out)?;
        }
        Ok(())
    }
}

fn write_game(catalog: &Catalog, entry: &GameEntry, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", entry.name, description(entry))?;
    for option in &entry.options {
        writeln!(out, "  --{:<12} {}", option.name, option.about)?;
        writeln!(out, "    {:<12} {}, default {}", "", option.allowed(), option.default_text())?;
    }
    for (title, names) in [("engines", engine_names(catalog, entry)), ("levels", levels(entry))] {
        if !names.is_empty() {
            writeln!(out, "  {title}: {}", names.join(", "))?;
        }
    }
    entry.solver.as_ref().map_or(Ok(()), |solver| writeln!(out, "  solver: {solver}"))
}

/// The rules in one sentence, or the title of a game that states none.
fn description(entry: &GameEntry) -> &str {
    if entry.about.is_empty() { &entry.title } else { &entry.about }
}

/// The engines. A game that cannot be started without a position lists none.
fn engine_names(catalog: &Catalog, entry: &GameEntry) -> Vec<String> {
    let engines = entry.start(entry.default_setup()).map_or_else(|_| Vec::new(), |game| catalog.engines(&*game));
    engines.into_iter().map(|engine| engine.name.into_owned()).collect()
}

/// Levels of strength, each with its engine, weakest first.
fn levels(entry: &GameEntry) -> Vec<String> {
    let describe = |level: &Level| format!("{} ({})", level.strength.to_string().to_lowercase(), level.engine);
    entry.levels.iter().map(describe).collect()
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
