//! The browser's chores: its type check and tests need node packages and Chromium; loads and pictures are examples.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

const CRATE: &str = "crates/parlor-web";
/// Where Chromium lies, as the tests look for it; the variable `CHROMIUM` names another place.
const CHROMIUM: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const PICTURES: &str = "docs/screenshots/web";

/// Installs what is missing where that is possible; the tests say loudly what they skip without it.
pub(crate) fn prepare() {
    if !Path::new(CRATE).join("node_modules/typescript").exists() && !run("npm", &["ci", "--no-audit", "--no-fund"]) {
        eprintln!("== web: no node packages, so the page is neither type-checked nor tested in a browser");
    }
    let has_chromium = env::var_os("CHROMIUM").is_some() || CHROMIUM.iter().any(|place| Path::new(place).exists());
    if !has_chromium {
        let install = ["install", "-y", "--no-install-recommends", "chromium"];
        if !(run("apt-get", &install) || run("apt-get", &["update"]) && run("apt-get", &install)) {
            eprintln!("== web: no chromium, so nothing is tested in a browser");
        }
    }
}

/// The page's types, where there is a compiler for them.
pub(crate) fn check_types() -> bool {
    if !Path::new(CRATE).join("node_modules/typescript").exists() {
        eprintln!("== web types: skipped: no typescript");
        return true;
    }
    println!("== web types: tsc -p {CRATE}");
    run("node", &["node_modules/typescript/bin/tsc", "-p", "."])
}

/// 500 matches at once, or as many as asked for.
pub(crate) fn load(numbers: &[&str]) -> ExitCode {
    let build = ["build", "--release", "--package", "parlor-web", "--example", "serve"];
    let run = ["run", "--release", "--quiet", "--package", "parlor-web", "--example", "load", "--"];
    if cargo(&build) && cargo(&[&run, numbers].concat()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Pictures of the site for the README.
pub(crate) fn screenshots() -> ExitCode {
    prepare();
    let run = ["run", "--release", "--quiet", "--package", "parlor-web", "--example", "pictures", "--", PICTURES];
    if !cargo(&run) {
        return ExitCode::FAILURE;
    }
    println!("== the pictures are in {PICTURES}");
    ExitCode::SUCCESS
}

fn cargo(arguments: &[&str]) -> bool {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    Command::new(cargo).args(arguments).status().is_ok_and(|status| status.success())
}

fn run(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(CRATE).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
