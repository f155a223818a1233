//! Task `book`: makes the opening book of Four in a Row. It can take hours and resumes where it was interrupted.

use std::env;
use std::process::{Command, ExitCode};

pub(crate) fn make(arguments: &[&str]) -> ExitCode {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let example = ["run", "--quiet", "--release", "--package", "parlor-games", "--example", "four_in_a_row_book", "--"];
    match Command::new(cargo).args(example).args(arguments).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            eprintln!("== book: failed ({status})");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("== book: could not start cargo: {error}");
            ExitCode::FAILURE
        }
    }
}
