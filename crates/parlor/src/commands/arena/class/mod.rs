//! `parlor arena class FOLDER`: builds, checks and rates the bots of a class, and writes a report, a CSV file and a folder
//! for each author.

mod bot;
mod results;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use parlor_arena::{Competition, Entrant, Limit, Store};
use parlor_core::{Catalog, Strength};

use super::session::Session;
use crate::arguments::{number, seconds};
use crate::command_error::CommandError;
use crate::commands::Context;
use bot::{Bot, find_bots};
use results::{ClassResults, write_results};

const HELP: &str = r#"Every subfolder of FOLDER with a bot.toml takes part:

  name = "Ada"
  command = "python3 bot.py"     # run in a copy of the subfolder
  build = "make"                 # optional, run first, without network

A submission has no links, and its command begins with the program. Builds and bots run in containment. A bot that does not
build, or that `parlor bot check` finds not ready, is not rated. The others play a round robin with the reference engines of
the game. FOLDER/results then has report.html and ratings.csv, and for each author a folder bots/NAME: build.txt, check.txt,
games.txt with the own failures, and errors.txt with the error output.

Example: parlor arena class bots --game four-in-a-row --seconds 0.5 --games 20"#;

/// Rate the bots of a class: every subfolder with a bot.toml
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Class {
    /// Folder with one subfolder for each bot
    folder: PathBuf,
    /// Name of a game, as listed by `parlor games`
    #[arg(long)]
    game: String,
    /// Games of each pairing
    #[arg(long, value_name = "N", value_parser = number(1..=100_000_u32), default_value = "20")]
    games: u32,
    /// Seconds for each move
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "0.5")]
    seconds: Duration,
    /// Seed of the openings
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), default_value = "1")]
    seed: u64,
    /// Seconds for the build of one bot
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "120")]
    build_seconds: Duration,
    #[command(flatten)]
    session: Session,
}

impl Class {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let results = results_folder(&self.folder)?;
        let mut competition = self.terms();
        let options = context.external.clone();
        options.containment.require_box().map_err(|error| CommandError::usage(error.to_string()))?;
        let mut bots = find_bots(&self.folder, &results)?;
        writeln!(context.out, "{}\n", options.containment.describe())?;
        for (number, bot) in bots.iter_mut().enumerate() {
            bot.prepare(number, &competition, self.build_seconds, context.catalog, &options)?;
            writeln!(context.out, "{}: {}", bot.name, bot.problem.as_deref().unwrap_or("ready"))?;
            context.out.flush()?;
        }
        writeln!(context.out)?;
        let ready = bots.iter().filter(|bot| bot.problem.is_none());
        competition.engines = ready.map(Bot::entrant).collect::<Result<_, _>>().map_err(CommandError::usage)?;
        if competition.engines.is_empty() {
            return Err(CommandError::runtime("no bot is ready, so there is nothing to rate"));
        }
        competition.engines.extend(reference_engines(&competition.game, context.catalog)?);
        let standings = self.session.start(competition, None, context)?;
        let store = Store::open_existing(&self.session.file.store)?;
        let stored = store.competition(None)?;
        write_results(&results, &ClassResults { bots: &bots, standings: &standings, store: &store, stored: &stored })?;
        writeln!(context.out, "\nWrote {}", results.display())?;
        Ok(())
    }

    /// The competition, still without engines.
    fn terms(&self) -> Competition {
        Competition {
            name: "Class".to_owned(),
            games: self.games,
            seed: self.seed,
            limits: vec![Limit::PerMove(self.seconds)],
            ..Competition::new(&self.game, &[])
        }
    }
}

/// The folder of the results, with its full path: bots run in a folder of their own.
fn results_folder(folder: &Path) -> Result<PathBuf, CommandError> {
    let failed = |error| CommandError::usage(format!("cannot use the folder {}: {error}", folder.display()));
    let results = fs::canonicalize(folder).map_err(failed)?.join("results");
    fs::create_dir_all(&results).map_err(failed)?;
    Ok(results)
}

/// Engines of the game's levels of strength, up to the strongest that can be beaten.
fn reference_engines(game: &str, catalog: &Catalog) -> Result<Vec<Entrant>, CommandError> {
    let levels = catalog.game(game)?.levels.iter().filter(|level| level.strength < Strength::Expert);
    let name = |strength: Strength| format!("{strength} (reference)");
    Ok(levels.map(|level| Entrant { name: name(level.strength), engine: level.engine.to_string() }).collect())
}
