//! `parlor serve`, and what a bare `parlor` does: the site on this machine, opened in the browser if there is one.

use std::env;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::thread;

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_web::Config;

use crate::command_line::{number, text};
use crate::failure::Failure;
use crate::games;

const USUAL_PORT: u16 = 8080;
const THIS_MACHINE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

pub(crate) fn command() -> Command {
    Command::new("serve").about("Serve the games to browsers, until Ctrl-C").args([
        Arg::new("bind")
            .long("bind")
            .value_name("ADDR")
            .allow_hyphen_values(true)
            .help("Address to serve on; 0.0.0.0 for all [127.0.0.1]"),
        Arg::new("port")
            .long("port")
            .value_name("N")
            .allow_hyphen_values(true)
            .help("Port to serve on; 0 for any free one [8080]"),
        Arg::new("data").long("data").value_name("DIR").help("Where matches are kept [~/.local/share/parlor]"),
        Arg::new("name")
            .long("name")
            .value_name("HOST")
            .action(ArgAction::Append)
            .help("A host name that people type to reach this server; addresses need none"),
        Arg::new("open").long("open").action(ArgAction::SetTrue).help("Open it in the browser"),
    ])
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let bind = text(arguments, "bind").unwrap_or("127.0.0.1");
    let address: IpAddr =
        bind.parse().map_err(|_| Failure::usage(format!("bind \"{bind}\" is not an address such as 127.0.0.1")))?;
    let port = text(arguments, "port").map_or(Ok(USUAL_PORT), |port| number("port", port, 0..=u16::MAX))?;
    let names: Vec<String> = arguments.get_many("name").into_iter().flatten().cloned().collect();
    if let Some(name) = names.iter().find(|name| !is_host_name(name)) {
        return Err(Failure::usage(format!("name \"{name}\" is not a host name such as games.example")));
    }
    let data = text(arguments, "data").map_or_else(usual_data, |data| Ok(PathBuf::from(data)))?;
    let config = Config { address: SocketAddr::new(address, port), data, names };
    serve(&config, arguments.get_flag("open"), out)
}

/// Letters, digits, hyphens and dots, as they stand in an address.
fn is_host_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte))
}

/// Without any argument: the usual port, or a free one where that is taken.
pub(crate) fn welcome(out: &mut dyn Write) -> Result<(), Failure> {
    let usual = SocketAddr::new(THIS_MACHINE, USUAL_PORT);
    let is_free = TcpListener::bind(usual).is_ok();
    let address = if is_free { usual } else { SocketAddr::new(THIS_MACHINE, 0) };
    games::welcome(out)?;
    serve(&Config { address, data: usual_data()?, names: Vec::new() }, true, out)
}

fn serve(config: &Config, open: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut told = Ok(());
    let started = |address: SocketAddr| {
        let mut shown = address;
        if address.ip().is_unspecified() {
            shown.set_ip(THIS_MACHINE);
        }
        let url = format!("http://{shown}/");
        told = writeln!(out, "\nServing on {url} until Ctrl-C.").and_then(|()| out.flush());
        if open {
            open_browser(&url);
        }
    };
    parlor_web::serve_until_signal(config, started).map_err(Failure::trouble)?;
    Ok(told?)
}

fn usual_data() -> Result<PathBuf, Failure> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
        .map(|data| data.join("parlor"))
        .ok_or_else(|| Failure::usage("there is no home folder to keep matches in; say --data DIR"))
}

/// Where there is no browser, or no screen to show it on, the address has been printed.
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
        // Somebody has to hear that it has ended.
        thread::spawn(move || child.wait());
    }
}
