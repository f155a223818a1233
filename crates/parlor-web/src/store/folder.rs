//! Data folder: readable by its owner only, and used by one server at a time.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::data_error::{DataError, DataProblem, at};

const DATABASE: &str = "matches.sqlite";
const LOCK: &str = "server.lock";

/// Path of the database in a data folder.
pub(super) fn database_path(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
}

/// Data folder, locked for this process until dropped.
#[derive(Debug)]
pub(super) struct LockedFolder {
    /// The operating system releases the lock when the file is closed, also after a crash.
    _lock: File,
}

impl LockedFolder {
    /// Creates the folder if necessary, and locks it. `user` says who uses it, for the error of the next one.
    pub(super) fn open(folder: &Path, user: &str) -> Result<LockedFolder, DataError> {
        create_private_folder(folder).map_err(at(folder))?;
        let mut lock = private_file(&folder.join(LOCK)).map_err(at(folder))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut other = String::new();
                let _ = lock.read_to_string(&mut other);
                let other = if other.is_empty() { "another process" } else { other.trim() };
                return Err(at(folder)(DataProblem::InUse(other.to_owned())));
            }
            Err(TryLockError::Error(error)) => return Err(at(folder)(error)),
        }
        let mut text = String::new();
        let _ = write!(text, "{user}, process {}", std::process::id());
        let written = lock.set_len(0).and_then(|()| lock.rewind()).and_then(|()| lock.write_all(text.as_bytes()));
        written.map_err(at(folder))?;
        // SQLite gives its other files the permissions of the database.
        private_file(&database_path(folder)).map_err(at(folder))?;
        Ok(LockedFolder { _lock: lock })
    }
}

/// Creates a folder that only its owner can enter. An existing one is restricted too, unless it has other content.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    let is_own_file = |entry: fs::DirEntry| {
        let name = entry.file_name();
        name.to_string_lossy().starts_with(DATABASE) || name == LOCK
    };
    let is_own = if let Ok(entries) = fs::read_dir(folder) {
        entries.flatten().all(is_own_file)
    } else {
        fs::create_dir_all(folder)?;
        true
    };
    if is_own { set_mode(folder, 0o700) } else { Ok(()) }
}

/// Opens a file that only its owner can read and write.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    set_mode(path, 0o600)?;
    Ok(file)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_user_is_refused_and_told_who_the_first_is() {
        let folder = tempfile::tempdir().unwrap();
        let first = LockedFolder::open(folder.path(), "the server on 127.0.0.1:8080").unwrap();
        let error = LockedFolder::open(folder.path(), "another server").unwrap_err();
        let expected = format!("in use by the server on 127.0.0.1:8080, process {}", std::process::id());
        assert!(error.to_string().ends_with(&expected), "{error}");
        drop(first);
        assert!(LockedFolder::open(folder.path(), "another server").is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_the_data() {
        use std::os::unix::fs::PermissionsExt;
        let parent = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = parent.path().join("data");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(database_path(&folder), "").unwrap();
        fs::set_permissions(database_path(&folder), fs::Permissions::from_mode(0o644)).unwrap();
        let _lock = LockedFolder::open(&folder, "the test").unwrap();
        assert_eq!([mode(&folder), mode(&database_path(&folder)), mode(&folder.join(LOCK))], [0o700, 0o600, 0o600]);
        // A folder with other content may be shared with other programs.
        let shared = parent.path().join("shared");
        fs::create_dir(&shared).unwrap();
        fs::write(shared.join("letter.txt"), "").unwrap();
        fs::set_permissions(&shared, fs::Permissions::from_mode(0o755)).unwrap();
        let _lock = LockedFolder::open(&shared, "the test").unwrap();
        assert_eq!([mode(&shared), mode(&database_path(&shared))], [0o755, 0o600]);
    }
}
