//! `parlor four-in-a-row {human|ai} PORT [IP]`: two processes play each other over TCP, each in its own window.
//!
//! The specification leaves no room for options, so environment variables take their place: `PARLOR_AI` names
//! the engine of `ai`, `PARLOR_MOVE_SECONDS` its time, `PARLOR_RECORD` a file for the record; with
//! `PARLOR_HEADLESS=1`, `ai` plays without a window, also in a build without one.

mod address;
mod arguments;
mod connection;
mod headless;
mod wire;

#[cfg(test)]
mod tests;

use std::env;
use std::ffi::OsString;
use std::net::TcpListener;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use parlor_core::{AnyGame, Catalog, EngineSpec, Limits, Player, engine_time};
use parlor_games::four_in_a_row;
use parlor_match::{EngineFactory, EngineFailure, Match, MatchController, RemotePeer, Seconds, Terms, Waker};

use crate::command_error::CommandError;
use crate::commands::Context;
use crate::commands::record_file::save_record;
#[cfg(feature = "window")]
use crate::commands::window::open_window;
use arguments::{Arguments, LocalPlayer};

/// Time of `ai` for a move, unless `PARLOR_MOVE_SECONDS` sets another.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Play Four in a Row over the network: {human|ai} PORT [IP]
#[derive(Args, Debug)]
#[command(alias = "four_in_a_row", disable_help_flag = true)]
pub(in crate::commands) struct FourInARow {
    /// Checked by [`Arguments::parse`] as they were typed: even `--help` is wrong
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<OsString>,
}

impl FourInARow {
    #[expect(clippy::unused_self, reason = "as every command")]
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        // The words as they were typed, because the argument parser has dropped a `--`.
        let Some(arguments) = Arguments::parse(context.typed) else {
            writeln!(context.out, "Illegal program arguments.")?;
            return Err(CommandError::Status(2));
        };
        let is_headless = arguments.player == LocalPlayer::Ai && is_on("PARLOR_HEADLESS");
        if !is_headless && !cfg!(feature = "window") {
            return Err(CommandError::runtime("this build has no window: set PARLOR_HEADLESS=1 and play as ai"));
        }
        let record = env::var_os("PARLOR_RECORD").map(PathBuf::from);
        let controller = save_record(new_controller(context.catalog, &arguments)?, record);
        if is_headless {
            return headless::play(controller, headless::HOLD_TIME, context.out);
        }
        #[cfg(feature = "window")]
        open_window(&four_in_a_row::entry().title, controller)?;
        Ok(())
    }
}

/// Whether an environment variable is `1`.
fn is_on(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| value == "1")
}

/// The match between the local and the remote player. The server's player is player one.
fn new_controller(catalog: &Catalog, arguments: &Arguments) -> Result<MatchController, CommandError> {
    let entry = four_in_a_row::entry();
    let game = entry.start(entry.default_setup())?;
    let terms = Terms { engine_failure: EngineFailure::Forfeit, ..Terms::default() };
    let waker = Waker::default();
    let (remote, sender, outbox) = RemotePeer::new(&waker);
    let (local, other) =
        if arguments.host.is_some() { (Player::Second, Player::First) } else { (Player::First, Player::Second) };
    let mut controller = MatchController::new(Match::new(game.clone(), terms), waker).with_look(entry.look);
    if arguments.player == LocalPlayer::Ai {
        let limits = Limits::time(engine_time(parse_move_time()?));
        let spec = parse_ai(catalog, &*game)?;
        let catalog = catalog.clone();
        let factory = EngineFactory::new(move |game, _| catalog.engine(game, &spec));
        controller = controller.with_engine(local, EngineSpec::new("computer"), limits, factory)?;
    }
    match &arguments.host {
        Some(host) => connection::connect(host, arguments.port, sender, outbox)?,
        None => connection::accept(listen(arguments.port)?, sender, outbox)?,
    }
    Ok(controller.with_peer(other, remote))
}

fn listen(port: u16) -> Result<TcpListener, CommandError> {
    address::listen(port)
        .map_err(|error| CommandError::runtime(format!("port {port} cannot be used to wait for the opponent: {error}")))
}

/// The engine of `ai`: the one that `PARLOR_AI` names, or else the game's solver. An engine that cannot be built is an
/// error at once.
fn parse_ai(catalog: &Catalog, game: &dyn AnyGame) -> Result<EngineSpec, CommandError> {
    let Some(text) = env::var_os("PARLOR_AI") else {
        let entry = four_in_a_row::entry();
        return Ok(entry.solver.unwrap_or(entry.default_opponent));
    };
    let text = text.to_string_lossy();
    let spec = EngineSpec::from(&*text);
    let error = |error| CommandError::runtime(format!("PARLOR_AI \"{text}\": {error}"));
    catalog.engine(game, &spec).map_err(error)?;
    Ok(spec)
}

fn parse_move_time() -> Result<Duration, CommandError> {
    let Some(text) = env::var_os("PARLOR_MOVE_SECONDS") else { return Ok(DEFAULT_MOVE_TIME) };
    let text = text.to_string_lossy();
    match text.parse() {
        Ok(Seconds(time)) if !time.is_zero() => Ok(time),
        _ => Err(CommandError::runtime(format!("PARLOR_MOVE_SECONDS \"{text}\" is not a number of seconds above 0"))),
    }
}
