//! Task `puzzles`: makes the puzzles that the games embed.

use std::process::ExitCode;

use crate::cargo::cargo;

pub(crate) fn make(games: &[&str]) -> ExitCode {
    let example = ["run", "--quiet", "--release", "--package", "parlor-games", "--example", "puzzles", "--"];
    cargo("puzzles", &[&example, games].concat())
}
