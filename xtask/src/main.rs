//! Development tasks of this repository. `cargo xtask ci` is exactly what CI runs, so it can be run anywhere.

mod api;
mod book;
mod cargo;
mod deny;
mod distributed;
mod docs;
mod fuzz;
mod lines;
mod load;
mod packages;
mod puzzles;
mod python;
mod results;
mod reversi;
mod steps;
mod web;
mod window_screenshots;

use std::env;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask TASK
  ci             format, clippy with every set of features, all tests, docs and packages; what CI runs. A missing tool
                 is a failure; --allow-missing goes on, and lists at the end what was not tested
  check          quick check while you work: format, clippy, tests that need no browser and no display
  api            write openapi.json and the page's declarations from the types of the server
  book           make the Four in a Row opening book [--ply N] [--threads N] [--seconds S] [--hard NODES]
  deny           check licenses, bans and sources of the dependencies with cargo-deny
  distributed    measure many machines: speed: next to one process; load: 1,000 simulated workers [CONNECTIONS SECONDS]
  docs           build the book of docs, check its links and run its commands; --long: also those that need a network or minutes
  fuzz           run a fuzz target: TARGET [--seconds N]
  fuzz-api       send generated requests to a server and compare it with openapi.json [options of schemathesis]
  lines          count the lines of the product by crate [--since COMMIT]
  packages       install the Debian packages that the tests need, or say which command does
  puzzles        make the puzzles that the games embed [GAME ...]
  python         build the Python package and run its tests; wheel: of a release; bench: measure it
  results        write docs/results.md from docs/results.toml; measure rows first: [--sets FOLDER] [ROW ...|all]
  reversi        train: fit the pattern weights; effort: the order of endgames; probcut: fit the errors of shallow searches; book: make the opening book
  load           play 1,000 matches at once against the site and measure it: [--matches N] [--think SECONDS] [--minutes N]
  screenshots    take the pictures of the README and the book, and the moving one";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["ci"] => steps::ci(),
        ["ci", "--allow-missing"] => steps::ci_allowing_missing(),
        ["check"] => steps::check(),
        ["api"] => api::write(),
        ["book", options @ ..] => book::make(options),
        ["deny"] => deny::check(),
        ["distributed", words @ ..] => distributed::measure(words),
        ["docs", words @ ..] => docs::run(words),
        ["fuzz", arguments @ ..] => fuzz::run(arguments),
        ["fuzz-api", arguments @ ..] => api::fuzz(arguments),
        ["lines", arguments @ ..] => lines::print(arguments),
        ["packages"] => packages::install(),
        ["puzzles", games @ ..] => puzzles::make(games),
        ["python", words @ ..] => python::run(words),
        ["results", words @ ..] => results::run(words),
        ["reversi", options @ ..] => reversi::run(options),
        ["load", options @ ..] => load::run(options),
        ["screenshots"] if window_screenshots::take() == ExitCode::SUCCESS => web::screenshots(),
        ["screenshots"] => ExitCode::FAILURE,
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
