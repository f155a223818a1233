//! Connection to a NATS server.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::ContextBuilder;
use async_nats::rustls::pki_types::CertificateDer;
use async_nats::rustls::pki_types::pem::{self, PemObject};
use async_nats::rustls::{CertificateError, Error as TlsError};
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, ServerAddr};

use crate::JobError;

const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);
/// Time after which a message is published again: a server that restarts does not answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest wait between two attempts to reconnect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// Address and credentials of a NATS server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connection {
    /// `nats://HOST:4222`, or `tls://HOST:4222`; may contain a user and a password.
    pub url: String,
    /// Credentials file of NATS.
    pub credentials: Option<PathBuf>,
    /// Certificate of the authority that signed the server's certificate; `None`: the authorities of the system.
    pub root_certificate: Option<PathBuf>,
}

impl Connection {
    /// Connects; `name` is shown in the server's monitoring. The client reconnects by itself afterwards.
    pub(crate) async fn connect(&self, name: &str) -> Result<(Client, Context), JobError> {
        let address = ServerAddr::from_str(&self.url)
            .map_err(|error| JobError::Invalid(format!("\"{}\" is not a NATS address: {error}", self.shown())))?;
        let mut options =
            ConnectOptions::new().name(name).connection_timeout(CONNECTION_TIMEOUT).reconnect_delay_callback(
                |attempts| (Duration::from_millis(50) * attempts.min(100) as u32).min(MAX_RECONNECT_DELAY),
            );
        if let (Some(user), password) = (address.username(), address.password()) {
            options = options.user_and_password(user.to_owned(), password.unwrap_or_default().to_owned());
        }
        if let Some(file) = &self.credentials {
            options = options.credentials_file(file).await.map_err(|error| {
                JobError::Invalid(format!("cannot read the credentials in {}: {error}", file.display()))
            })?;
        }
        if let Some(file) = &self.root_certificate {
            check_certificate(file)?;
            options = options.add_root_certificates(file.clone());
        }
        let client = options.connect(address).await.map_err(|error| self.explain(&error))?;
        let jetstream = ContextBuilder::new().ack_timeout(ANSWER_TIMEOUT).build(client.clone());
        Ok((client, jetstream))
    }

    /// The address without a password.
    pub(crate) fn shown(&self) -> String {
        match (self.url.split_once("://"), self.url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            (_, None) => self.url.clone(),
        }
    }

    fn explain(&self, error: &ConnectError) -> JobError {
        let url = self.shown();
        if let Some(error) = find_tls_error(error) {
            return JobError::Failed(match error {
                TlsError::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::BadSignature) => {
                    let advice = "pass that of its authority with --tls-ca FILE";
                    format!("the certificate of the NATS server at {url} is not trusted; {advice}")
                }
                TlsError::InvalidCertificate(reason) => {
                    format!("the certificate of the NATS server at {url} is not valid: {reason}")
                }
                _ => format!("TLS with the NATS server at {url} failed: {error}"),
            });
        }
        JobError::Failed(match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                format!("the NATS server at {url} refused the credentials; pass valid ones with --creds FILE")
            }
            ConnectErrorKind::Tls => format!("TLS with the NATS server at {url} failed: {}", cause(error)),
            ConnectErrorKind::TimedOut => format!("the NATS server at {url} did not answer within 5 s"),
            _ => format!("there is no NATS server at {url}: {}", cause(error)),
        })
    }
}

/// Checks that a file has a certificate: the client would find none that it trusts, and blame the server.
fn check_certificate(file: &Path) -> Result<(), JobError> {
    let certificate = CertificateDer::from_pem_file(file);
    certificate.map(drop).map_err(|error| {
        let reason = match error {
            pem::Error::Io(error) => error.to_string(),
            _ => "there is no certificate in PEM format".to_owned(),
        };
        JobError::Invalid(format!("cannot read the certificate in {}: {reason}", file.display()))
    })
}

/// The failed handshake behind an error, which the client takes for one of reading and writing.
fn find_tls_error(error: &ConnectError) -> Option<&TlsError> {
    error.source()?.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref()
}

/// The innermost reason of an error.
fn cause(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let shown = |url: &str| Connection { url: url.to_owned(), credentials: None, root_certificate: None }.shown();
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("me:secret@host"), "host");
        assert_eq!(shown("tls://host"), "tls://host");
    }
}
