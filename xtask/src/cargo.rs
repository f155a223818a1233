//! Runs cargo and its subcommands.

use std::env;
use std::process::{Command, ExitCode, Stdio};

/// Runs a cargo command; a failure is reported with the name of the task.
pub(crate) fn cargo(task: &str, arguments: &[&str]) -> ExitCode {
    cargo_with(task, arguments, &[])
}

/// Runs a cargo command with environment variables.
pub(crate) fn cargo_with(task: &str, arguments: &[&str], variables: &[(&str, &str)]) -> ExitCode {
    let mut command = command();
    command.args(arguments).env("RUSTDOCFLAGS", "-D warnings").envs(variables.iter().copied());
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            eprintln!("== {task}: failed ({status})");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("== {task}: could not start cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Installs a cargo subcommand, such as `deny`, unless it is installed.
pub(crate) fn install_subcommand(name: &str) -> ExitCode {
    let mut version = command();
    version.args([name, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if version.status().is_ok_and(|status| status.success()) {
        return ExitCode::SUCCESS;
    }
    let package = format!("cargo-{name}");
    println!("== {name}: cargo install {package} --locked");
    let installed = cargo(name, &["install", &package, "--locked"]);
    if installed == ExitCode::FAILURE {
        eprintln!("== {name}: install it yourself: cargo install {package} --locked");
    }
    installed
}

fn command() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
