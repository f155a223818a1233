//! Task `reversi`: `train` fits the pattern weights, `probcut` measures the errors that multi-ProbCut relies on.
//! Training resumes where it was interrupted.

use std::process::ExitCode;

use crate::cargo::cargo;

pub(crate) fn run(arguments: &[&str]) -> ExitCode {
    let example = ["run", "--quiet", "--release", "--package", "parlor-games", "--example", "reversi_train", "--"];
    cargo("reversi", &[&example, arguments].concat())
}
