//! Task `packages`: Debian packages that the tests need: a virtual display and a software GL driver for the window,
//! nginx with a certificate for the server behind a proxy, and the NATS server for competitions on many machines.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The libraries are loaded when the window opens, so a missing one does not show at build time.
const PACKAGES: [&str; 12] = [
    "xvfb",
    "libgl1-mesa-dri",
    "libgl1",
    "libegl1",
    "libx11-xcb1",
    "libxcursor1",
    "libxi6",
    "libxkbcommon-x11-0",
    "libxrandr2",
    "nats-server",
    "nginx-light",
    "openssl",
];

/// Installs missing packages on Debian as root; elsewhere prints the command to run.
pub(crate) fn install() -> ExitCode {
    let missing: Vec<&str> = PACKAGES.into_iter().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() || on_the_path("Xvfb") && !on_the_path("dpkg-query") {
        println!("== packages: all installed");
        return ExitCode::SUCCESS;
    }
    let words = format!("apt-get install --no-install-recommends {}", missing.join(" "));
    if !on_the_path("apt-get") || env::var_os("USER").is_some_and(|user| user != "root") {
        eprintln!("== packages: run as root: {words}");
        return ExitCode::FAILURE;
    }
    println!("== packages: {words}");
    let apt = |arguments: &[&str]| {
        let status = Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").status();
        status.is_ok_and(|status| status.success())
    };
    let install = [&["install", "-y", "--no-install-recommends"], missing.as_slice()].concat();
    if apt(&["update"]) && apt(&install) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn is_installed(package: &str) -> bool {
    let query = Command::new("dpkg-query").args(["--show", "--showformat=${db:Status-Status}", package]).output();
    query.is_ok_and(|output| output.stdout == b"installed")
}

fn on_the_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| Path::new(&folder).join(program).is_file())
}
