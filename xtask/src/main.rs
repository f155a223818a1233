//! The chores of this repository. `cargo xtask ci` is what CI runs, so that it can be run anywhere.

use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["ci"] => ci(),
        _ => {
            eprintln!("usage: cargo xtask ci    format, clippy, tests and docs, warnings denied");
            ExitCode::from(2)
        }
    }
}

/// Runs every step, or as far as the first that fails.
fn ci() -> ExitCode {
    let steps: [(&str, &[&str]); 4] = [
        ("format", &["fmt", "--all", "--check"]),
        ("clippy", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
        ("tests", &["test", "--workspace", "--locked", "--no-fail-fast"]),
        ("docs", &["doc", "--workspace", "--no-deps", "--locked"]),
    ];
    for (name, arguments) in steps {
        println!("== {name}: cargo {}", arguments.join(" "));
        let begun = Instant::now();
        let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        match Command::new(cargo).args(arguments).env("RUSTDOCFLAGS", "-D warnings").status() {
            Ok(status) if status.success() => println!("== {name}: passed in {:.0} s", begun.elapsed().as_secs_f64()),
            Ok(status) => {
                eprintln!("== {name}: failed ({status})");
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("== {name}: could not be started: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
