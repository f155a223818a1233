//! A NATS server with TLS and with credentials files, as `openssl` and `nsc` would make them.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair;
use parlor_core::StopFlag;
use parlor_distributed::nats::{Connection, Settings, WorkerSettings, run, status, work};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair as TlsKey};
use serde_json::{Value, json};

use crate::jobs::{SquareJob, SquareKind, offer, work_or_abort};
use crate::server::NatsServer;

/// Who admits users to a server: an operator with one account.
struct Operator {
    key: KeyPair,
    account: KeyPair,
}

impl Operator {
    fn new() -> Operator {
        Operator { key: KeyPair::new_operator(), account: KeyPair::new_account() }
    }

    /// Configuration of a server that trusts this operator.
    fn configuration(&self) -> String {
        let system = KeyPair::new_account();
        let mut limits = json!({ "wildcards": true });
        for name in [
            "subs",
            "data",
            "payload",
            "imports",
            "exports",
            "conn",
            "leaf",
            "mem_storage",
            "disk_storage",
            "streams",
            "consumer",
        ] {
            limits[name] = json!(-1);
        }
        let account = |key: &KeyPair, limits: &Value| {
            let claims = json!({ "type": "account", "version": 2, "limits": limits });
            format!("{}: \"{}\"\n", key.public_key(), sign(&self.key, key, &claims))
        };
        let operator = sign(&self.key, &self.key, &json!({ "type": "operator", "version": 2 }));
        let mut text = format!("operator: \"{operator}\"\nsystem_account: {}\n", system.public_key());
        text.push_str("resolver: MEMORY\nresolver_preload: {\n");
        text + &account(&self.account, &limits) + &account(&system, &json!({})) + "}\n"
    }

    /// Credentials file of a new user, with the user's key or with another one.
    fn credentials(&self, folder: &Path, name: &str, has_right_key: bool) -> PathBuf {
        let user = KeyPair::new_user();
        let token =
            sign(&self.account, &user, &json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 }));
        let key = if has_right_key { user } else { KeyPair::new_user() };
        let seed = key.seed().unwrap();
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        file
    }
}

/// JSON web token of NATS: claims about a key, signed with another one.
fn sign(issuer: &KeyPair, subject: &KeyPair, claims: &Value) -> String {
    let (issuer_name, name) = (issuer.public_key(), subject.public_key());
    let body =
        json!({ "jti": name, "iat": 1_700_000_000, "iss": issuer_name, "sub": name, "name": name, "nats": claims });
    let header = BASE64URL_NOPAD.encode(br#"{"typ":"JWT","alg":"ed25519-nkey"}"#);
    let signed = format!("{header}.{}", BASE64URL_NOPAD.encode(body.to_string().as_bytes()));
    let signature = BASE64URL_NOPAD.encode(&issuer.sign(signed.as_bytes()).unwrap());
    format!("{signed}.{signature}")
}

/// An authority that signs certificates; its own is in a file.
struct Authority {
    issuer: CertifiedIssuer<'static, TlsKey>,
    file: PathBuf,
}

impl Authority {
    fn new(folder: &Path, name: &str) -> Authority {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, TlsKey::generate().unwrap()).unwrap();
        let file = folder.join(name);
        std::fs::write(&file, issuer.pem()).unwrap();
        Authority { issuer, file }
    }

    /// Configuration of a server with a certificate for a host.
    fn configuration(&self, folder: &Path, host: &str) -> String {
        let key = TlsKey::generate().unwrap();
        let params = CertificateParams::new([host.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let (certificate_file, key_file) = (folder.join(format!("{host}.pem")), folder.join(format!("{host}.key")));
        std::fs::write(&certificate_file, certificate.pem()).unwrap();
        std::fs::write(&key_file, key.serialize_pem()).unwrap();
        format!("tls {{ cert_file: \"{}\", key_file: \"{}\" }}\n", certificate_file.display(), key_file.display())
    }
}

/// The sentence with which a connection is refused.
fn refusal(connection: Connection) -> String {
    let sentence = status(&connection).unwrap_err().to_string();
    let worker = WorkerSettings { connection, name: "w".to_owned(), slots: 1, version: "1".to_owned(), idle: None };
    let error = work(&[], &worker, &StopFlag::default(), &|_| {}).unwrap_err();
    assert_eq!(error.to_string(), sentence, "a worker says the same");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence
}

#[test]
fn a_job_runs_over_tls_with_credentials() {
    let folder = tempfile::tempdir().unwrap();
    let (operator, authority) = (Operator::new(), Authority::new(folder.path(), "authority.pem"));
    let configuration = operator.configuration() + &authority.configuration(folder.path(), "127.0.0.1");
    let server = NatsServer::start_with(&configuration);
    let connection = Connection {
        url: server.url().replace("nats://", "tls://"),
        credentials: Some(operator.credentials(folder.path(), "right.creds", true)),
        root_certificate: Some(authority.file),
    };
    let worker = WorkerSettings {
        connection: connection.clone(),
        name: "worker".to_owned(),
        slots: 2,
        version: "1".to_owned(),
        idle: None,
    };
    let settings = Settings { connection: connection.clone(), version: "1".to_owned(), lease: Duration::from_secs(1) };
    // Loads the account: server 2.9.10 deletes the streams of one that two clients load at the same moment.
    assert_eq!(status(&connection).unwrap(), []);
    let (kind, stop) = (SquareKind::default(), StopFlag::default());
    thread::scope(|scope| {
        scope.spawn(|| work_or_abort(&kind, &worker, &stop, &|_| {}));
        let mut job = SquareJob::new(40, 5);
        run(&mut job, &offer("secured", 0.001), &settings, &StopFlag::default()).unwrap();
        job.assert_complete();
        stop.raise();
    });
    assert_eq!(status(&connection).unwrap(), [], "nothing is left on the server");
}

#[test]
fn wrong_credentials_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let operator = Operator::new();
    let server = NatsServer::start_with(&operator.configuration());
    let with = |credentials| Connection { url: server.url(), credentials, root_certificate: None };
    assert_eq!(status(&with(Some(operator.credentials(folder.path(), "right.creds", true)))).unwrap(), []);
    let url = server.url();
    let expected = format!("the NATS server at {url} refused the credentials; pass valid ones with --creds FILE");
    let stranger = Operator::new().credentials(folder.path(), "stranger.creds", true);
    let stolen = operator.credentials(folder.path(), "stolen.creds", false);
    for credentials in [None, Some(stranger), Some(stolen)] {
        assert_eq!(refusal(with(credentials)), expected);
    }
    let text = folder.path().join("text.creds");
    std::fs::write(&text, "secret").unwrap();
    let start = format!("cannot read the credentials in {}: ", text.display());
    let refused = refusal(with(Some(text)));
    assert!(refused.starts_with(&start), "{refused}");
}

#[test]
fn certificates_that_are_not_trusted_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let (authority, stranger) = (Authority::new(folder.path(), "ca.pem"), Authority::new(folder.path(), "other.pem"));
    let server = NatsServer::start_with(&authority.configuration(folder.path(), "127.0.0.1"));
    let with = |url: &str, root_certificate: Option<&PathBuf>| Connection {
        url: url.to_owned(),
        credentials: None,
        root_certificate: root_certificate.cloned(),
    };
    // A server that requires TLS says so, whatever the scheme of the address is.
    for url in [server.url(), server.url().replace("nats://", "tls://")] {
        assert_eq!(status(&with(&url, Some(&authority.file))).unwrap(), []);
        let expected = format!(
            "the certificate of the NATS server at {url} is not trusted; pass that of its authority with --tls-ca FILE"
        );
        for authority in [None, Some(&stranger.file)] {
            assert_eq!(refusal(with(&url, authority)), expected);
        }
    }
    let (missing, key) = (folder.path().join("missing.pem"), folder.path().join("127.0.0.1.key"));
    for (file, reason) in [(missing, "No such file"), (key, "there is no certificate in PEM format")] {
        let refused = refusal(with(&server.url(), Some(&file)));
        let start = format!("cannot read the certificate in {}: {reason}", file.display());
        assert!(refused.starts_with(&start), "{refused}");
    }
    let elsewhere = NatsServer::start_with(&authority.configuration(folder.path(), "elsewhere.example"));
    let refused = refusal(with(&elsewhere.url(), Some(&authority.file)));
    let start = format!("the certificate of the NATS server at {} is not valid: ", elsewhere.url());
    assert!(refused.starts_with(&start), "{refused}");
    let plain = NatsServer::start();
    let url = plain.url().replace("nats://", "tls://");
    let refused = refusal(with(&url, Some(&authority.file)));
    assert!(refused.starts_with(&format!("TLS with the NATS server at {url} failed: ")), "{refused}");
}
