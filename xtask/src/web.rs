//! Tasks of the site: checks and tests of the page, and screenshots.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::cargo::cargo;
use crate::steps::leave_out;

const CRATE: &str = "crates/parlor-web";
const SCREENSHOTS: &str = "docs/screenshots/web";
const MOVING_PICTURE: &str = "docs/screenshots/play-review-solve.png";
/// Everything that prettier formats, relative to the crate.
const FORMATTED: [&str; 5] = ["page", "page-tests", "browser", "package.json", "tsconfig.json"];
const UNIT_TESTS: &str = "page-tests";
/// Node packages of the checks and tests.
const PACKAGES: [&str; 7] = ["axe-core", "jsqr", "pixelmatch", "playwright-core", "pngjs", "prettier", "typescript"];

/// Installs the node packages if they are missing.
pub(crate) fn prepare() -> bool {
    let is_complete = PACKAGES.into_iter().all(has_package) || run("npm", &["ci", "--no-audit", "--no-fund"]);
    if !is_complete {
        eprintln!("== web: the node packages could not be installed");
    }
    is_complete
}

/// Checks format and types of the page and runs its unit tests.
pub(crate) fn check_page() -> bool {
    let format = [&["node_modules/prettier/bin/prettier.cjs", "--check"][..], &FORMATTED].concat();
    check_with("prettier", "web format", &format)
        && check_with("typescript", "web types", &["node_modules/typescript/bin/tsc", "-p", "."])
        && run_unit_tests()
}

/// Runs a node program of a package.
fn check_with(package: &str, name: &str, arguments: &[&str]) -> bool {
    if !has_package(package) {
        return leave_out(name, package);
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
    if !has_package("jsqr") {
        return leave_out("web unit tests", "jsqr");
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
    if !prepare() {
        return ExitCode::FAILURE;
    }
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
    command.args(arguments).current_dir(CRATE).stdin(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
