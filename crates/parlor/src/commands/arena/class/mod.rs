//! `parlor arena class FOLDER`: builds, checks and rates the bots of a class, and writes a report, a CSV file and a log
//! for each author.

mod bot;
mod results;

use std::path::Path;

use clap::{Arg, ArgMatches, Command};
use parlor_arena::{Competition, Entrant, Limit, Store, StoredCompetition, openings};
use parlor_core::{Catalog, Strength};

use super::{session, store_path};
use crate::arguments::{get_str, option, parse_number, parse_seconds};
use crate::command_error::CommandError;
use crate::commands::Context;
use bot::{Bot, find_bots};
use results::{ClassResults, write_results};

const HELP: &str = r#"Every subfolder of FOLDER with a bot.toml takes part:

  name = "Ada"
  command = "python3 bot.py"     # run in the subfolder
  build = "make"                 # optional, run first

A bot that does not build, or that fails in two games against random moves, is not rated. The others play a round robin with
the reference engines of the game. FOLDER/results then has report.html, ratings.csv and logs/NAME.txt for each author.

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
        ])
        .args(session::arguments())
        .after_help(HELP)
}

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let folder = Path::new(get_str(arguments, "folder").unwrap_or_default());
    let template = parse_terms(arguments)?;
    let mut bots = find_bots(folder)?;
    for bot in &mut bots {
        bot.build();
        if bot.problem.is_none() {
            bot.problem = check(bot, &template, context.catalog)?;
        }
        let state = bot.problem.as_deref().map_or("ready", |problem| problem);
        writeln!(context.out, "{}: {state}", bot.name)?;
    }
    writeln!(context.out)?;
    let mut competition = template;
    competition.engines = bots.iter().filter(|bot| bot.problem.is_none()).map(Bot::entrant).collect();
    if competition.engines.is_empty() {
        return Err(CommandError::runtime("no bot is ready, so there is nothing to rate"));
    }
    competition.engines.extend(reference_engines(&competition.game, context.catalog)?);
    let standings = session::start(competition, arguments, context)?;
    let store = Store::open_existing(Path::new(store_path(arguments)))?;
    let stored = store.competition(None)?;
    let results = ClassResults { bots: &bots, standings: &standings, store: &store, stored: &stored };
    let written = write_results(&folder.join("results"), &results)?;
    writeln!(context.out, "\nWrote {}", written.display())?;
    Ok(())
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
    let name = |strength: Strength| format!("{strength:?} (reference)");
    Ok(levels.map(|level| Entrant { name: name(level.strength), engine: level.engine.to_string() }).collect())
}

/// Plays two games against random moves; the first failure is the problem.
fn check(bot: &Bot, template: &Competition, catalog: &Catalog) -> Result<Option<String>, CommandError> {
    let mut competition = template.clone();
    competition.games = 2;
    competition.engines = vec![bot.entrant(), Entrant { name: "random".to_owned(), engine: "random".to_owned() }];
    let competition = match competition.complete(catalog) {
        Ok(competition) => competition,
        Err(error) => return Ok(Some(error.to_string())),
    };
    let mut store = Store::open(Path::new(":memory:"))?;
    let id = store.create(&competition, &openings(&competition, catalog)?)?;
    let stored = store.competition(Some(id))?;
    let played = parlor_arena::run(catalog, &mut store, &stored, 1, &parlor_core::StopFlag::default(), &mut |_| {});
    match played {
        Err(error) => Ok(Some(error.to_string())),
        Ok(_) => Ok(first_failure(&store, &stored)?),
    }
}

fn first_failure(store: &Store, stored: &StoredCompetition) -> Result<Option<String>, CommandError> {
    let mut failure = None;
    store.for_each_game(stored.id, |game| {
        if game.summary.failed.is_some_and(|player| game.engines[player.index()] == 0) && failure.is_none() {
            failure = Some(format!("not ready: {}", game.reason));
        }
        Ok(())
    })?;
    Ok(failure)
}
