//! Task `distributed`: measures competitions on many machines, with a NATS server on loopback.

use std::process::ExitCode;

use crate::cargo::cargo;

pub(crate) fn measure(words: &[&str]) -> ExitCode {
    let features = ["--release", "--package", "parlor", "--no-default-features", "--features", "nats"];
    let program = [&["build"], &features[..]].concat();
    let example = [&["run", "--quiet"], &features[..], &["--example", "distributed", "--"], words].concat();
    if cargo("distributed", &program) == ExitCode::FAILURE {
        return ExitCode::FAILURE;
    }
    cargo("distributed", &example)
}
