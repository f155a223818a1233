//! `parlor arena work`: plays the games of other machines' competitions.

use std::time::Duration;

use clap::Args;

use super::via::Server;
use crate::arguments::{number, seconds};
use crate::command_error::CommandError;
use crate::commands::Context;

const HELP: &str = "\
A worker takes part in every competition of the server. It has to be the same version of parlor as the coordinator, and its engines have to behave alike: their signatures are compared. Engines that are external programs are found
under their name:

  parlor arena work --via nats://host:4222 --engine 'bot=exec:python3 /opt/bots/bot.py'

SIGINT and SIGTERM let the batches in progress end; a second signal drops them, and other workers play them.";

/// Play games for the competitions of a NATS server, on this machine
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Work {
    #[command(flatten)]
    server: Server,
    /// Games at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_usize))]
    slots: Option<usize>,
    /// Engine of this machine for the entrant NAME; can be given several times
    #[arg(long = "engine", value_name = "NAME=SPEC", value_parser = named_engine)]
    engines: Vec<(String, String)>,
    /// Name of this worker in the status [default: the name of the machine]
    #[arg(long)]
    name: Option<String>,
    /// End when there has been no job for this time [default: never]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    idle: Option<Duration>,
}

fn named_engine(text: &str) -> Result<(String, String), &'static str> {
    let parts = text.split_once('=').filter(|(name, spec)| !name.is_empty() && !spec.is_empty());
    parts.map(|(name, spec)| (name.to_owned(), spec.to_owned())).ok_or("is not NAME=SPEC, such as bot=exec:./bot")
}

impl Work {
    #[cfg(not(feature = "nats"))]
    #[expect(clippy::unused_self, reason = "many machines need the feature")]
    pub(super) fn run(&self, _: &mut Context) -> Result<(), CommandError> {
        Err(super::via::not_built())
    }

    #[cfg(feature = "nats")]
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        use parlor_arena::MatchKind;
        use parlor_core::StopFlag;
        use parlor_distributed::nats::{WorkerSettings, work};

        crate::external::require_box(&context.external, self.engines.iter().map(|(_, spec)| spec.as_str()))?;
        let settings = WorkerSettings {
            connection: self.server.connection("work")?,
            name: self.name.clone().unwrap_or_else(default_name),
            slots: self.slots.unwrap_or_else(super::session::cores),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            idle: self.idle,
        };
        let catalog = context.catalog;
        let competitions = MatchKind { catalog, engines: self.engines.clone() };
        work(&[&competitions], &settings, &StopFlag::default(), &|line| eprintln!("parlor: {line}"))?;
        Ok(())
    }
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
