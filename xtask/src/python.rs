//! Task `python`: builds the Python package into a virtual environment under `target` and runs its tests there.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const CRATE: &str = "crates/parlor-python";
const ENVIRONMENT: &str = "target/python";
/// What the tests need besides the package and its extra `test`.
const TOOLS: [&str; 2] = ["maturin>=1.16,<2", "pip>=23"];
const USAGE: &str = "usage: cargo xtask python [wheel|bench]
  without a word   build the package in the dev profile, install it and run its tests
  wheel            build the wheel of a release into target/wheels and install it
  bench            the same, and measure the environments side by side with others";

pub(crate) fn run(words: &[&str]) -> ExitCode {
    let has_passed = match words {
        [] => prepare() && develop() && test(),
        ["wheel"] => prepare() && wheel(),
        ["bench"] => prepare() && wheel() && bench(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if has_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Creates the environment and installs the tools into it.
fn prepare() -> bool {
    let python = environment().join("pyvenv.cfg");
    if !python.exists() && !step("environment", Path::new("python3"), &["-m", "venv", ENVIRONMENT]) {
        return false;
    }
    step("tools", &program("python"), &[&["-m", "pip", "install", "--quiet"][..], &TOOLS].concat())
}

/// Builds in the dev profile, which optimizes the crates that matter, and installs package and test tools.
fn develop() -> bool {
    let arguments = ["develop", "--locked", "--quiet", "--extras", "test", "--manifest-path"];
    let manifest = format!("{CRATE}/Cargo.toml");
    step("build", &program("maturin"), &[&arguments[..], &[&manifest]].concat())
}

fn test() -> bool {
    let python = program("python");
    let stubs =
        ["-m", "mypy.stubtest", "parlor_games._parlor", "--mypy-config-file", "crates/parlor-python/pyproject.toml"];
    let types = ["-m", "mypy", "--config-file", "crates/parlor-python/pyproject.toml", "crates/parlor-python/python"];
    step("stubs", &python, &stubs)
        && step("types", &python, &types)
        && step("tests", &python, &["-m", "pytest", "--quiet", CRATE])
}

fn wheel() -> bool {
    let manifest = format!("{CRATE}/Cargo.toml");
    let build = ["build", "--release", "--locked", "--out", "target/wheels", "--manifest-path", &manifest];
    let install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--force-reinstall",
        "--no-deps",
        "--no-index",
        "--find-links",
        "target/wheels",
    ];
    step("wheel", &program("maturin"), &build)
        && step("install", &program("python"), &["-m", "pip", "install", "--quiet", "numpy"])
        && step("install", &program("python"), &[&install[..], &["parlor-games"]].concat())
}

fn bench() -> bool {
    step("measurements", &program("python"), &["examples/python/measure_speed.py"])
}

fn environment() -> PathBuf {
    Path::new(ENVIRONMENT).to_owned()
}

/// A program of the environment.
fn program(name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment().join(folder).join(name)
}

fn step<S: AsRef<OsStr>>(name: &str, program: &Path, arguments: &[S]) -> bool {
    let words: Vec<String> = arguments.iter().map(|word| word.as_ref().to_string_lossy().into_owned()).collect();
    println!("== python {name}: {} {}", program.display(), words.join(" "));
    // maturin installs into the environment that this variable names, whatever was active before.
    let folder = env::current_dir().unwrap_or_default().join(ENVIRONMENT);
    match Command::new(program).args(arguments).env("VIRTUAL_ENV", folder).env_remove("CONDA_PREFIX").status() {
        Ok(status) if status.success() => true,
        Ok(status) => {
            eprintln!("== python {name}: failed ({status})");
            false
        }
        Err(error) => {
            eprintln!("== python {name}: could not start {}: {error}", program.display());
            false
        }
    }
}
