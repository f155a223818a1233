//! `parlor window`: any game of the catalog in a window, between people and engines.

use std::io::Write;
use std::path::PathBuf;
use std::{env, fs, panic, thread};

use clap::{ArgMatches, Command};
use parlor_games::catalog;
use parlor_match::{Match, Terms, TimeControl};
use parlor_window::{EngineSeat, MatchController, Waker, WindowSeat};

use super::Subcommand;
use crate::arguments::{add_game_arguments, parse_setup};
use crate::command_error::CommandError;
use crate::players::{DEFAULT_ENGINE_TIME, PlayerChoice, add_player_arguments, parse_players, parse_time_control};

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command() -> Command {
    let command = Command::new("window").about("Play a game in a window, against people or engines");
    add_player_arguments(add_game_arguments(command)).after_help(
        "Example: parlor window reversi --second strong\n\n\
         Set PARLOR_RECORD=FILE in the environment to save the record of the match to FILE when the match ends.",
    )
}

fn run(arguments: &ArgMatches, _: &mut dyn Write) -> Result<(), CommandError> {
    let setup = parse_setup(arguments)?;
    let title = catalog::find(&setup.game)?.title;
    let game = catalog::start(setup)?;
    let waker = Waker::default();
    let seat = |player| {
        Ok(match player {
            PlayerChoice::Human => WindowSeat::Human,
            PlayerChoice::Engine { name, engine } => {
                WindowSeat::Engine(EngineSeat::new(&name, engine, DEFAULT_ENGINE_TIME, &waker)?)
            }
        })
    };
    let seats = parse_players(arguments, &*game)?.into_iter().map(seat).collect::<Result<_, CommandError>>()?;
    let time = parse_time_control(arguments)?;
    let is_timed = time != TimeControl::Unlimited;
    let terms = Terms { time, illegal_move_loses: is_timed, take_backs: !is_timed };
    open_window(title, MatchController::new(Match::new(game, terms), seats, waker).on_match_end(save_record))
}

/// Saves the record of a match that has ended to the file that `PARLOR_RECORD` names.
///
/// The file is written under another name and then renamed, so that a reader never sees half of it.
pub(super) fn save_record(game_match: &Match) {
    let Some(file) = env::var_os("PARLOR_RECORD").map(PathBuf::from) else { return };
    let mut draft = file.clone().into_os_string();
    draft.push(".new");
    if let Err(error) = fs::write(&draft, game_match.record().to_string()).and_then(|()| fs::rename(&draft, &file)) {
        eprintln!("parlor: the record could not be saved to {}: {error}", file.display());
    }
}

/// Opens a window and runs it until it is closed.
///
/// Panics on other threads print nothing: the window reports them, and the specified programs print nothing to the
/// console.
pub(super) fn open_window(title: &str, table: MatchController) -> Result<(), CommandError> {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() == Some("main") {
            default_hook(panic);
        }
    }));
    parlor_window::open(title, table).map_err(|error| CommandError::runtime(error.to_string()))
}
