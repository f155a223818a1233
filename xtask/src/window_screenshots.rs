//! Task `screenshots`, window part: pictures of every game in light and dark. They need no display.

use std::process::ExitCode;

use crate::cargo::cargo;

const FOLDER: &str = "docs/screenshots/window";

pub(crate) fn take() -> ExitCode {
    let arguments = ["run", "--quiet", "--package", "parlor-window", "--example", "screenshots", "--", FOLDER];
    let taken = cargo("screenshots of the window", &arguments);
    if taken == ExitCode::SUCCESS {
        println!("== the pictures are in {FOLDER}");
    }
    taken
}
