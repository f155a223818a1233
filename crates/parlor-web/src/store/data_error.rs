//! [`DataError`]: why a data folder, its database or a backup cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use super::schema::VERSION;

/// A file or folder that cannot be used, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct DataError {
    path: PathBuf,
    reason: DataProblem,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum DataProblem {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error("the folder is already in use by {0}")]
    InUse(String),
    #[error("the file already exists")]
    Exists,
    /// The database was written by a program with another version of the schema.
    #[error("the database has version {0}, but this program knows only version {VERSION}")]
    OtherVersion(i64),
    /// `SQLite` found damage in the file.
    #[error("the database is damaged ({0}); restore a backup with `parlor data restore`")]
    Damaged(String),
    #[error("the backup is damaged: {0}")]
    DamagedBackup(String),
}

/// Says of what file or folder a problem is.
pub(super) fn at<E: Into<DataProblem>>(path: &Path) -> impl Fn(E) -> DataError + '_ {
    |reason| DataError { path: path.to_owned(), reason: reason.into() }
}
