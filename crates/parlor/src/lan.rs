//! `parlor four-in-a-row {human|ai} PORT [IP]`: two processes play each other over TCP, each in its own window.

mod address;
mod arguments;
mod link;
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
use parlor_window::{Bell, EngineSeat, Remote, Seat, Table};

use crate::failure::Failure;
use arguments::{Arguments, Player};

const GAME: &str = "four-in-a-row";
/// What `ai` plays with: the first of these that the game has, or else its first engine.
const ENGINES: [&str; 2] = ["solver", "alphabeta"];
/// For a move of the `ai`, unless `PARLOR_MOVE_SECONDS` says otherwise.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// Its arguments are judged here and not by the command line's own rules: even `--help` is a wrong one.
pub(crate) fn command() -> Command {
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

pub(crate) fn run(_: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    // As typed: what was parsed has lost a `--`.
    let typed: Vec<OsString> = env::args_os().skip(2).collect();
    let Some(arguments) = Arguments::read(&typed) else {
        writeln!(out, "Illegal program arguments.")?;
        return Err(Failure::Silent { status: 2 });
    };
    let table = sit_down(&arguments)?.when_over(crate::window::keep);
    let title = catalog::find(GAME)?.title;
    crate::window::open_quietly(title, table)
}

/// The table with this process's player and the one elsewhere. The server's player is player one.
fn sit_down(arguments: &Arguments) -> Result<Table, Failure> {
    let game = catalog::start(Setup::of(GAME))?;
    let bell = Bell::default();
    let here = match arguments.player {
        Player::Human => Seat::Human,
        Player::Ai => Seat::Engine(engine(&*game, &bell)?),
    };
    let (remote, ear, said) = Remote::new(&bell);
    let elsewhere = Seat::Remote(remote);
    let seats = if let Some(host) = &arguments.host {
        link::join(host, arguments.port, ear, said)?;
        vec![elsewhere, here]
    } else {
        link::host(listen(arguments.port)?, ear, said)?;
        vec![here, elsewhere]
    };
    Ok(Table::new(Match::new(game, Terms::default()), seats, bell))
}

fn listen(port: u16) -> Result<TcpListener, Failure> {
    address::listen(port)
        .map_err(|error| Failure::trouble(format!("port {port} cannot be used to wait for the opponent: {error}")))
}

fn engine(game: &dyn AnyGame, bell: &Bell) -> Result<EngineSeat, Failure> {
    let listed: Vec<&str> = game.engines().iter().map(|engine| engine.name).collect();
    let name = ENGINES.into_iter().find(|name| listed.contains(name)).or(listed.first().copied());
    let name = name.ok_or_else(|| Failure::trouble("there is no engine for this game"))?;
    Ok(EngineSeat::new("computer", game.engine(&EngineSpec::of(name))?, move_time()?, bell)?)
}

fn move_time() -> Result<Duration, Failure> {
    let Some(text) = env::var_os("PARLOR_MOVE_SECONDS") else { return Ok(MOVE_TIME) };
    let text = text.to_string_lossy();
    match text.parse() {
        Ok(Seconds(time)) if !time.is_zero() => Ok(time),
        _ => Err(Failure::trouble(format!("PARLOR_MOVE_SECONDS \"{text}\" is not a number of seconds above 0"))),
    }
}
