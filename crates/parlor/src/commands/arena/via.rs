//! `--via`: the NATS server over which many machines take part, and what runs a job there.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use parlor_arena::{Progress, Store, StoredCompetition, Tally};
use parlor_core::Catalog;

use crate::arguments::seconds;
use crate::command_error::CommandError;

#[cfg(feature = "nats")]
const SHORTEST_LEASE: Duration = Duration::from_millis(500);

/// The server, if a job is for many machines, and how the job is divided.
#[derive(Args, Debug)]
#[command(next_help_heading = "Many machines")]
pub(super) struct Via {
    #[command(flatten)]
    server: Server,
    /// Work of one message for one slot
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    batch_seconds: Duration,
    /// Silence after which a worker is taken to be dead
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "30")]
    lease: Duration,
}

/// Address and credentials of a server.
#[derive(Args, Debug)]
pub(super) struct Server {
    #[arg(long = "via", value_name = "URL", help = "NATS server, such as nats://host:4222 or tls://host:4222")]
    url: Option<String>,
    /// NATS credentials file
    #[arg(long = "creds", value_name = "FILE")]
    credentials: Option<PathBuf>,
    /// Certificate of the authority of the server
    #[arg(long = "tls-ca", value_name = "FILE")]
    root_certificate: Option<PathBuf>,
}

/// Other machines that take part, over a server.
#[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "many machines need the feature"))]
pub(super) struct Remote<'a> {
    via: &'a Via,
    url: &'a str,
}

impl Via {
    pub(super) fn remote(&self) -> Option<Remote<'_>> {
        self.server.url.as_deref().map(|url| Remote { via: self, url })
    }
}

/// Identity of a job on a server, different from all others.
#[cfg(feature = "nats")]
fn new_job() -> String {
    use std::hash::{BuildHasher, RandomState};
    let number = || RandomState::new().hash_one(());
    format!("{:016x}{:016x}", number(), number())
}

/// Error of a program without the feature.
#[cfg(not(feature = "nats"))]
pub(super) fn not_built() -> CommandError {
    CommandError::usage("this program was built without many machines; build it with --features nats")
}

#[cfg(not(feature = "nats"))]
impl Remote<'_> {
    /// Plays a competition on other machines.
    #[expect(clippy::unused_self, reason = "many machines need the feature")]
    pub(super) fn run(
        &self,
        _catalog: &Catalog,
        _store: &mut Store,
        _stored: &StoredCompetition,
        _on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Tally, CommandError> {
        Err(not_built())
    }
}

#[cfg(feature = "nats")]
impl Remote<'_> {
    /// Plays a competition on other machines.
    pub(super) fn run(
        &self,
        catalog: &Catalog,
        store: &mut Store,
        stored: &StoredCompetition,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Tally, CommandError> {
        use parlor_arena::{CompetitionJob, Distribution, blocks_per_batch, offer};
        let distribution = if let Some(distribution) = store.distribution(stored.id)? {
            distribution
        } else {
            let blocks = blocks_per_batch(catalog, store, stored, self.via.batch_seconds.as_secs_f64())?;
            let distribution = Distribution { job: new_job(), blocks };
            store.set_distribution(stored.id, &distribution)?;
            distribution
        };
        let offer = offer(catalog, &stored.competition, &distribution.job)?;
        let mut job = CompetitionJob::new(store, stored, distribution.blocks, on_progress)?;
        let stop = parlor_core::StopFlag::default();
        let played = parlor_distributed::nats::run(&mut job, &offer, &self.settings(), &stop);
        let finished = job.finish();
        played?;
        Ok(finished?)
    }

    fn settings(&self) -> parlor_distributed::nats::Settings {
        parlor_distributed::nats::Settings {
            connection: self.via.server.connection_to(self.url),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            lease: self.via.lease.max(SHORTEST_LEASE),
        }
    }
}

#[cfg(feature = "nats")]
impl Server {
    /// The connection of `command`, which needs a server.
    pub(super) fn connection(&self, command: &str) -> Result<parlor_distributed::nats::Connection, CommandError> {
        let url = self.url.as_deref();
        let error = || CommandError::usage(format!("{command} needs a server: --via nats://HOST:4222"));
        url.map(|url| self.connection_to(url)).ok_or_else(error)
    }

    fn connection_to(&self, url: &str) -> parlor_distributed::nats::Connection {
        parlor_distributed::nats::Connection {
            url: url.to_owned(),
            credentials: self.credentials.clone(),
            root_certificate: self.root_certificate.clone(),
        }
    }
}
