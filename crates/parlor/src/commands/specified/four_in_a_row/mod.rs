//! `parlor four-in-a-row {human|ai} PORT [IP]`: two processes play each other over TCP, each in its own window.

mod address;
mod arguments;
mod connection;
mod wire;

#[cfg(test)]
mod tests;

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use parlor_core::{AnyGame, EngineSpec, Setup};
use parlor_games::catalog;
use parlor_match::{Match, Seconds, Terms};
use parlor_window::{EngineSeat, MatchController, RemotePeer, Waker, WindowSeat};

use crate::command_error::CommandError;
use crate::commands::Subcommand;
use crate::commands::window::{open_window, save_record};
use arguments::{Arguments, LocalPlayer};

pub(in crate::commands) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const GAME: &str = "four-in-a-row";
/// Engines of `ai`, in order of preference. If the game has none of them, its first engine plays.
const ENGINES: [&str; 2] = ["solver", "alphabeta"];
/// Time of `ai` for a move, unless `PARLOR_MOVE_SECONDS` sets another.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The command takes all arguments as they are: [`Arguments::parse`] checks them, and even `--help` is wrong.
fn command() -> Command {
    Command::new("four-in-a-row")
        .alias("four_in_a_row")
        .about("Play Four in a Row over the network: {human|ai} PORT [IP]")
        .disable_help_flag(true)
        .arg(
            Arg::new("arguments")
                .value_name("ARGUMENTS")
                .num_args(0..)
                .trailing_var_arg(true)
                .allow_hyphen_values(true)
                .value_parser(clap::value_parser!(OsString)),
        )
}

fn run(_: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    // Read from the environment, because the argument parser has dropped a `--`.
    let typed: Vec<OsString> = env::args_os().skip(2).collect();
    let Some(arguments) = Arguments::parse(&typed) else {
        writeln!(out, "Illegal program arguments.")?;
        return Err(CommandError::Status(2));
    };
    let table = new_table(&arguments)?.on_match_end(save_record);
    let title = catalog::find(GAME)?.title;
    open_window(title, table)
}

/// The match between the local and the remote player. The server's player is player one.
fn new_table(arguments: &Arguments) -> Result<MatchController, CommandError> {
    let game = catalog::start(Setup::new(GAME))?;
    let waker = Waker::default();
    let local = match arguments.player {
        LocalPlayer::Human => WindowSeat::Human,
        LocalPlayer::Ai => WindowSeat::Engine(engine_seat(&*game, &waker)?),
    };
    let (remote, sender, outbox) = RemotePeer::new(&waker);
    let remote = WindowSeat::Remote(remote);
    let seats = if let Some(host) = &arguments.host {
        connection::connect(host, arguments.port, sender, outbox)?;
        vec![remote, local]
    } else {
        connection::accept(listen(arguments.port)?, sender, outbox)?;
        vec![local, remote]
    };
    Ok(MatchController::new(Match::new(game, Terms::default()), seats, waker))
}

fn listen(port: u16) -> Result<TcpListener, CommandError> {
    address::listen(port)
        .map_err(|error| CommandError::runtime(format!("port {port} cannot be used to wait for the opponent: {error}")))
}

fn engine_seat(game: &dyn AnyGame, waker: &Waker) -> Result<EngineSeat, CommandError> {
    let available: Vec<&str> = game.engines().iter().map(|engine| engine.name).collect();
    let name = ENGINES.into_iter().find(|name| available.contains(name)).or(available.first().copied());
    let name = name.ok_or_else(|| CommandError::runtime("there is no engine for this game"))?;
    Ok(EngineSeat::new("computer", game.engine(&EngineSpec::new(name))?, parse_move_time()?, waker)?)
}

fn parse_move_time() -> Result<Duration, CommandError> {
    let Some(text) = env::var_os("PARLOR_MOVE_SECONDS") else { return Ok(DEFAULT_MOVE_TIME) };
    let text = text.to_string_lossy();
    match text.parse() {
        Ok(Seconds(time)) if !time.is_zero() => Ok(time),
        _ => Err(CommandError::runtime(format!("PARLOR_MOVE_SECONDS \"{text}\" is not a number of seconds above 0"))),
    }
}
