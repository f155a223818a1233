//! `--via`: the NATS server over which many machines take part, and what runs a job there.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgMatches};
use parlor_arena::{Progress, Store, StoredCompetition, Tally};
use parlor_core::Catalog;

use crate::arguments::{option, parse_seconds};
use crate::command_error::CommandError;

const DEFAULT_BATCH: Duration = Duration::from_mins(1);
const DEFAULT_LEASE: Duration = Duration::from_secs(30);
const SHORTEST_LEASE: Duration = Duration::from_millis(500);

/// The server, and how a job is divided.
#[derive(Clone, Debug)]
pub(super) struct Via {
    #[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "many machines need the feature"))]
    pub(super) server: Server,
    /// Work of one message.
    pub(super) batch: Duration,
    #[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "many machines need the feature"))]
    lease: Duration,
}

/// Address and credentials of the server.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "many machines need the feature"))]
pub(super) struct Server {
    url: String,
    credentials: Option<PathBuf>,
    root_certificate: Option<PathBuf>,
}

/// `--via`, `--creds` and `--tls-ca`.
pub(super) fn server_arguments() -> [Arg; 3] {
    [
        option("via", "URL").help("NATS server, such as nats://host:4222 or tls://host:4222").env("PARLOR_ARENA_VIA"),
        option("creds", "FILE").help("NATS credentials file").env("PARLOR_ARENA_CREDS"),
        option("tls-ca", "FILE").help("Certificate of the authority of the server").env("PARLOR_ARENA_TLS_CA"),
    ]
}

/// The arguments of a command that can use other machines.
pub(super) fn arguments() -> Vec<Arg> {
    let batch = option("batch-seconds", "S").help("Work of one message for one slot [default: 60]");
    let lease = option("lease", "S").help("Silence after which a worker is taken to be dead [default: 30]");
    let arguments = server_arguments().into_iter().chain([batch, lease]);
    arguments.map(|argument| argument.help_heading("Many machines")).collect()
}

/// The server of the arguments, if there is one.
pub(super) fn parse_server(arguments: &ArgMatches) -> Option<Server> {
    let get = |name: &str| arguments.try_get_one::<String>(name).ok().flatten();
    Some(Server {
        url: get("via")?.clone(),
        credentials: get("creds").map(PathBuf::from),
        root_certificate: get("tls-ca").map(PathBuf::from),
    })
}

/// The server and the division of the arguments, if the job is for many machines.
pub(super) fn parse(arguments: &ArgMatches) -> Result<Option<Via>, CommandError> {
    let seconds = |name: &str, default: Duration| match arguments.try_get_one::<String>(name).ok().flatten() {
        None => Ok(default),
        Some(text) => parse_seconds(name, text),
    };
    let Some(server) = parse_server(arguments) else { return Ok(None) };
    let (batch, lease) = (seconds("batch-seconds", DEFAULT_BATCH)?, seconds("lease", DEFAULT_LEASE)?);
    Ok(Some(Via { server, batch, lease: lease.max(SHORTEST_LEASE) }))
}

/// Identity of a job on a server, different from all others.
pub(super) fn new_job() -> String {
    use std::hash::{BuildHasher, RandomState};
    let number = || RandomState::new().hash_one(());
    format!("{:016x}{:016x}", number(), number())
}

/// Error of a program without the feature.
#[cfg(not(feature = "nats"))]
pub(super) fn not_built() -> CommandError {
    CommandError::usage("this program was built without many machines; build it with --features nats")
}

/// Plays a competition on other machines.
#[cfg(not(feature = "nats"))]
pub(super) fn run(
    _via: &Via,
    _catalog: &Catalog,
    _store: &mut Store,
    _stored: &StoredCompetition,
    _on_progress: &mut dyn FnMut(&Progress),
) -> Result<Tally, CommandError> {
    Err(not_built())
}

/// Plays a competition on other machines.
#[cfg(feature = "nats")]
pub(super) fn run(
    via: &Via,
    catalog: &Catalog,
    store: &mut Store,
    stored: &StoredCompetition,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Tally, CommandError> {
    use parlor_arena::{CompetitionJob, Distribution, batches_worth, offer};
    let distribution = if let Some(distribution) = store.distribution(stored.id)? {
        distribution
    } else {
        let batches = batches_worth(catalog, store, stored, via.batch.as_secs_f64())?;
        let distribution = Distribution { job: new_job(), batches };
        store.set_distribution(stored.id, &distribution)?;
        distribution
    };
    let offer = offer(catalog, &stored.competition, &distribution.job)?;
    let mut job = CompetitionJob::new(store, stored, distribution.batches, on_progress)?;
    let played = parlor_distributed::nats::run(&mut job, &offer, &via.settings(), &parlor_core::StopFlag::default());
    let finished = job.finish();
    played?;
    Ok(finished?)
}

#[cfg(feature = "nats")]
impl Server {
    pub(super) fn connection(self) -> parlor_distributed::nats::Connection {
        let Server { url, credentials, root_certificate } = self;
        parlor_distributed::nats::Connection { url, credentials, root_certificate }
    }
}

#[cfg(feature = "nats")]
impl Via {
    pub(super) fn settings(&self) -> parlor_distributed::nats::Settings {
        parlor_distributed::nats::Settings {
            connection: self.server.clone().connection(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            lease: self.lease,
        }
    }
}
