//! Configuration of the server: addresses, folders and limits.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use parlor_core::Catalog;

/// Configuration of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Games and engines that the server offers.
    pub catalog: Arc<Catalog>,
    /// Address to listen on; port 0 means any free port.
    pub address: SocketAddr,
    /// Folder of the database.
    pub data: PathBuf,
    /// Host names of the server, besides IP addresses and localhost. Requests with any other `Host` are rejected.
    pub names: Vec<String>,
    /// Arena file whose competitions are shown at `/arena`.
    pub arena: Option<PathBuf>,
    /// Address for `/healthz`, `/readyz` and `/metrics`; without one they are not served, except `/healthz`.
    pub admin: Option<SocketAddr>,
    /// Networks of reverse proxies, whose headers say who the client is.
    pub trusted_proxies: Vec<IpNet>,
    /// Time after the last move or view when a match is deleted; `None` keeps all matches.
    pub retention: Option<Duration>,
    /// Time from a stop signal to the end of the process.
    pub drain: Duration,
    pub limits: ServerLimits,
}

impl Config {
    /// The configuration with all defaults.
    pub fn new(catalog: Arc<Catalog>, address: SocketAddr, data: impl Into<PathBuf>) -> Config {
        Config {
            catalog,
            address,
            data: data.into(),
            names: Vec::new(),
            arena: None,
            admin: None,
            trusted_proxies: Vec::new(),
            retention: None,
            drain: Duration::from_secs(2),
            limits: ServerLimits::default(),
        }
    }
}

/// Limits of the server, in all and for each client address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ServerLimits {
    pub connections: usize,
    /// High enough for a school behind one address.
    pub connections_per_address: usize,
    pub sockets: usize,
    /// Matches in memory.
    pub rooms: usize,
    /// Matches in memory that one address opened. Below the limit of all, so that no address can shut the others out.
    pub rooms_per_address: usize,
    /// Requests per second of one address; a POST counts as two.
    pub requests_per_second: f64,
    pub request_burst: f64,
    /// Bytes that one address may store in an hour.
    pub stored_bytes_per_hour: f64,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 8000,
            connections_per_address: 1500,
            sockets: 5000,
            rooms: 5000,
            rooms_per_address: 1250,
            requests_per_second: 100.0,
            request_burst: 2000.0,
            stored_bytes_per_hour: 64.0 * 1024.0 * 1024.0,
        }
    }
}
