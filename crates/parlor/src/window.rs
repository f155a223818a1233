//! `parlor window`: any game of the catalog in a window, between people and engines.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs, panic, thread};

use clap::{Arg, ArgMatches, Command};
use parlor_core::EngineSpec;
use parlor_games::catalog;
use parlor_match::{Match, Seconds, Terms, TimeControl};
use parlor_window::{Bell, EngineSeat, Seat, Table};

use crate::command_line::{setup, takes_a_game, text};
use crate::failure::Failure;

/// Who sits across where nobody was named.
const OPPONENT: &str = "alphabeta";
/// What an engine gets where no time limit was asked for.
const ENGINE_TIME: Duration = Duration::from_secs(1);

pub(crate) fn command() -> Command {
    let option = |name, value, help| Arg::new(name).long(name).value_name(value).allow_hyphen_values(true).help(help);
    takes_a_game(Command::new("window").about("Play a game in a window, against people or engines"))
        .arg(option("first", "WHO", "human, or an engine such as alphabeta:depth=6"))
        .arg(option("second", "WHO", "human, or an engine such as alphabeta:depth=6"))
        .arg(option("time-limit", "SECONDS", "Seconds for each move; who takes longer loses"))
        .after_help("With PARLOR_RECORD=FILE in the environment the record of the match is written there when it ends.")
}

pub(crate) fn run(arguments: &ArgMatches, _: &mut dyn Write) -> Result<(), Failure> {
    let setup = setup(arguments)?;
    let title = catalog::find(&setup.game)?.title;
    let game = catalog::start(setup)?;
    let bell = Bell::default();
    let mut seats = Vec::new();
    let has_opponent = game.engines().iter().any(|engine| engine.name == OPPONENT);
    for (index, name) in ["first", "second"].into_iter().take(usize::from(game.seats())).enumerate() {
        let usual = if index == 1 && has_opponent { OPPONENT } else { "human" };
        seats.push(match text(arguments, name).unwrap_or(usual) {
            "human" => Seat::Human,
            spec => {
                let engine = game.engine(&spec.parse::<EngineSpec>()?)?;
                Seat::Engine(EngineSeat::new(spec, engine, ENGINE_TIME, &bell)?)
            }
        });
    }
    let terms = match text(arguments, "time-limit") {
        None => Terms { take_backs: true, ..Terms::default() },
        Some(seconds) => {
            Terms { time: TimeControl::PerMove(limit(seconds)?), illegal_move_loses: true, take_backs: false }
        }
    };
    open_quietly(title, Table::new(Match::new(game, terms), seats, bell).when_over(keep))
}

fn limit(text: &str) -> Result<Duration, Failure> {
    match text.parse() {
        Ok(Seconds(limit)) if !limit.is_zero() => Ok(limit),
        _ => Err(Failure::usage(format!("time-limit \"{text}\" is not a number of seconds above 0"))),
    }
}

/// `PARLOR_RECORD=FILE`: a match played in a window is written there when it ends. Written beside the file and then
/// moved, so that whoever waits for it never reads half of it. Nothing is printed where that fails: a game is on.
pub(crate) fn keep(game: &Match) {
    let Some(file) = env::var_os("PARLOR_RECORD").map(PathBuf::from) else { return };
    let mut draft = file.clone().into_os_string();
    draft.push(".new");
    let _ = fs::write(&draft, game.record().to_string()).and_then(|()| fs::rename(&draft, &file));
}

/// The window says what there is to say, so a thread that breaks prints nothing beside it.
pub(crate) fn open_quietly(title: &str, table: Table) -> Result<(), Failure> {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() == Some("main") {
            usual(panic);
        }
    }));
    parlor_window::open(title, table).map_err(|error| Failure::trouble(error.to_string()))
}
