//! The `parlor` program, run inside the Python process.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use pyo3::prelude::*;

use crate::bot;

/// Runs the program `parlor` with these arguments, the name of the program first, and returns its exit status.
/// `executable` is the script that calls this function.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, executable: PathBuf, arguments: Vec<OsString>) -> PyResult<u8> {
    bot::check_engines_allowed()?;
    let code = py.detach(|| parlor::run_from(&executable, &parlor_games::catalog(), arguments));
    // An exit code does not give its number away, but can be compared.
    Ok((0..=u8::MAX).find(|status| ExitCode::from(*status) == code).unwrap_or(1))
}
