//! The players of a match: `--first`, `--second` and `--time-limit`, and engine moves within the time limit.

use std::time::{Duration, Instant};

use clap::{ArgMatches, Command};
use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, Catalog, EngineSpec, EngineSpecError, Limits};
use parlor_match::{Command as MatchCommand, Event, Match, TimeControl, engine_time};

use crate::arguments::{get_str, option, parse_seconds};
use crate::command_error::CommandError;

const PLAYER_OPTIONS: [&str; 2] = ["first", "second"];
const HUMAN: &str = "human";
/// Time of an engine for a move in a match without a time limit.
pub(crate) const DEFAULT_ENGINE_TIME: Duration = Duration::from_secs(1);

/// The player chosen for one side.
pub(crate) enum PlayerChoice {
    Human,
    /// An engine, with its name as typed.
    Engine {
        name: String,
        engine: Box<dyn AnyEngine>,
    },
}

/// Adds `--first`, `--second` and `--time-limit`.
pub(crate) fn add_player_arguments(command: Command) -> Command {
    let player_help = [
        "First player: human, or an engine such as alphabeta:depth=6 [default: human]",
        "Second player: human, or an engine [default: the usual opponent of the game]",
    ];
    let time = option("time-limit", "SECONDS").help("Seconds for each move; a player who takes longer loses");
    let players = PLAYER_OPTIONS.into_iter().zip(player_help);
    command.args(players.map(|(name, help)| option(name, "PLAYER").help(help))).arg(time)
}

/// The players of a game, in order. The first is a person unless the arguments name another.
pub(crate) fn parse_players(
    arguments: &ArgMatches,
    catalog: &Catalog,
    game: &dyn AnyGame,
) -> Result<Vec<PlayerChoice>, CommandError> {
    let count = usize::from(game.player_count());
    if let Some(option) = PLAYER_OPTIONS[count..].iter().find(|option| get_str(arguments, option).is_some()) {
        let game = &game.setup().game;
        return Err(CommandError::usage(format!("{game} is for one player: leave out --{option}")));
    }
    let opponent = catalog.game(&game.setup().game)?.default_opponent.to_string();
    let defaults = [HUMAN, &opponent];
    let names =
        PLAYER_OPTIONS.iter().zip(defaults).map(|(option, default)| get_str(arguments, option).unwrap_or(default));
    names.take(count).map(|name| parse_player(name, catalog, game)).collect()
}

fn parse_player(name: &str, catalog: &Catalog, game: &dyn AnyGame) -> Result<PlayerChoice, CommandError> {
    if name == HUMAN {
        return Ok(PlayerChoice::Human);
    }
    match catalog.engine(game, &EngineSpec::from(name)) {
        Ok(engine) => Ok(PlayerChoice::Engine { name: name.to_owned(), engine }),
        Err(error @ EngineSpecError::Unknown { .. }) => {
            Err(CommandError::usage(format!("{error}, or {HUMAN} for a person")))
        }
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn parse_time_control(arguments: &ArgMatches) -> Result<TimeControl, CommandError> {
    let limit = get_str(arguments, "time-limit").map(|text| parse_seconds("time-limit", text)).transpose()?;
    Ok(limit.map_or(TimeControl::Unlimited, TimeControl::PerMove))
}

/// Searches for an engine's move. The move never exceeds the time limit of the match.
///
/// The search runs on the calling thread: the command has nothing else to do meanwhile, and an engine reports its
/// first move at once, however short the time.
pub(crate) fn search_move(
    game_match: &Match,
    name: &str,
    engine: &mut dyn AnyEngine,
    started: Instant,
) -> Result<(AnySearchInfo, Event), CommandError> {
    let time = game_match.thinking_time(started.elapsed()).unwrap_or(engine_time(DEFAULT_ENGINE_TIME));
    let mut last_info = None;
    engine
        .search(game_match.game(), &Limits::time(time), &mut |info| last_info = Some(info))
        .map_err(|error| CommandError::runtime(format!("{name}: {error}")))?;
    let info = last_info.ok_or_else(|| CommandError::runtime(format!("{name} gave no move")))?;
    // Delays of a busy machine after the search has ended do not count against the engine.
    let latest = game_match.deadline().map_or(Duration::MAX, |flag| flag.saturating_sub(Duration::from_nanos(1)));
    let event = decide(game_match, &MatchCommand::Play(info.best.clone()), started.elapsed().min(latest))?;
    Ok((info, event))
}

/// The event that a command of the side to move leads to, for commands that the match always accepts.
pub(crate) fn decide(game_match: &Match, command: &MatchCommand, now: Duration) -> Result<Event, CommandError> {
    game_match
        .decide(game_match.turn(), game_match.ply(), command, now)
        .map_err(|error| CommandError::runtime(error.to_string()))
}
