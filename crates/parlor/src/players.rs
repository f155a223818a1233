//! The players of a match: `--first`, `--second` and `--time-limit`.

use std::time::Duration;

use clap::{ArgMatches, Command};
use parlor_core::{AnyGame, Catalog, EngineSpec, EngineSpecError, Limits};
use parlor_match::{EngineBuilder, Seat, TimeControl, engine_time};

use crate::arguments::{get_str, option, parse_seconds};
use crate::command_error::CommandError;

const PLAYER_OPTIONS: [&str; 2] = ["first", "second"];
const HUMAN: &str = "human";
/// Time of an engine for a move in a match without a time limit.
const DEFAULT_ENGINE_TIME: Duration = Duration::from_secs(1);

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
pub(crate) fn parse_seats(
    arguments: &ArgMatches,
    catalog: &Catalog,
    game: &dyn AnyGame,
) -> Result<Vec<Seat>, CommandError> {
    let count = usize::from(game.player_count());
    if let Some(option) = PLAYER_OPTIONS[count..].iter().find(|option| get_str(arguments, option).is_some()) {
        let game = &game.setup().game;
        return Err(CommandError::usage(format!("{game} is for one player: leave out --{option}")));
    }
    let opponent = catalog.game(&game.setup().game)?.default_opponent.to_string();
    let defaults = [HUMAN, &opponent];
    let names =
        PLAYER_OPTIONS.iter().zip(defaults).map(|(option, default)| get_str(arguments, option).unwrap_or(default));
    let time = parse_time_control(arguments)?;
    names.take(count).map(|name| parse_seat(name, catalog, game, time)).collect()
}

/// The player of this name: a person or an engine. On a clock an engine gets as much time as that allows.
pub(crate) fn parse_seat(
    name: &str,
    catalog: &Catalog,
    game: &dyn AnyGame,
    time: TimeControl,
) -> Result<Seat, CommandError> {
    if name == HUMAN {
        return Ok(Seat::Local);
    }
    let spec = EngineSpec::from(name);
    let limits = match time {
        TimeControl::Unlimited => Limits::time(engine_time(DEFAULT_ENGINE_TIME)),
        TimeControl::PerMove(_) | TimeControl::Clock { .. } => Limits::none(),
    };
    match catalog.check_engine(game, &spec) {
        Ok(()) => Ok(Seat::Engine { spec, limits }),
        Err(error @ EngineSpecError::Unknown { .. }) => {
            Err(CommandError::usage(format!("{error}, or {HUMAN} for a person")))
        }
        Err(error) => Err(error.into()),
    }
}

/// Builds an engine of a catalog on the thread that runs it.
pub(crate) fn engine_builder(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec) -> EngineBuilder {
    let (catalog, game, spec) = (catalog.clone(), game.clone_box(), spec.clone());
    Box::new(move || catalog.engine(&*game, &spec).map_err(|error| error.to_string()))
}

pub(crate) fn parse_time_control(arguments: &ArgMatches) -> Result<TimeControl, CommandError> {
    let limit = get_str(arguments, "time-limit").map(|text| parse_seconds("time-limit", text)).transpose()?;
    Ok(limit.map_or(TimeControl::Unlimited, TimeControl::PerMove))
}
