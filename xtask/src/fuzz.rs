//! Task `fuzz`: runs one fuzz target, or lists them all. Works on the stable toolchain, without sanitizers.

use std::fs;
use std::process::ExitCode;

use crate::cargo::{cargo, install_subcommand};

const TARGETS: &str = "fuzz/fuzz_targets";
/// Positions, options and records fit into this many bytes.
const MAX_LENGTH: &str = "-max_len=4096";

pub(crate) fn run(arguments: &[&str]) -> ExitCode {
    let targets = targets();
    let (target, seconds) = match arguments {
        [target] => (*target, "60"),
        [target, "--seconds", seconds] if seconds.parse::<u32>().is_ok() => (*target, *seconds),
        _ => return usage(&targets),
    };
    if !targets.iter().any(|known| known == target) {
        return usage(&targets);
    }
    if install_subcommand("fuzz") == ExitCode::FAILURE {
        return ExitCode::FAILURE;
    }
    let limit = format!("-max_total_time={seconds}");
    cargo("fuzz", &["fuzz", "run", "--sanitizer", "none", target, "--", &limit, MAX_LENGTH])
}

fn usage(targets: &[String]) -> ExitCode {
    eprintln!("usage: cargo xtask fuzz TARGET [--seconds N]\ntargets: {}", targets.join(", "));
    ExitCode::from(2)
}

/// Names of the fuzz targets: one file each.
fn targets() -> Vec<String> {
    let files = fs::read_dir(TARGETS).into_iter().flatten().flatten();
    let mut names: Vec<String> = files.filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    names
}
