//! Task `book`: makes the opening book of Four in a Row. It can take hours and resumes where it was interrupted.

use std::process::ExitCode;

use crate::cargo::cargo;

pub(crate) fn make(arguments: &[&str]) -> ExitCode {
    let example = ["run", "--quiet", "--release", "--package", "parlor-games", "--example", "four_in_a_row_book", "--"];
    cargo("book", &[&example, arguments].concat())
}
