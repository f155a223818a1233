//! Task `deny`: licenses, bans and sources of all dependencies, by deny.toml. Advisories need a database from the network
//! and are checked by the workflow.

use std::process::ExitCode;

use crate::cargo::{cargo, install_subcommand};

pub(crate) fn check() -> ExitCode {
    if install_subcommand("deny") == ExitCode::FAILURE {
        return ExitCode::FAILURE;
    }
    cargo("deny", &["deny", "--locked", "check", "licenses", "bans", "sources"])
}
