//! The players of a match: `--first`, `--second` and `--time-limit`.

use std::time::Duration;

use clap::Args;
use parlor_core::{AnyGame, Catalog, EngineSpec, EngineSpecError, Limits, engine_time};
use parlor_match::{Seat, TimeControl};

use crate::arguments::seconds;
use crate::command_error::CommandError;

const HUMAN: &str = "human";
/// Time of an engine for a move in a match without a time limit.
const DEFAULT_ENGINE_TIME: Duration = Duration::from_secs(1);

/// `--first`, `--second` and `--time-limit`.
#[derive(Args, Debug)]
pub(crate) struct Players {
    /// First player: human, or an engine such as alphabeta:depth=6 [default: human]
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,
    /// Second player: human, or an engine [default: the usual opponent of the game]
    #[arg(long, value_name = "PLAYER")]
    second: Option<String>,
    /// Seconds for each move; a player who takes longer loses
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
}

impl Players {
    /// The players of a game, in order. The first is a person unless the arguments name another.
    pub(crate) fn seats(&self, catalog: &Catalog, game: &dyn AnyGame) -> Result<Vec<Seat>, CommandError> {
        let count = usize::from(game.player_count());
        let given = [("first", &self.first), ("second", &self.second)];
        if let Some((option, _)) = given[count..].iter().find(|(_, name)| name.is_some()) {
            let game = &game.setup().game;
            return Err(CommandError::usage(format!("{game} is for one player: leave out --{option}")));
        }
        let opponent = catalog.game(&game.setup().game)?.default_opponent.to_string();
        let names = given.into_iter().zip([HUMAN, &opponent]);
        let names = names.map(|((_, name), default)| name.as_deref().unwrap_or(default));
        names.take(count).map(|name| parse_seat(name, catalog, game, self.time_control())).collect()
    }

    pub(crate) fn time_control(&self) -> TimeControl {
        self.time_limit.map_or(TimeControl::Unlimited, TimeControl::PerMove)
    }
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
