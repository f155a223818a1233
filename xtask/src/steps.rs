//! The checks `ci` and `check`: named steps, each a cargo command, run until the first one fails.

use std::process::ExitCode;
use std::time::Instant;

use crate::cargo::cargo;
use crate::{packages, python, web};

/// Name of a step and the words of its cargo command, separated by spaces.
type Step = (&'static str, &'static str);

const FORMAT: Step = ("format", "fmt --all --check");
const CLIPPY: Step = ("clippy", "clippy --workspace --all-targets --locked -- -D warnings");

/// The examples are members of the workspace, so clippy, tests and docs include them.
const CI: &[Step] = &[
    FORMAT,
    // With many machines, which the two sets of features below leave out.
    ("clippy", "clippy --workspace --all-targets --features parlor/nats --locked -- -D warnings"),
    ("clippy, terminal only", "clippy --package parlor --no-default-features --locked -- -D warnings"),
    ("clippy, no window", "clippy --package parlor --no-default-features --features web --locked -- -D warnings"),
    ("tests", "test --workspace --features parlor/nats --locked --no-fail-fast"),
    ("docs", "doc --workspace --features parlor/nats --no-deps --locked"),
    // Without a build of each package, which takes minutes; the workflow does that.
    (
        "packages",
        "package --quiet --workspace --exclude own-engine --exclude own-game --exclude xtask --no-verify --allow-dirty",
    ),
];

/// Tests of the crates that need neither a browser nor a display.
const CHECK: &[Step] = &[
    FORMAT,
    CLIPPY,
    (
        "quick tests",
        "test --locked --package parlor-core --package parlor-engines --package parlor-games --package parlor-match",
    ),
];

pub(crate) fn ci() -> ExitCode {
    // Where nothing may be installed, the tests that need a package say so themselves.
    let _ = packages::install();
    web::prepare();
    if !web::check_page() {
        return ExitCode::FAILURE;
    }
    if run(CI) == ExitCode::FAILURE { ExitCode::FAILURE } else { python::run(&[]) }
}

pub(crate) fn check() -> ExitCode {
    run(CHECK)
}

fn run(steps: &[Step]) -> ExitCode {
    for (name, command) in steps {
        println!("== {name}: cargo {command}");
        let start = Instant::now();
        let arguments: Vec<&str> = command.split(' ').collect();
        if cargo(name, &arguments) == ExitCode::FAILURE {
            return ExitCode::FAILURE;
        }
        println!("== {name}: passed in {:.0} s", start.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}
