//! What a process gives up before it runs the program of somebody else: engines, and the files of this
//! package.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

static HAS_ENGINES: AtomicBool = AtomicBool::new(true);

/// Takes the engines, and the files of a folder, from this process and all that it starts, for good. Files
/// stay where the kernel has no Landlock.
#[pyfunction]
pub(crate) fn give_up_engines(folder: PathBuf) {
    HAS_ENGINES.store(false, Ordering::Release);
    #[cfg(target_os = "linux")]
    let _ = hide(&folder);
    #[cfg(not(target_os = "linux"))]
    drop(folder);
}

pub(crate) fn check_engines_allowed() -> PyResult<()> {
    if HAS_ENGINES.load(Ordering::Acquire) {
        return Ok(());
    }
    Err(PyRuntimeError::new_err("a bot plays its own moves: Parlor's engines are closed to it"))
}

/// Allows to read all files but those of a folder: what lies beside it, and beside the folders that it is in.
#[cfg(target_os = "linux")]
fn hide(folder: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    use landlock::{AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, path_beneath_rules};

    let folder = std::fs::canonicalize(folder)?;
    let mut beside = Vec::new();
    for hidden in folder.ancestors() {
        let entries = hidden.parent().map(std::fs::read_dir).into_iter().flatten().flatten().flatten();
        beside.extend(entries.map(|entry| entry.path()).filter(|path| path != hidden));
    }
    // Folders can still be listed: the interpreter finds its other packages so.
    let access = AccessFs::ReadFile | AccessFs::Execute;
    let rules = path_beneath_rules(beside, access);
    Ruleset::default().handle_access(access)?.create()?.add_rules(rules)?.restrict_self()?;
    Ok(())
}
