//! The chores of this repository. `cargo xtask ci` is what CI runs, so that it can be run anywhere.

mod book;
mod packages;
mod web;
mod window_screenshots;

use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["ci"] => ci(),
        ["book", options @ ..] => book::make(options),
        ["packages"] => packages::install(),
        ["load", numbers @ ..] => web::load(numbers),
        ["screenshots"] if window_screenshots::take() == ExitCode::SUCCESS => web::screenshots(),
        ["screenshots"] => ExitCode::FAILURE,
        _ => {
            eprintln!("usage: cargo xtask ci             format, clippy, tests and docs, warnings denied");
            eprintln!("       cargo xtask book           the opening book [--ply N] [--threads N] [--seconds S]");
            eprintln!("       cargo xtask packages       install what the window's tests need of a Debian system");
            eprintln!("       cargo xtask load           500 matches at once against the site, and how it bears them");
            eprintln!("       cargo xtask screenshots    pictures for the README");
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
    // Where it may not install, it says what to do; the tests that need it then say so too.
    let _ = packages::install();
    web::prepare();
    if !web::check_types() {
        eprintln!("== web types: failed");
        return ExitCode::FAILURE;
    }
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
