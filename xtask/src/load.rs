//! Task `load`: the load test of the site, optimized.

use std::process::ExitCode;

use crate::cargo::cargo;

/// Builds the server and runs the load test with these options.
pub(crate) fn run(options: &[&str]) -> ExitCode {
    let build = ["build", "--release", "--package", "parlor-web", "--example", "serve"];
    let run = ["run", "--release", "--quiet", "--package", "parlor-web", "--example", "load", "--"];
    if cargo("load", &build) == ExitCode::FAILURE {
        return ExitCode::FAILURE;
    }
    cargo("load", &[&run, options].concat())
}
