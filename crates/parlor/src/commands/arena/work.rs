//! `parlor arena work`: plays the games of other machines' competitions.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::via;
use crate::arguments::option;
use crate::command_error::CommandError;
use crate::commands::Context;

const HELP: &str = "\
A worker takes part in every job of the server: competitions, and positions to solve. It has to be the same version of parlor as
the coordinator, and its engines have to behave alike: their signatures are compared. Engines that are external programs are found
under their name:

  parlor arena work --via nats://host:4222 --engine 'bot=exec:python3 /opt/bots/bot.py'

SIGINT and SIGTERM let the batches in progress end; a second signal drops them, and other workers play them.";

pub(super) fn command() -> Command {
    let engine = Arg::new("engine").long("engine").value_name("NAME=SPEC").action(ArgAction::Append);
    Command::new("work")
        .about("Play games for the competitions of a NATS server, on this machine")
        .args(via::server_arguments())
        .args([
            option("slots", "N").help("Games at the same time [default: the number of cores]"),
            engine.help("Engine of this machine for the entrant NAME; can be given several times"),
            option("name", "NAME").help("Name of this worker in the status [default: the name of the machine]"),
            option("idle", "SECONDS").help("End when there has been no job for this time [default: never]"),
        ])
        .after_help(HELP)
}

#[cfg(not(feature = "nats"))]
pub(super) fn run(_: &ArgMatches, _: &mut Context) -> Result<(), CommandError> {
    Err(via::not_built())
}

#[cfg(feature = "nats")]
pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    use parlor_arena::MatchKind;
    use parlor_core::StopFlag;
    use parlor_distributed::nats::{WorkerSettings, work};
    use parlor_distributed::solve::SolveKind;

    use crate::arguments::{get_str, parse_number, parse_seconds};

    let server = via::parse_server(arguments);
    let server = server.ok_or_else(|| CommandError::usage("work needs a server: --via nats://HOST:4222"))?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let settings = WorkerSettings {
        connection: server.connection(),
        name: get_str(arguments, "name").map_or_else(default_name, str::to_owned),
        slots: get_str(arguments, "slots").map_or(Ok(cores), |text| parse_number("slots", text, 1..=1024))?,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        idle: get_str(arguments, "idle").map(|text| parse_seconds("idle", text)).transpose()?,
    };
    let engines = arguments.get_many::<String>("engine").into_iter().flatten();
    let engines = engines.map(|text| parse_engine(text)).collect::<Result<Vec<_>, _>>()?;
    let catalog = context.catalog;
    let (competitions, positions) = (MatchKind { catalog, engines }, SolveKind { catalog });
    work(&[&competitions, &positions], &settings, &StopFlag::default(), &|line| eprintln!("parlor: {line}"))?;
    Ok(())
}

#[cfg(feature = "nats")]
fn parse_engine(text: &str) -> Result<(String, String), CommandError> {
    let error = || CommandError::usage(format!("engine \"{text}\" is not NAME=SPEC, such as bot=exec:./bot"));
    let (name, spec) =
        text.split_once('=').filter(|(name, spec)| !name.is_empty() && !spec.is_empty()).ok_or_else(error)?;
    Ok((name.to_owned(), spec.to_owned()))
}

/// Name of the machine and number of the process.
#[cfg(feature = "nats")]
fn default_name() -> String {
    #[cfg(unix)]
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let machine = std::env::var("COMPUTERNAME").unwrap_or_else(|_| "worker".to_owned());
    format!("{machine}-{}", std::process::id())
}
