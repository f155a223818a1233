//! The two streams: batches and results.

use std::time::{Duration, Instant};

use async_nats::jetstream::context::{CreateStreamError, CreateStreamErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, ErrorCode};

use super::Connection;
use super::protocol::{BATCH_STREAM, PROTOCOL, RESULT_STREAM};
use crate::JobError;

/// Results that nobody wants any more are deleted after this time.
const MAX_RESULT_AGE: Duration = Duration::from_hours(30 * 24);

/// Longest attempt to open a stream, and the time between two of them.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(4);
const PAUSE: Duration = Duration::from_millis(50);

/// The streams of a server.
pub(super) struct Streams {
    pub(super) batches: Stream,
    pub(super) results: Stream,
}

impl Streams {
    /// Opens the streams, or creates them. Streams of another protocol are refused.
    pub(super) async fn open(jetstream: &Context, connection: &Connection) -> Result<Streams, JobError> {
        let config = |name: &str, subject: &str| Config {
            name: name.to_owned(),
            subjects: vec![subject.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            // A full stream refuses messages instead of losing old ones.
            discard: DiscardPolicy::New,
            description: Some(description()),
            ..Config::default()
        };
        // One message a batch: a coordinator that resumes publishes what is missing, and what is still queued or in
        // progress is refused.
        let batches = Config {
            max_messages_per_subject: 1,
            discard_new_per_subject: true,
            ..config(BATCH_STREAM, "parlor.batches.>")
        };
        let results = Config { max_age: MAX_RESULT_AGE, ..config(RESULT_STREAM, "parlor.results.>") };
        Ok(Streams {
            batches: open(jetstream, connection, batches).await?,
            results: open(jetstream, connection, results).await?,
        })
    }
}

fn description() -> String {
    format!("Parlor, protocol {PROTOCOL}")
}

async fn open(jetstream: &Context, connection: &Connection, config: Config) -> Result<Stream, JobError> {
    let (name, url) = (config.name.clone(), connection.shown());
    let stream = open_or_create(jetstream, config).await.map_err(|error| {
        JobError::Failed(match error.kind() {
            CreateStreamErrorKind::JetStreamUnavailable => {
                format!("the NATS server at {url} runs without JetStream; start it with -js")
            }
            CreateStreamErrorKind::TimedOut => format!("JetStream of the NATS server at {url} does not answer"),
            _ => format!("the NATS server at {url} did not open the stream {name}: {error}"),
        })
    })?;
    let found = stream.cached_info().config.description.clone().unwrap_or_default();
    if found == description() {
        return Ok(stream);
    }
    let expected = description();
    Err(JobError::Failed(format!(
        "the stream {name} at {url} is of \"{found}\", but this program needs \"{expected}\"; use the same version of \
         parlor on all machines, or another server"
    )))
}

/// Opens a stream, or creates it, with patience for errors that pass.
async fn open_or_create(jetstream: &Context, config: Config) -> Result<Stream, CreateStreamError> {
    let started = Instant::now();
    loop {
        let attempt = tokio::time::timeout(ATTEMPT_TIMEOUT, jetstream.get_or_create_stream(config.clone()));
        match attempt.await.unwrap_or_else(|_| Err(CreateStreamErrorKind::TimedOut.into())) {
            Err(error) if started.elapsed() < patience(&error.kind()) => tokio::time::sleep(PAUSE).await,
            result => return result,
        }
    }
}

/// How long to try again after an error.
fn patience(error: &CreateStreamErrorKind) -> Duration {
    match error {
        // A busy server, 2.9.10 for one, leaves up to one in a hundred requests unanswered where two programs open a
        // stream at once.
        CreateStreamErrorKind::TimedOut => Duration::from_secs(15),
        // Where two programs create a stream at once, the server can refuse one of them because the subjects are those of
        // the new stream; a moment later it exists for both.
        CreateStreamErrorKind::JetStream(error)
            if matches!(error.error_code(), ErrorCode::STREAM_SUBJECT_OVERLAP | ErrorCode::STREAM_NAME_EXIST) =>
        {
            Duration::from_secs(1)
        }
        _ => Duration::ZERO,
    }
}
