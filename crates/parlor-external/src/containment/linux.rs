//! The launcher on Linux: applies all measures to its own process and then replaces itself by the program.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, lchown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::measures::{
    UNPRIVILEGED_ID, become_user, forbid_writes, is_root, leave_network, limit_resources, program_id, reserved_id,
};
use super::{ContainedCommand, LAUNCH_FAILED};

/// Limits this process and replaces it by the program. Returns only if that fails, with the line that the launcher must
/// print to its error output.
pub fn exec_contained(command: &ContainedCommand) -> String {
    format!("{LAUNCH_FAILED}{}", try_exec(command))
}

fn try_exec(command: &ContainedCommand) -> String {
    let [program, arguments @ ..] = &command.command[..] else { return "there is no program to run".to_owned() };
    if let Err(error) = apply(command) {
        return format!("the containment failed: {error}");
    }
    let error = Command::new(program).args(arguments).exec();
    let program = program.to_string_lossy();
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no program \"{program}\""),
        io::ErrorKind::PermissionDenied if is_root() => {
            format!("\"{program}\" cannot be started by the unprivileged user {UNPRIVILEGED_ID}: {error}")
        }
        _ => format!("\"{program}\" cannot be started: {error}"),
    }
}

fn apply(command: &ContainedCommand) -> io::Result<()> {
    limit_resources(command.memory_mib, command.cpu_seconds)?;
    // A system may forbid namespaces. The landlock below then denies TCP, where it can.
    let _ = leave_network();
    if is_root() {
        let id = program_id(Path::new("."))?;
        give_away(&command.scratch, id)?;
        become_user(id)?;
    }
    // Missing on a kernel without landlock; `probe` says so.
    let _ = forbid_writes(&command.scratch);
    Ok(())
}

/// Makes a user the owner of a folder and of all that is in it. Links are not followed.
fn give_away(path: &Path, id: u32) -> io::Result<()> {
    lchown(path, Some(id), Some(id))?;
    if fs::symlink_metadata(path)?.is_dir() {
        for entry in fs::read_dir(path)? {
            give_away(&entry?.path(), id)?;
        }
    }
    Ok(())
}

/// Gives a folder to the `number`th of the users that only run the programs in such folders. Of the folder around it, its
/// user may enter it, but not read or write it.
pub(super) fn give_to_own_user(around: &Path, folder: &Path, number: usize) -> io::Result<()> {
    if !is_root() {
        return Ok(());
    }
    let id = reserved_id(number).ok_or_else(|| io::Error::other("there is no user left for it"))?;
    give_away(folder, id)?;
    lchown(around, None, Some(id))?;
    fs::set_permissions(around, Permissions::from_mode(0o710))
}

/// Applies the measures to this process and describes those in force, as the rest of a sentence.
pub fn probe() -> String {
    let mut measures = vec!["limits of processor time".to_owned()];
    let mut missing = Vec::new();
    if leave_network().is_ok() {
        measures.push("no network".to_owned());
    } else {
        missing.push("no network");
    }
    if is_root() && become_user(UNPRIVILEGED_ID).is_ok() {
        measures.push(format!("user {UNPRIVILEGED_ID}"));
    }
    match forbid_writes(Path::new("/nonexistent")) {
        Ok(true) => measures.push("no writes outside a scratch folder".to_owned()),
        _ => missing.push("no writes outside a scratch folder"),
    }
    let measures = measures.join(", ");
    match missing.join(", ").as_str() {
        "" => format!(", {measures}"),
        missing => format!(", {measures}; not offered by this system: {missing}"),
    }
}
