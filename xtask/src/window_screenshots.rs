//! Task `screenshots`, window part: pictures of every game in light and dark. They need no display.

use std::env;
use std::process::{Command, ExitCode};

const FOLDER: &str = "docs/screenshots/window";

pub(crate) fn take() -> ExitCode {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["run", "--quiet", "--package", "parlor-window", "--example", "screenshots", "--", FOLDER];
    match Command::new(cargo).args(arguments).status() {
        Ok(status) if status.success() => {
            println!("== the pictures are in {FOLDER}");
            ExitCode::SUCCESS
        }
        Ok(status) => {
            eprintln!("== screenshots of the window: failed ({status})");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("== screenshots of the window: could not start cargo: {error}");
            ExitCode::FAILURE
        }
    }
}
