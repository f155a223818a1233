//! `parlor serve`: the web site on this machine. `parlor` without arguments also opens it in the browser.

use std::env;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::thread;

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::Catalog;
use parlor_web::Config;

use super::{Context, Subcommand, games};
use crate::arguments::{get_str, option, parse_number};
use crate::command_error::CommandError;
use crate::named_engines::add_named_engine;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const DEFAULT_PORT: u16 = 8080;
const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn command(_: &Catalog) -> Command {
    Command::new("serve")
        .about("Serve the games to web browsers, until you press Ctrl-C")
        .args([
            option("bind", "ADDR").help("Address to listen on; 0.0.0.0 for all interfaces [default: 127.0.0.1]"),
            option("port", "N").help("Port to listen on; 0 for any free port [default: 8080]"),
            Arg::new("data")
                .long("data")
                .value_name("DIR")
                .help("Folder for the matches [default: ~/.local/share/parlor]"),
            Arg::new("name")
                .long("name")
                .value_name("HOST")
                .action(ArgAction::Append)
                .help("Host name under which browsers reach this server; not needed for IP addresses"),
            Arg::new("engine")
                .long("engine")
                .value_name("NAME=SPEC")
                .action(ArgAction::Append)
                .help("Offer another engine under this name, such as tutor=exec:./bot"),
            Arg::new("open").long("open").action(ArgAction::SetTrue).help("Open the site in the browser"),
        ])
        .after_help("Example, for other machines of your network: parlor serve --bind 0.0.0.0 --name games.example")
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let bind = get_str(arguments, "bind").unwrap_or("127.0.0.1");
    let address: IpAddr = bind
        .parse()
        .map_err(|_| CommandError::usage(format!("bind \"{bind}\" is not an address such as 127.0.0.1")))?;
    let port = get_str(arguments, "port").map_or(Ok(DEFAULT_PORT), |port| parse_number("port", port, 0..=u16::MAX))?;
    let names: Vec<String> = arguments.get_many("name").into_iter().flatten().cloned().collect();
    if let Some(name) = names.iter().find(|name| !is_host_name(name)) {
        return Err(CommandError::usage(format!("name \"{name}\" is not a host name such as games.example")));
    }
    let data = get_str(arguments, "data").map_or_else(default_data_folder, |data| Ok(PathBuf::from(data)))?;
    let mut engines = arguments.get_many::<String>("engine").into_iter().flatten();
    let catalog = engines.try_fold(context.catalog.clone(), |catalog, engine| add_named_engine(&catalog, engine))?;
    let config = Config { catalog: Arc::new(catalog), address: SocketAddr::new(address, port), data, names };
    serve(&config, arguments.get_flag("open"), context.out)
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
    let config = Config { catalog, address, data: default_data_folder()?, names: Vec::new() };
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
