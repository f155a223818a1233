//! Who sits at a match: `--first`, `--second` and `--time-limit`, and engines that move in time.

use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Command};
use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, EngineSpec, EngineSpecError, Limits};
use parlor_match::{Command as Order, Event, Match, TimeControl, engine_time};

use crate::command_line::{seconds, text};
use crate::failure::Failure;

const SEATS: [&str; 2] = ["first", "second"];
const HUMAN: &str = "human";
/// Who sits across where nobody was named, in a game that has it.
const OPPONENT: &str = "alphabeta";
/// What an engine gets where no time limit was asked for.
pub(crate) const ENGINE_TIME: Duration = Duration::from_secs(1);

/// Whoever sits on one side.
pub(crate) enum Seat {
    Human,
    /// Its name as it was typed.
    Engine {
        name: String,
        engine: Box<dyn AnyEngine>,
    },
}

/// Adds `--first`, `--second` and `--time-limit`.
pub(crate) fn takes_seats(command: Command) -> Command {
    let option = |name, value, help| Arg::new(name).long(name).value_name(value).allow_hyphen_values(true).help(help);
    let time = option("time-limit", "SECONDS", "Seconds for each move; who takes longer loses");
    command.args(SEATS.map(|seat| option(seat, "WHO", "human, or an engine such as alphabeta:depth=6"))).arg(time)
}

/// Everybody that the game has a seat for, with a person on the first where nobody was named.
pub(crate) fn who_plays(arguments: &ArgMatches, game: &dyn AnyGame) -> Result<Vec<Seat>, Failure> {
    let count = usize::from(game.seats());
    if let Some(seat) = SEATS[count..].iter().find(|seat| text(arguments, seat).is_some()) {
        let game = &game.setup().game;
        return Err(Failure::usage(format!("there is no --{seat} in {game}, which one plays alone")));
    }
    let has_opponent = game.engines().iter().any(|engine| engine.name == OPPONENT);
    let usual = [HUMAN, if has_opponent { OPPONENT } else { HUMAN }];
    let names = SEATS.iter().zip(usual).map(|(seat, usual)| text(arguments, seat).unwrap_or(usual));
    names.take(count).map(|name| sit_down(name, game)).collect()
}

fn sit_down(name: &str, game: &dyn AnyGame) -> Result<Seat, Failure> {
    if name == HUMAN {
        return Ok(Seat::Human);
    }
    let engine = name.parse::<EngineSpec>().and_then(|spec| game.engine(&spec));
    match engine {
        Ok(engine) => Ok(Seat::Engine { name: name.to_owned(), engine }),
        Err(bad @ EngineSpecError::Unknown { .. }) => Err(Failure::usage(format!("{bad}, and {HUMAN} for a person"))),
        Err(bad) => Err(bad.into()),
    }
}

pub(crate) fn time_control(arguments: &ArgMatches) -> Result<TimeControl, Failure> {
    let limit = text(arguments, "time-limit").map(|text| seconds("time-limit", text)).transpose()?;
    Ok(limit.map_or(TimeControl::Unlimited, TimeControl::PerMove))
}

/// An engine's move, always in time. SearchInfo of here rather than on a thread of its own: nothing else is to be done
/// meanwhile, and an engine has its first move at once, however short the time.
pub(crate) fn think(
    table: &Match,
    name: &str,
    engine: &mut dyn AnyEngine,
    begun: Instant,
) -> Result<(AnySearchInfo, Event), Failure> {
    let time = table.thinking_time(begun.elapsed()).unwrap_or(engine_time(ENGINE_TIME));
    let mut thought = None;
    engine
        .search(table.game(), &Limits::time(time), &mut |better| thought = Some(better))
        .map_err(|why| Failure::trouble(format!("{name}: {why}")))?;
    let thought = thought.ok_or_else(|| Failure::trouble(format!("{name} gave no move")))?;
    // What a busy machine adds after the engine's time is not the engine's delay.
    let in_time = table.flag_falls().map_or(Duration::MAX, |flag| flag.saturating_sub(Duration::from_nanos(1)));
    let event = decide(table, &Order::Play(thought.best.clone()), begun.elapsed().min(in_time))?;
    Ok((thought, event))
}

/// What a command of the side to move comes to, where it cannot be refused.
pub(crate) fn decide(table: &Match, order: &Order, now: Duration) -> Result<Event, Failure> {
    table.decide(table.turn(), table.ply(), order, now).map_err(|refusal| Failure::trouble(refusal.to_string()))
}
