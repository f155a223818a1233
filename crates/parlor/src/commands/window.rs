//! `parlor window`: any game of the catalog in a window, between people and engines.

use std::path::PathBuf;
use std::time::Duration;
use std::{panic, thread};

use clap::Args;
use parlor_core::{AnyGame, Catalog, GameEntry, Level, Limits, Player, UsualTerms, engine_time};
use parlor_match::{EngineChoice, EngineMenu, Match, MatchController, Seat, Terms, TimeControl, Waker};

use super::Context;
use super::record_file::save_record;
use crate::command_error::CommandError;
use crate::game_options::GameStart;
use crate::players::Players;

/// Play a game in a window, against people or engines
#[derive(Args, Debug)]
#[command(after_help = "Example: parlor window reversi --second strong")]
pub(super) struct Window {
    #[command(flatten)]
    game: GameStart,
    #[command(flatten)]
    players: Players,
    /// Save the record of the match to FILE when the match ends
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Window {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let catalog = context.catalog;
        let setup = self.game.setup(catalog)?;
        let entry = catalog.game(&setup.game)?;
        let game = catalog.start(setup)?;
        let seats = self.players.seats(catalog, &*game)?;
        let has_human = seats.iter().any(Seat::is_local);
        let terms = new_terms(self.players.time_control(), entry.usual_terms, has_human);
        let mut controller = MatchController::new(Match::new(game.clone(), terms), Waker::default());
        for (player, seat) in Player::BOTH.into_iter().zip(seats) {
            if let Seat::Engine { spec, limits } = seat {
                controller = controller.with_engine(player, spec, limits, catalog.clone())?;
            }
        }
        let controller = controller.with_engine_menu(engine_menu(catalog, entry, &*game, terms.time));
        open_window(&entry.title, save_record(controller.with_look(entry.look.clone()), self.record.clone()))
    }
}

/// The levels of the game, or all its engines where it has none, to choose from when an engine has failed.
fn engine_menu(catalog: &Catalog, entry: &GameEntry, game: &dyn AnyGame, time: TimeControl) -> EngineMenu {
    let limits = |seconds: f64| match time {
        TimeControl::Unlimited => Limits::time(engine_time(Duration::from_secs_f64(seconds))),
        TimeControl::PerMove(_) | TimeControl::Clock { .. } => Limits::none(),
    };
    let level = |level: &Level| {
        let Level { strength, engine, seconds } = level;
        EngineChoice {
            title: format!("{strength} ({})", engine.name()),
            spec: engine.clone(),
            limits: limits(*seconds),
        }
    };
    let mut choices: Vec<EngineChoice> = entry.levels.iter().map(level).collect();
    if choices.is_empty() {
        let names = catalog.engines(game).into_iter().map(|info| info.name.to_string());
        let choice = |name: String| EngineChoice { spec: name.as_str().into(), title: name, limits: limits(1.0) };
        choices.extend(names.map(choice));
    }
    EngineMenu { choices, factory: catalog.clone().into() }
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
pub(super) fn open_window(title: &str, controller: MatchController) -> Result<(), CommandError> {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() == Some("main") {
            default_hook(panic);
        }
    }));
    parlor_window::open(title, controller).map_err(|error| CommandError::runtime(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_engine_is_one_of_the_levels_of_the_game() {
        let catalog = parlor_games::catalog();
        for entry in catalog.games() {
            let game = entry.start(entry.default_setup()).unwrap();
            let menu = engine_menu(&catalog, entry, &*game, TimeControl::Unlimited);
            assert!(!menu.choices.is_empty(), "{}", entry.name);
            for choice in &menu.choices {
                catalog.check_engine(&*game, &choice.spec).unwrap();
                assert!(choice.limits.time.is_some(), "{}: {}", entry.name, choice.title);
            }
        }
        let entry = catalog.games().first().unwrap();
        let game = entry.start(entry.default_setup()).unwrap();
        let menu = engine_menu(&catalog, entry, &*game, TimeControl::PerMove(Duration::from_secs(5)));
        assert_eq!(menu.choices.len(), entry.levels.len());
        assert!(menu.choices.iter().all(|choice| choice.limits.time.is_none()), "the clock decides");
    }

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
