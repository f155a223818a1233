//! `parlor arena class FOLDER`: builds, checks and rates the bots of a class, and writes a report, a CSV file and a folder
//! for each author.

mod bot;
mod results;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use parlor_arena::{Competition, Entrant, Limit, Store};
use parlor_core::{Catalog, Strength};

use super::{session, store_path};
use crate::arguments::{get_str, option, parse_number, parse_seconds};
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::external::external_options;
use bot::{Bot, find_bots};
use results::{ClassResults, write_results};

/// Time for the build of one bot.
const DEFAULT_BUILD_TIME: Duration = Duration::from_mins(2);

const HELP: &str = r#"Every subfolder of FOLDER with a bot.toml takes part:

  name = "Ada"
  command = "python3 bot.py"     # run in a copy of the subfolder
  build = "make"                 # optional, run first, without network

A submission has no links, and its command begins with the program. Builds and bots run in containment. A bot that does not
build, or that `parlor bot check` finds not ready, is not rated. The others play a round robin with the reference engines of
the game. FOLDER/results then has report.html and ratings.csv, and for each author a folder bots/NAME: build.txt, check.txt,
games.txt with the own failures, and errors.txt with the error output.

Example: parlor arena class bots --game four-in-a-row --seconds 0.5 --games 20"#;

pub(super) fn command() -> Command {
    Command::new("class")
        .about("Rate the bots of a class: every subfolder with a bot.toml")
        .arg(Arg::new("folder").value_name("FOLDER").required(true).help("Folder with one subfolder for each bot"))
        .args([
            option("game", "GAME").required(true).help("Name of a game, as listed by `parlor games`"),
            option("games", "N").help("Games of each pairing [default: 20]"),
            option("seconds", "S").help("Seconds for each move [default: 0.5]"),
            option("seed", "N").help("Seed of the openings [default: 1]"),
            option("build-seconds", "S").help("Seconds for the build of one bot [default: 120]"),
        ])
        .args(session::arguments())
        .after_help(HELP)
}

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let folder = Path::new(get_str(arguments, "folder").unwrap_or_default());
    let results = results_folder(folder)?;
    let template = parse_terms(arguments)?;
    let build_time = get_str(arguments, "build-seconds");
    let build_time = build_time.map_or(Ok(DEFAULT_BUILD_TIME), |text| parse_seconds("build-seconds", text))?;
    let options = external_options();
    let mut bots = find_bots(folder, &results)?;
    writeln!(context.out, "{}\n", options.containment.describe())?;
    for (number, bot) in bots.iter_mut().enumerate() {
        bot.prepare(number, &template, build_time, context.catalog, &options)?;
        writeln!(context.out, "{}: {}", bot.name, bot.problem.as_deref().unwrap_or("ready"))?;
        context.out.flush()?;
    }
    writeln!(context.out)?;
    let mut competition = template;
    let ready = bots.iter().filter(|bot| bot.problem.is_none());
    competition.engines = ready.map(Bot::entrant).collect::<Result<_, _>>().map_err(CommandError::usage)?;
    if competition.engines.is_empty() {
        return Err(CommandError::runtime("no bot is ready, so there is nothing to rate"));
    }
    competition.engines.extend(reference_engines(&competition.game, context.catalog)?);
    let standings = session::start(competition, arguments, context)?;
    let store = Store::open_existing(Path::new(store_path(arguments)))?;
    let stored = store.competition(None)?;
    write_results(&results, &ClassResults { bots: &bots, standings: &standings, store: &store, stored: &stored })?;
    writeln!(context.out, "\nWrote {}", results.display())?;
    Ok(())
}

/// The folder of the results, with its full path: bots run in a folder of their own.
fn results_folder(folder: &Path) -> Result<PathBuf, CommandError> {
    let failed = |error| CommandError::usage(format!("cannot use the folder {}: {error}", folder.display()));
    let results = fs::canonicalize(folder).map_err(failed)?.join("results");
    fs::create_dir_all(&results).map_err(failed)?;
    Ok(results)
}

fn parse_terms(arguments: &ArgMatches) -> Result<Competition, CommandError> {
    let game = get_str(arguments, "game").unwrap_or_default();
    let mut competition = Competition { name: "Class".to_owned(), ..Competition::new(game, &[]) };
    competition.games = get_str(arguments, "games").map_or(Ok(20), |text| parse_number("games", text, 1..=100_000))?;
    competition.seed = get_str(arguments, "seed").map_or(Ok(1), |text| parse_number("seed", text, 0..=u64::MAX))?;
    let seconds = parse_seconds("seconds", get_str(arguments, "seconds").unwrap_or("0.5"))?;
    competition.limits = vec![Limit::PerMove(seconds)];
    Ok(competition)
}

/// Engines of the game's levels of strength, up to the strongest that can be beaten.
fn reference_engines(game: &str, catalog: &Catalog) -> Result<Vec<Entrant>, CommandError> {
    let levels = catalog.game(game)?.levels.iter().filter(|level| level.strength < Strength::Expert);
    let name = |strength: Strength| format!("{strength} (reference)");
    Ok(levels.map(|level| Entrant { name: name(level.strength), engine: level.engine.to_string() }).collect())
}
