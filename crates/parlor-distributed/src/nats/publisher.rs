//! Publishing to a stream, until the server has stored the message.

use std::time::Duration;

use async_nats::jetstream::Context;

use crate::JobError;

const RETRY_INTERVAL: Duration = Duration::from_millis(300);

/// How a message was published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Published {
    Stored,
    /// The subject has a message already.
    Duplicate,
    /// `is_unwanted` became true first.
    Unwanted,
}

/// Publishes a message and waits until it is stored; a server that is away or restarts is waited for. A server that has
/// no space is an error.
pub(super) async fn publish(
    jetstream: &Context,
    subject: String,
    payload: Vec<u8>,
    is_unwanted: impl Fn() -> bool,
) -> Result<Published, JobError> {
    loop {
        if is_unwanted() {
            return Ok(Published::Unwanted);
        }
        let sent = match jetstream.publish(subject.clone(), payload.clone().into()).await {
            Ok(acknowledgment) => acknowledgment.await,
            Err(error) => Err(error),
        };
        let Err(error) = sent else { return Ok(Published::Stored) };
        let text = error.to_string();
        if text.contains("maximum messages per subject") {
            return Ok(Published::Duplicate);
        }
        let is_full = ["insufficient", "resources exceeded", "no space left", "maximum bytes", "maximum messages"];
        if is_full.iter().any(|words| text.contains(words)) {
            return Err(JobError::Failed(format!("the NATS server has no space left: {text}")));
        }
        tokio::time::sleep(RETRY_INTERVAL).await;
    }
}
