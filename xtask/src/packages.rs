//! Task `packages`: what the tests need besides Rust and a C compiler, as Debian packages.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

use parlor_test_tools::TOOLS;

/// Libraries that a window loads when it opens, with a software GL driver: a missing one does not show at build time.
const LIBRARIES: [&str; 8] = [
    "libegl1",
    "libgl1",
    "libgl1-mesa-dri",
    "libx11-xcb1",
    "libxcursor1",
    "libxi6",
    "libxkbcommon-x11-0",
    "libxrandr2",
];
/// Python's module for environments, which Debian packs apart.
const PYTHON_VENV: &str = "python3-venv";

/// Installs missing packages on Debian as root. Elsewhere says what is missing, or the one command that installs it.
pub(crate) fn install() -> ExitCode {
    let missing = missing();
    if missing.is_empty() {
        println!("== packages: all installed");
        return ExitCode::SUCCESS;
    }
    let names = missing.join(" ");
    if !has_program("apt-get") {
        eprintln!("== packages: missing, by their names in Debian: {names}");
        return ExitCode::FAILURE;
    }
    let command = format!("apt-get update && apt-get install -y --no-install-recommends {names}");
    if !is_root() {
        eprintln!("== packages: missing; run as root: {command}");
        return ExitCode::FAILURE;
    }
    println!("== packages: {command}");
    let apt = Command::new("sh").args(["-c", &command]).env("DEBIAN_FRONTEND", "noninteractive").status();
    if apt.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Packages of programs that are not found, and of libraries that Debian does not list. Other systems have other
/// names for libraries, so there the tests themselves tell.
fn missing() -> Vec<&'static str> {
    let mut missing: Vec<&str> =
        TOOLS.into_iter().filter(|tool| tool.find().is_none()).map(|tool| tool.package).collect();
    if !has_python_venv() {
        missing.push(PYTHON_VENV);
    }
    if has_program("dpkg-query") {
        missing.extend(LIBRARIES.into_iter().filter(|library| !is_installed(library)));
    }
    missing
}

pub(crate) fn has_python_venv() -> bool {
    let modules = Command::new("python3").args(["-c", "import ensurepip, venv"]).output();
    modules.is_ok_and(|output| output.status.success())
}

fn is_installed(package: &str) -> bool {
    let query = Command::new("dpkg-query").args(["--show", "--showformat=${db:Status-Status}", package]).output();
    query.is_ok_and(|output| output.stdout == b"installed")
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn has_program(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| Path::new(&folder).join(program).is_file())
}
