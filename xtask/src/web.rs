//! Tasks of the site: checks and tests of the page, and screenshots.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::cargo::cargo;

const CRATE: &str = "crates/parlor-web";
/// Paths of Chromium, as the tests look for it. The variable `CHROMIUM` names another one.
const CHROMIUM: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const SCREENSHOTS: &str = "docs/screenshots/web";
const MOVING_PICTURE: &str = "docs/screenshots/play-review-solve.png";
/// Everything that prettier formats, relative to the crate.
const FORMATTED: [&str; 5] = ["page", "page-tests", "browser", "package.json", "tsconfig.json"];
const UNIT_TESTS: &str = "page-tests";
/// Node packages of the checks and tests.
const PACKAGES: [&str; 7] = ["axe-core", "jsqr", "pixelmatch", "playwright-core", "pngjs", "prettier", "typescript"];

/// Installs the node packages and Chromium if they are missing. The checks report what they skip without them.
pub(crate) fn prepare() {
    let is_complete = PACKAGES.into_iter().all(has_package);
    if !is_complete && !run("npm", &["ci", "--no-audit", "--no-fund"]) {
        eprintln!("== web: node packages could not be installed; format, types and browser are not checked");
    }
    let has_chromium = env::var_os("CHROMIUM").is_some() || CHROMIUM.iter().any(|path| Path::new(path).exists());
    if !has_chromium {
        let install = ["install", "-y", "--no-install-recommends", "chromium"];
        if !(run("apt-get", &install) || run("apt-get", &["update"]) && run("apt-get", &install)) {
            eprintln!("== web: Chromium could not be installed; the site is not tested in a browser");
        }
    }
}

/// Checks format and types of the page and runs its unit tests. A check whose tool is missing is skipped with a message.
pub(crate) fn check_page() -> bool {
    let format = [&["node_modules/prettier/bin/prettier.cjs", "--check"][..], &FORMATTED].concat();
    check_with("prettier", "web format", &format)
        && check_with("typescript", "web types", &["node_modules/typescript/bin/tsc", "-p", "."])
        && run_unit_tests()
}

/// Runs a node program of a package.
fn check_with(package: &str, name: &str, arguments: &[&str]) -> bool {
    if !has_package(package) {
        eprintln!("== {name}: skipped, {package} is not installed");
        return true;
    }
    println!("== {name}: node {}", arguments.join(" "));
    let has_passed = run("node", arguments);
    if !has_passed {
        eprintln!("== {name}: failed");
    }
    has_passed
}

/// Runs the unit tests with node's own test runner. One of them reads QR codes with a package.
fn run_unit_tests() -> bool {
    if !run_quietly("node", "--version") {
        eprintln!("== web unit tests: skipped, node is not installed");
        return true;
    }
    if !has_package("jsqr") {
        eprintln!("== web unit tests: skipped, jsqr is not installed");
        return true;
    }
    let files = unit_test_files();
    println!("== web unit tests: node --test {UNIT_TESTS}/*.test.js");
    // Without files, node would search for tests itself and report success.
    let mut arguments = vec!["--test"];
    arguments.extend(files.iter().map(String::as_str));
    let has_passed = !files.is_empty() && run("node", &arguments);
    if !has_passed {
        eprintln!("== web unit tests: failed");
    }
    has_passed
}

/// The test files, relative to the crate. Node expands patterns only since version 21, so the files are listed here.
fn unit_test_files() -> Vec<String> {
    let names = fs::read_dir(Path::new(CRATE).join(UNIT_TESTS)).into_iter().flatten().flatten();
    let mut files: Vec<String> = names
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".test.js"))
        .map(|name| format!("{UNIT_TESTS}/{name}"))
        .collect();
    files.sort();
    files
}

/// Takes the pictures of the site for the README and the book, and makes the moving one.
pub(crate) fn screenshots() -> ExitCode {
    prepare();
    let run = ["run", "--release", "--quiet", "--package", "parlor-web", "--example", "pictures", "--"];
    let taken = cargo("screenshots of the site", &[&run[..], &[SCREENSHOTS, MOVING_PICTURE]].concat());
    if taken == ExitCode::SUCCESS {
        println!("== the pictures are in {SCREENSHOTS} and {MOVING_PICTURE}");
    }
    taken
}

fn has_package(name: &str) -> bool {
    Path::new(CRATE).join("node_modules").join(name).exists()
}

/// Runs a program in the crate's folder.
fn run(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(CRATE).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn run_quietly(program: &str, argument: &str) -> bool {
    let mut command = Command::new(program);
    command.arg(argument).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
