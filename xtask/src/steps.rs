//! The checks `ci` and `check`: named steps, each a cargo command, run until the first one fails.

use std::env;
use std::fs;
use std::process::{Command, ExitCode};
use std::time::Instant;

use parlor_test_tools::{ALLOW_MISSING, NATS_SERVER, allowed, not_tested};

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
        "package --quiet --workspace --exclude own-engine --exclude own-game --exclude parlor-test-tools --exclude xtask --no-verify --allow-dirty",
    ),
];

/// Tests of the crates that need neither a browser nor a display.
const CHECK: &[Step] = &[
    FORMAT,
    CLIPPY,
    (
        "quick tests",
        "test --locked --package parlor-core --package parlor-engines --package parlor-games --package parlor-match --package parlor-room --package parlor-study",
    ),
];

/// The feature of the tests that need a NATS server.
const MANY_MACHINES: &str = " --features parlor/nats";
/// Where `--allow-missing` collects what was not tested.
const NOT_TESTED: &str = "target/not-tested.txt";

/// Everything. A missing tool is a failure, unless the task below started this one.
pub(crate) fn ci() -> ExitCode {
    let has_packages = packages::install() == ExitCode::SUCCESS;
    if allowed().is_none() && !(has_packages && web::prepare()) {
        eprintln!("== ci: the tests need what is missing; `cargo xtask ci --allow-missing` runs the others");
        return ExitCode::FAILURE;
    }
    if allowed().is_some() {
        web::prepare();
    }
    let has_passed = web::check_page() && run(CI) == ExitCode::SUCCESS && test_python();
    if has_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The same without the tests whose tools are missing, which are listed at the end.
pub(crate) fn ci_allowing_missing() -> ExitCode {
    let list = env::current_dir().unwrap_or_default().join(NOT_TESTED);
    let program = env::current_exe().unwrap_or_default();
    if let Err(error) = fs::create_dir_all("target").and_then(|()| fs::write(&list, "")) {
        eprintln!("== ci: {NOT_TESTED}: {error}");
        return ExitCode::FAILURE;
    }
    let status = Command::new(program).arg("ci").env(ALLOW_MISSING, &list).status();
    match fs::read_to_string(&list).unwrap_or_default().as_str() {
        "" => println!("== nothing was left out"),
        lines => println!("== not tested:\n{}", lines.trim_end()),
    }
    if status.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Ends a check whose tool is missing: whether the others may go on.
pub(crate) fn leave_out(check: &str, tool: &str) -> bool {
    if let Some(list) = allowed() {
        not_tested(&list, &format!("{tool} is missing: {check}"));
        return true;
    }
    eprintln!("== {check}: {tool} is not installed");
    false
}

fn test_python() -> bool {
    if packages::has_python_venv() {
        python::run(&[]) == ExitCode::SUCCESS
    } else {
        leave_out("the Python package", "python3 with venv")
    }
}

pub(crate) fn check() -> ExitCode {
    run(CHECK)
}

fn run(steps: &[Step]) -> ExitCode {
    for (name, command) in steps {
        let command = without_missing(name, command);
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

/// The command, without the tests of many machines where there is no NATS server and that is allowed.
fn without_missing(name: &str, command: &str) -> String {
    let is_left_out = name == "tests" && NATS_SERVER.find().is_none() && leave_out("many machines", "nats-server");
    if is_left_out { command.replace(MANY_MACHINES, "") } else { command.to_owned() }
}
