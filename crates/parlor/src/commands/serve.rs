//! `parlor serve`: the web site on this machine. `parlor` without arguments also opens it in the browser.

use std::env;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::{Arg, Args, ValueEnum};
use ipnet::IpNet;
use parlor_web::{Config, ServerLimits};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::{Context, games};
use crate::arguments::number;
use crate::command_error::CommandError;
use crate::named_engines::add_named_engine;

const DEFAULT_PORT: u16 = 8080;
const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

const HELP: &str = "\
Example, for other machines of your network: parlor serve --bind 0.0.0.0 --name games.example
Each option is also a variable: PARLOR_SERVE_PORT for --port. RUST_LOG selects what is logged.";

/// Serve the games to web browsers, until you press Ctrl-C
#[derive(Args, Debug)]
#[command(after_help = HELP, mut_args = with_variable)]
pub(super) struct Serve {
    /// Address to listen on; 0.0.0.0 for all interfaces
    #[arg(long, value_name = "ADDR", value_parser = address, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Port to listen on; 0 for any free port
    #[arg(long, value_name = "N", value_parser = number(0..=u16::MAX), default_value_t = DEFAULT_PORT)]
    port: u16,
    #[command(flatten)]
    data: DataFolder,
    /// Host name under which browsers reach this server; not needed for IP addresses
    #[arg(long = "name", value_name = "HOST", value_delimiter = ',', value_parser = host_name)]
    names: Vec<String>,
    /// Offer another engine under this name, such as tutor=exec:./bot
    #[arg(long = "engine", value_name = "NAME=SPEC")]
    engines: Vec<String>,
    /// Show the competitions of an arena file, such as arena.sqlite, at /arena
    #[arg(long, value_name = "FILE")]
    arena: Option<PathBuf>,
    /// Open the site in the browser
    #[arg(long)]
    open: bool,
    /// Serve /healthz, /readyz and /metrics on this address
    #[arg(long, value_name = "ADDR:PORT", value_parser = admin_address)]
    admin: Option<SocketAddr>,
    /// Network of a reverse proxy, whose X-Forwarded-* headers are believed
    #[arg(long = "trusted-proxy", value_name = "CIDR", value_delimiter = ',', value_parser = network)]
    trusted_proxies: Vec<IpNet>,
    /// Delete matches that nobody opened for so long [default: keep all]
    #[arg(long, value_name = "DAYS", value_parser = number(1..=36_500_u32))]
    retention: Option<u32>,
    /// Time from a stop signal to the end of the process
    #[arg(long, value_name = "SECONDS", value_parser = number(1..=3600_u64), default_value = "2")]
    drain: u64,
    /// Format of the log on stderr
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log: LogFormat,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogFormat {
    Text,
    Json,
    Off,
}

/// Limits of the server; without one it is that of [`ServerLimits`].
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
struct Limits {
    /// Connections at the same time [default: 8000]
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_LIMIT))]
    max_connections: Option<usize>,
    /// Connections of one address [default: 1500]
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_LIMIT))]
    max_connections_per_address: Option<usize>,
    /// Open sockets of pages [default: 5000]
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_LIMIT))]
    max_sockets: Option<usize>,
    /// Matches in memory [default: 5000]
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_LIMIT))]
    max_rooms: Option<usize>,
    /// Matches in memory that one address opened [default: 1250]
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_LIMIT))]
    max_rooms_per_address: Option<usize>,
    /// Requests of one address; a POST counts as two [default: 100]
    #[arg(long, value_name = "N", value_parser = number(1..=1_000_000_u32))]
    requests_per_second: Option<u32>,
}

/// Highest value of a limit that counts something.
const MAX_LIMIT: usize = 1_000_000;

/// The folder of the site, which `parlor data` shares.
#[derive(Args, Debug)]
#[command(mut_args = with_variable)]
pub(super) struct DataFolder {
    /// Folder for the matches [default: ~/.local/share/parlor]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Lets an option also be given as the environment variable `PARLOR_SERVE_NAME`.
fn with_variable(argument: Arg) -> Arg {
    let Some(name) = argument.get_long().filter(|_| argument.get_action().takes_values()) else { return argument };
    let variable = format!("PARLOR_SERVE_{}", name.replace('-', "_").to_uppercase());
    argument.env(variable).hide_env(true)
}

impl Serve {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let with_engine = |catalog, engine: &String| add_named_engine(&catalog, engine);
        let catalog = Arc::new(self.engines.iter().try_fold(context.catalog.clone(), with_engine)?);
        let config = Config {
            names: self.names.clone(),
            arena: self.arena.clone(),
            admin: self.admin,
            trusted_proxies: self.trusted_proxies.clone(),
            retention: self.retention.map(|days| Duration::from_hours(24 * u64::from(days))),
            drain: Duration::from_secs(self.drain),
            limits: self.limits.server_limits(),
            ..Config::new(catalog, SocketAddr::new(self.bind, self.port), self.data.path()?)
        };
        start_log(self.log)?;
        serve(&config, self.open, context.out)
    }
}

impl Limits {
    fn server_limits(&self) -> ServerLimits {
        let usual = ServerLimits::default();
        let per_second = self.requests_per_second.map_or(usual.requests_per_second, f64::from);
        ServerLimits {
            connections: self.max_connections.unwrap_or(usual.connections),
            connections_per_address: self.max_connections_per_address.unwrap_or(usual.connections_per_address),
            sockets: self.max_sockets.unwrap_or(usual.sockets),
            rooms: self.max_rooms.unwrap_or(usual.rooms),
            rooms_per_address: self.max_rooms_per_address.unwrap_or(usual.rooms_per_address),
            // The burst keeps its proportion to the rate.
            request_burst: usual.request_burst * per_second / usual.requests_per_second,
            requests_per_second: per_second,
            ..usual
        }
    }
}

impl DataFolder {
    pub(super) fn path(&self) -> Result<PathBuf, CommandError> {
        self.data.clone().map_or_else(default_data_folder, Ok)
    }
}

fn address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "is not an address such as 127.0.0.1")
}

fn admin_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "is not an address such as 127.0.0.1:9090")
}

/// A network such as `10.0.0.0/8`, or a single address.
fn network(text: &str) -> Result<IpNet, &'static str> {
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    network.map_err(|_| "is not a network such as 10.0.0.0/8")
}

/// Accepts letters, digits, hyphens and dots.
fn host_name(text: &str) -> Result<String, &'static str> {
    let is_valid = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    if is_valid && !text.is_empty() { Ok(text.to_owned()) } else { Err("is not a host name such as games.example") }
}

/// Logs to stderr. `RUST_LOG` selects levels, such as `debug` or `parlor_web=debug`.
fn start_log(format: LogFormat) -> Result<(), CommandError> {
    let levels = env::var("RUST_LOG").unwrap_or_else(|_| "info".to_owned());
    let filter: Targets =
        levels.parse().map_err(|error| CommandError::usage(format!("RUST_LOG \"{levels}\": {error}")))?;
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    let registry = tracing_subscriber::registry().with(filter);
    // A log that exists already, in a program that embeds this command, is kept.
    let _ = match format {
        LogFormat::Text => registry.with(layer.with_ansi(std::io::stderr().is_terminal())).try_init(),
        LogFormat::Json => registry.with(layer.json()).try_init(),
        LogFormat::Off => Ok(()),
    };
    Ok(())
}

/// Runs `parlor` without arguments: serves on the default port, or on a free one if that is taken.
pub(super) fn run_default(context: &mut Context) -> Result<(), CommandError> {
    let default = SocketAddr::new(LOCALHOST, DEFAULT_PORT);
    let is_free = TcpListener::bind(default).is_ok();
    let address = if is_free { default } else { SocketAddr::new(LOCALHOST, 0) };
    games::print_welcome(context)?;
    let catalog = Arc::new(context.catalog.clone());
    let config = Config::new(catalog, address, default_data_folder()?);
    serve(&config, true, context.out)
}

fn serve(config: &Config, opens_browser: bool, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut printed = Ok(());
    let on_start = |address: SocketAddr| {
        let mut reachable = address;
        if address.ip().is_unspecified() {
            reachable.set_ip(LOCALHOST);
        }
        let url = format!("http://{reachable}/");
        printed = writeln!(out, "\nServing on {url} until Ctrl-C.").and_then(|()| out.flush());
        if opens_browser {
            open_browser(&url);
        }
    };
    parlor_web::serve_until_signal(config, on_start).map_err(|error| CommandError::runtime(error.to_string()))?;
    Ok(printed?)
}

fn default_data_folder() -> Result<PathBuf, CommandError> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
        .map(|data| data.join("parlor"))
        .ok_or_else(|| CommandError::usage("there is no home folder to store matches in; use --data DIR"))
}

/// Opens a URL in the browser. Does nothing without a display: the URL has been printed.
fn open_browser(url: &str) {
    let mut opener = if cfg!(target_os = "macos") {
        Process::new("open")
    } else if cfg!(windows) {
        Process::new("explorer")
    } else if env::var_os("DISPLAY").is_some() || env::var_os("WAYLAND_DISPLAY").is_some() {
        Process::new("xdg-open")
    } else {
        return;
    };
    let child = opener.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut child) = child {
        // Waiting for the child process keeps it from becoming a zombie.
        thread::spawn(move || child.wait());
    }
}
