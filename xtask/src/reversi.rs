//! Task `reversi`: `train` fits the pattern weights, `effort` those that order the moves of endgames, `probcut` the errors that
//! multi-ProbCut relies on, `book` makes the opening book. All but `probcut` resume where they were interrupted.

use std::process::ExitCode;

use crate::cargo::cargo;

pub(crate) fn run(arguments: &[&str]) -> ExitCode {
    let example = ["run", "--quiet", "--release", "--package", "parlor-games", "--example", "reversi_train", "--"];
    cargo("reversi", &[&example, arguments].concat())
}
