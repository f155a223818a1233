//! `parlor window`: any game of the catalog in a window, between people and engines.

use std::time::Duration;
use std::{panic, thread};

use clap::{ArgMatches, Command};
use parlor_core::{Catalog, Player, UsualTerms};
use parlor_match::{Match, MatchController, Seat, Terms, TimeControl, Waker};

use super::{Context, Subcommand};
use crate::arguments::{add_game, add_position_and_options, parse_setup};
use crate::command_error::CommandError;
use crate::commands::record_file::save_record;
use crate::players::{add_player_arguments, engine_builder, parse_seats, parse_time_control};

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command(catalog: &Catalog) -> Command {
    let command = Command::new("window").about("Play a game in a window, against people or engines");
    let command = add_player_arguments(add_game(command)).after_help(
        "Example: parlor window reversi --second strong\n\n\
         Set PARLOR_RECORD=FILE in the environment to save the record of the match to FILE when the match ends.",
    );
    add_position_and_options(command, catalog)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let catalog = context.catalog;
    let setup = parse_setup(arguments, catalog)?;
    let entry = catalog.game(&setup.game)?;
    let game = catalog.start(setup)?;
    let seats = parse_seats(arguments, catalog, &*game)?;
    let has_human = seats.iter().any(Seat::is_local);
    let terms = new_terms(parse_time_control(arguments)?, entry.usual_terms, has_human);
    let mut controller = MatchController::new(Match::new(game.clone(), terms), Waker::default());
    for (player, seat) in Player::BOTH.into_iter().zip(seats) {
        if let Seat::Engine { spec, limits } = seat {
            let build = engine_builder(catalog, &*game, &spec);
            controller = controller.with_engine(player, spec, limits, build)?;
        }
    }
    open_window(&entry.title, controller.with_look(entry.look.clone()).on_match_end(save_record))
}

/// Terms of the match. A person gets the usual time limit of the game unless another is given, and can change it in
/// the window before the match starts.
fn new_terms(given: TimeControl, usual: UsualTerms, has_human: bool) -> Terms {
    let usual_limit = usual.seconds_per_move.filter(|seconds| has_human && seconds.is_finite() && *seconds > 0.0);
    let time = match (given, usual_limit) {
        (TimeControl::Unlimited, Some(seconds)) => TimeControl::PerMove(Duration::from_secs_f64(seconds)),
        (given, _) => given,
    };
    Terms { time, take_backs: time == TimeControl::Unlimited, ..Terms::default() }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn person_is_asked_for_the_usual_time_limit() {
        let usual = UsualTerms { seconds_per_move: Some(5.0) };
        let limit = |seconds| TimeControl::PerMove(Duration::from_secs(seconds));
        assert_eq!(new_terms(TimeControl::Unlimited, usual, true).time, limit(5));
        assert_eq!(new_terms(limit(2), usual, true).time, limit(2));
        assert_eq!(new_terms(TimeControl::Unlimited, usual, false).time, TimeControl::Unlimited);
        assert_eq!(new_terms(TimeControl::Unlimited, UsualTerms::default(), true).time, TimeControl::Unlimited);
    }
}
