//! `parlor serve`: the web site on this machine. `parlor` without arguments also opens it in the browser.

use std::env;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use ipnet::IpNet;
use parlor_core::Catalog;
use parlor_web::{Config, ServerLimits};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::{Context, Subcommand, games};
use crate::arguments::{get_str, option, parse_number};
use crate::command_error::CommandError;
use crate::named_engines::add_named_engine;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const DEFAULT_PORT: u16 = 8080;
const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Option that can also be given as the environment variable `PARLOR_SERVE_NAME`.
fn setting(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    let variable = format!("PARLOR_SERVE_{}", name.replace('-', "_").to_uppercase());
    option(name, value).env(variable).hide_env(true).help(help)
}

/// The option `--data`, which `parlor data` shares.
pub(super) fn data_argument() -> Arg {
    setting("data", "DIR", "Folder for the matches [default: ~/.local/share/parlor]")
}

fn command(_: &Catalog) -> Command {
    let limit = |name, help| setting(name, "N", help).help_heading("Limits");
    Command::new("serve")
        .about("Serve the games to web browsers, until you press Ctrl-C")
        .args([
            setting("bind", "ADDR", "Address to listen on; 0.0.0.0 for all interfaces [default: 127.0.0.1]"),
            setting("port", "N", "Port to listen on; 0 for any free port [default: 8080]"),
            data_argument(),
            setting("name", "HOST", "Host name under which browsers reach this server; not needed for IP addresses")
                .action(ArgAction::Append)
                .value_delimiter(','),
            setting("engine", "NAME=SPEC", "Offer another engine under this name, such as tutor=exec:./bot")
                .action(ArgAction::Append),
            Arg::new("open").long("open").action(ArgAction::SetTrue).help("Open the site in the browser"),
            setting("admin", "ADDR:PORT", "Serve /healthz, /readyz and /metrics on this address"),
            setting("trusted-proxy", "CIDR", "Network of a reverse proxy, whose X-Forwarded-* headers are believed")
                .action(ArgAction::Append)
                .value_delimiter(','),
            setting("retention", "DAYS", "Delete matches that nobody opened for so long [default: keep all]"),
            setting("drain", "SECONDS", "Time from a stop signal to the end of the process [default: 2]"),
            setting("log", "FORMAT", "Format of the log on stderr: text, json or off [default: text]"),
            limit("max-connections", "Connections at the same time [default: 8000]"),
            limit("max-connections-per-address", "Connections of one address [default: 1500]"),
            limit("max-sockets", "Open WebSockets [default: 5000]"),
            limit("max-rooms", "Matches in memory [default: 5000]"),
            limit("max-rooms-per-address", "Matches in memory that one address opened [default: 1250]"),
            limit("requests-per-second", "Requests of one address; a POST counts as two [default: 100]"),
        ])
        .after_help(
            "Example, for other machines of your network: parlor serve --bind 0.0.0.0 --name games.example\n\
             Each option is also a variable: PARLOR_SERVE_PORT for --port. RUST_LOG selects what is logged.",
        )
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let bind = get_str(arguments, "bind").unwrap_or("127.0.0.1");
    let address: IpAddr = bind
        .parse()
        .map_err(|_| CommandError::usage(format!("bind \"{bind}\" is not an address such as 127.0.0.1")))?;
    let port = get_str(arguments, "port").map_or(Ok(DEFAULT_PORT), |port| parse_number("port", port, 0..=u16::MAX))?;
    let mut engines = arguments.get_many::<String>("engine").into_iter().flatten();
    let catalog = engines.try_fold(context.catalog.clone(), |catalog, engine| add_named_engine(&catalog, engine))?;
    let mut config = Config::new(Arc::new(catalog), SocketAddr::new(address, port), data_folder(arguments)?);
    config.names = arguments.get_many("name").into_iter().flatten().cloned().collect();
    if let Some(name) = config.names.iter().find(|name| !is_host_name(name)) {
        return Err(CommandError::usage(format!("name \"{name}\" is not a host name such as games.example")));
    }
    if let Some(admin) = get_str(arguments, "admin") {
        let error = || CommandError::usage(format!("admin \"{admin}\" is not an address such as 127.0.0.1:9090"));
        config.admin = Some(admin.parse().map_err(|_| error())?);
    }
    for proxy in arguments.get_many::<String>("trusted-proxy").into_iter().flatten() {
        config.trusted_proxies.push(parse_network(proxy)?);
    }
    if let Some(days) = get_str(arguments, "retention") {
        let days: u32 = parse_number("retention", days, 1..=36_500)?;
        config.retention = Some(Duration::from_hours(24 * u64::from(days)));
    }
    if let Some(seconds) = get_str(arguments, "drain") {
        config.drain = Duration::from_secs(parse_number("drain", seconds, 1..=3600)?);
    }
    config.limits = limits(arguments)?;
    start_log(get_str(arguments, "log").unwrap_or("text"))?;
    serve(&config, arguments.get_flag("open"), context.out)
}

fn limits(arguments: &ArgMatches) -> Result<ServerLimits, CommandError> {
    let mut limits = ServerLimits::default();
    let fields = [
        ("max-connections", &mut limits.connections),
        ("max-connections-per-address", &mut limits.connections_per_address),
        ("max-sockets", &mut limits.sockets),
        ("max-rooms", &mut limits.rooms),
        ("max-rooms-per-address", &mut limits.rooms_per_address),
    ];
    for (name, field) in fields {
        if let Some(value) = get_str(arguments, name) {
            *field = parse_number(name, value, 1..=1_000_000)?;
        }
    }
    if let Some(value) = get_str(arguments, "requests-per-second") {
        let per_second: u32 = parse_number("requests-per-second", value, 1..=1_000_000)?;
        // The burst keeps its proportion to the rate.
        limits.request_burst *= f64::from(per_second) / limits.requests_per_second;
        limits.requests_per_second = f64::from(per_second);
    }
    Ok(limits)
}

/// A network such as `10.0.0.0/8`, or a single address.
fn parse_network(text: &str) -> Result<IpNet, CommandError> {
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    network.map_err(|_| CommandError::usage(format!("trusted-proxy \"{text}\" is not a network such as 10.0.0.0/8")))
}

/// Logs to stderr. `RUST_LOG` selects levels, such as `debug` or `parlor_web=debug`.
fn start_log(format: &str) -> Result<(), CommandError> {
    let levels = env::var("RUST_LOG").unwrap_or_else(|_| "info".to_owned());
    let filter: Targets =
        levels.parse().map_err(|error| CommandError::usage(format!("RUST_LOG \"{levels}\": {error}")))?;
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    let registry = tracing_subscriber::registry().with(filter);
    // A log that exists already, in a program that embeds this command, is kept.
    let _ = match format {
        "text" => registry.with(layer.with_ansi(std::io::stderr().is_terminal())).try_init(),
        "json" => registry.with(layer.json()).try_init(),
        "off" => Ok(()),
        other => return Err(CommandError::usage(format!("log \"{other}\" is none of text, json and off"))),
    };
    Ok(())
}

/// Folder of `--data`, or the usual one.
pub(super) fn data_folder(arguments: &ArgMatches) -> Result<PathBuf, CommandError> {
    get_str(arguments, "data").map_or_else(default_data_folder, |data| Ok(PathBuf::from(data)))
}

/// Accepts letters, digits, hyphens and dots.
fn is_host_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte))
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
    parlor_web::serve_until_signal(config, on_start).map_err(CommandError::runtime)?;
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
