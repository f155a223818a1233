//! `parlor games`: the list of games. Also the welcome text of `parlor` without arguments.

use std::io::{self, Write};

use clap::Args;
use parlor_core::{AnyGame, Catalog, EngineInfo, GameEntry, Level, OptionKind, OptionSpec};
use serde_json::{Value, json};

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
            let games: Vec<Value> = catalog.games().iter().map(|entry| game_json(catalog, entry)).collect();
            return Ok(writeln!(out, "{}", Value::Array(games))?);
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

fn game_json(catalog: &Catalog, entry: &GameEntry) -> Value {
    let game = entry.start(entry.default_setup()).ok();
    let engine =
        |info: &EngineInfo| json!({ "name": info.name, "about": info.about, "options": options_json(&info.options) });
    let level = |level: &Level| json!({ "strength": level.strength, "engine": level.engine.to_string(), "seconds": level.seconds });
    json!({
        "name": entry.name,
        "title": entry.title,
        "about": entry.about,
        "players": game.as_ref().map(|game| game.player_count()),
        "unit": game.as_ref().map(|game| game.unit()),
        "start": game.as_ref().map(|game| game.position()),
        "options": options_json(&entry.options),
        "engines": engines(catalog, game.as_deref()).iter().map(engine).collect::<Vec<_>>(),
        "levels": entry.levels.iter().map(level).collect::<Vec<_>>(),
        "default_opponent": entry.default_opponent.to_string(),
        "analysis_engine": entry.analysis_engine.to_string(),
        "solver": entry.solver.as_ref().map(ToString::to_string),
    })
}

/// Declarations of options. `values` is null for a whole number, which lies from `min` to `max`.
fn options_json(options: &[OptionSpec]) -> Vec<Value> {
    let option = |spec: &OptionSpec| {
        let (range, values) = match &spec.kind {
            OptionKind::Integer { min, max, .. } => (Some((*min, *max)), None),
            OptionKind::OneOf { words, .. } => (None, Some(words.to_vec())),
            OptionKind::Switch => (None, Some(vec!["yes".into(), "no".into()])),
        };
        json!({
            "name": spec.name,
            "about": spec.about,
            "default": spec.default_text(),
            "min": range.map(|(min, _)| min),
            "max": range.map(|(_, max)| max),
            "values": values,
        })
    };
    options.iter().map(option).collect()
}

/// The engines. A game that cannot be started without a position lists none.
fn engines(catalog: &Catalog, game: Option<&dyn AnyGame>) -> Vec<EngineInfo> {
    game.map_or_else(Vec::new, |game| catalog.engines(game))
}

fn engine_names(catalog: &Catalog, entry: &GameEntry) -> Vec<String> {
    let game = entry.start(entry.default_setup()).ok();
    engines(catalog, game.as_deref()).into_iter().map(|engine| engine.name.into_owned()).collect()
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
