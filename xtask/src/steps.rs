//! The checks `ci` and `check`: named steps, each a cargo command, run until the first one fails.

use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::{packages, web};

type Step = (&'static str, &'static [&'static str]);

const FORMAT: Step = ("format", &["fmt", "--all", "--check"]);
const CLIPPY: Step = ("clippy", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]);
const TESTS: Step = ("tests", &["test", "--workspace", "--locked", "--no-fail-fast"]);
const DOCS: Step = ("docs", &["doc", "--workspace", "--no-deps", "--locked"]);

/// Tests of the crates that need neither a browser nor a display.
const QUICK_TESTS: Step = (
    "quick tests",
    &[
        "test",
        "--locked",
        "--package",
        "parlor-core",
        "--package",
        "parlor-engines",
        "--package",
        "parlor-games",
        "--package",
        "parlor-match",
    ],
);

pub(crate) fn ci() -> ExitCode {
    // Where nothing may be installed, the tests that need a package say so themselves.
    let _ = packages::install();
    web::prepare();
    if !web::check_page() {
        return ExitCode::FAILURE;
    }
    run(&[FORMAT, CLIPPY, TESTS, DOCS])
}

pub(crate) fn check() -> ExitCode {
    run(&[FORMAT, CLIPPY, QUICK_TESTS])
}

fn run(steps: &[Step]) -> ExitCode {
    for (name, arguments) in steps {
        println!("== {name}: cargo {}", arguments.join(" "));
        let start = Instant::now();
        let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        match Command::new(cargo).args(*arguments).env("RUSTDOCFLAGS", "-D warnings").status() {
            Ok(status) if status.success() => println!("== {name}: passed in {:.0} s", start.elapsed().as_secs_f64()),
            Ok(status) => {
                eprintln!("== {name}: failed ({status})");
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("== {name}: could not start cargo: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
