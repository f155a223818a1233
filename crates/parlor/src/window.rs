//! `parlor window`: any game of the catalog in a window, between people and engines.

use std::io::Write;
use std::path::PathBuf;
use std::{env, fs, panic, thread};

use clap::{ArgMatches, Command};
use parlor_games::catalog;
use parlor_match::{Match, Terms, TimeControl};
use parlor_window::{Bell, EngineSeat, Seat, Table};

use crate::command_line::{setup, takes_a_game};
use crate::failure::Failure;
use crate::seats::{self, ENGINE_TIME, takes_seats, time_control, who_plays};

pub(crate) fn command() -> Command {
    let command = Command::new("window").about("Play a game in a window, against people or engines");
    takes_seats(takes_a_game(command))
        .after_help("With PARLOR_RECORD=FILE in the environment the record of the match is written there when it ends.")
}

pub(crate) fn run(arguments: &ArgMatches, _: &mut dyn Write) -> Result<(), Failure> {
    let setup = setup(arguments)?;
    let title = catalog::find(&setup.game)?.title;
    let game = catalog::start(setup)?;
    let bell = Bell::default();
    let sit_down = |seat| {
        Ok(match seat {
            seats::Seat::Human => Seat::Human,
            seats::Seat::Engine { name, engine } => Seat::Engine(EngineSeat::new(&name, engine, ENGINE_TIME, &bell)?),
        })
    };
    let seats = who_plays(arguments, &*game)?.into_iter().map(sit_down).collect::<Result<_, Failure>>()?;
    let time = time_control(arguments)?;
    let is_timed = time != TimeControl::Unlimited;
    let terms = Terms { time, illegal_move_loses: is_timed, take_backs: !is_timed };
    open_quietly(title, Table::new(Match::new(game, terms), seats, bell).when_over(keep))
}

/// `PARLOR_RECORD=FILE`: a match played in a window is written there when it ends. Written beside the file and then
/// moved, so that whoever waits for it never reads half of it.
pub(crate) fn keep(game: &Match) {
    let Some(file) = env::var_os("PARLOR_RECORD").map(PathBuf::from) else { return };
    let mut draft = file.clone().into_os_string();
    draft.push(".new");
    if let Err(why) = fs::write(&draft, game.record().to_string()).and_then(|()| fs::rename(&draft, &file)) {
        eprintln!("parlor: the record could not be written to {}: {why}", file.display());
    }
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
