//! Maintenance of a data folder: check, backup, restore and export, for the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlor_core::Catalog;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::data_error::{DataError, DataProblem, at};
use super::folder::{LockedFolder, database_path, private_file};
use super::match_row::MatchRow;
use super::schema::VERSION;

/// Pages that a backup copies between two pauses, in which the server can write.
const BACKUP_PAGES: i32 = 256;
const BACKUP_PAUSE: Duration = Duration::from_millis(5);

/// Result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    pub matches: usize,
    pub events: usize,
    /// Findings, one line each; empty if everything is in order.
    pub problems: Vec<String>,
}

/// Checks the database of a folder: the file, and every match by replaying it. Works while a server runs.
pub fn check(folder: &Path, catalog: &Catalog) -> Result<CheckReport, DataError> {
    let path = database_path(folder);
    let database = open_read_only(&path)?;
    let mut report = CheckReport::default();
    let mut select = database.prepare("PRAGMA integrity_check").map_err(at(&path))?;
    let findings = select.query_map([], |row| row.get::<_, String>(0)).map_err(at(&path))?;
    report.problems.extend(findings.filter_map(Result::ok).filter(|finding| finding != "ok"));
    for id in match_ids(&database).map_err(at(&path))? {
        report.matches += 1;
        let problem = match load(&database, &id) {
            Ok(stored) => {
                report.events += stored.record.events.len();
                stored.record.replay(catalog).err().map(|error| error.to_string())
            }
            Err(problem) => Some(problem),
        };
        report.problems.extend(problem.map(|problem| format!("match {id}: {problem}")));
    }
    Ok(report)
}

/// Copies the database of a folder into a new file. Works while a server runs.
pub fn backup(folder: &Path, file: &Path) -> Result<(), DataError> {
    let source = open_read_only(&database_path(folder))?;
    copy_database(&source, file)
}

/// Replaces the database of a folder by a backup, and returns where the old one is kept. No server may run.
pub fn restore(folder: &Path, file: &Path) -> Result<Option<PathBuf>, DataError> {
    let source = open_read_only(file)?;
    let report: String = source.pragma_query_value(None, "integrity_check", |row| row.get(0)).map_err(at(file))?;
    if report != "ok" {
        return Err(at(file)(DataProblem::DamagedBackup(report)));
    }
    let _lock = LockedFolder::open(folder, "parlor data restore")?;
    let path = database_path(folder);
    let old = free_path(&folder.join("matches.sqlite.before-restore"));
    let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
    if size > 0 {
        // The copy includes what is still in the write-ahead log.
        copy_database(&open_read_only(&path)?, &old)?;
    }
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(folder.join(format!("matches.sqlite{suffix}")));
    }
    copy_database(&source, &path)?;
    super::open_database(&path).map_err(at(&path))?;
    Ok((size > 0).then_some(old))
}

/// Writes the record of every match into a folder, as `ID.txt`, and returns their number and the matches that could
/// not be read. Works while a server runs.
pub fn export(folder: &Path, into: &Path) -> Result<(usize, Vec<String>), DataError> {
    let path = database_path(folder);
    let database = open_read_only(&path)?;
    fs::create_dir_all(into).map_err(at(into))?;
    let (mut written, mut problems) = (0, Vec::new());
    for id in match_ids(&database).map_err(at(&path))? {
        match load(&database, &id) {
            Ok(stored) => {
                let path = into.join(format!("{id}.txt"));
                fs::write(&path, stored.record.to_string()).map_err(at(&path))?;
                written += 1;
            }
            Err(problem) => problems.push(format!("match {id}: {problem}")),
        }
    }
    Ok((written, problems))
}

fn load(database: &Connection, id: &str) -> Result<super::StoredMatch, String> {
    let row = MatchRow::read(database, id).map_err(|error| error.to_string())?;
    row.ok_or("it was deleted meanwhile")?.parse().map_err(|damage| damage.to_string())
}

fn match_ids(database: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut select = database.prepare("SELECT id FROM matches ORDER BY id")?;
    select.query_map([], |row| row.get(0))?.collect()
}

/// Opens a database of this version for reading.
fn open_read_only(path: &Path) -> Result<Connection, DataError> {
    let open = || {
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        database.busy_timeout(Duration::from_secs(5))?;
        let version: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
        Ok((database, version))
    };
    match open().map_err(at::<rusqlite::Error>(path))? {
        (database, VERSION) => Ok(database),
        (_, version) => Err(at(path)(DataProblem::OtherVersion(version))),
    }
}

/// Copies a database with the backup interface of `SQLite`, into a file that does not exist yet.
fn copy_database(source: &Connection, file: &Path) -> Result<(), DataError> {
    if file.exists() {
        return Err(at(file)(DataProblem::Exists));
    }
    private_file(file).map_err(at(file))?;
    let copy = || {
        let mut target = Connection::open(file)?;
        Backup::new(source, &mut target)?.run_to_completion(BACKUP_PAGES, BACKUP_PAUSE, None)
    };
    copy().map_err(at::<rusqlite::Error>(file))
}

/// The path itself, or with a number at the end if that exists.
fn free_path(path: &Path) -> PathBuf {
    let numbered = |number: u32| PathBuf::from(format!("{}-{number}", path.display()));
    std::iter::once(path.to_owned()).chain((2..1000).map(numbered)).find(|path| !path.exists()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use parlor_room::Participants;
    use rusqlite::params;

    use super::super::Store;
    use super::*;
    use crate::secret::{Secret, new_match_id};

    fn nobody() -> Participants {
        Participants::for_imported_match(2, Secret::new().hash())
    }

    #[tokio::test]
    async fn a_backup_of_a_running_store_can_be_restored() {
        let catalog = parlor_games::catalog();
        let [folder, backups] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let (store, thread) = Store::open(folder.path()).unwrap();
        let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
        let record = parlor_match::Match::new(game, parlor_match::Terms::default()).record();
        let create = async || {
            let id = new_match_id();
            store.create(id.clone(), record.clone(), &nobody()).await.unwrap();
            id
        };
        let saved = create().await;
        let file = backups.path().join("copy.sqlite");
        backup(folder.path(), &file).unwrap();
        assert!(backup(folder.path(), &file).unwrap_err().to_string().ends_with("the file already exists"));
        let later = create().await;
        assert_eq!(check(folder.path(), &catalog).unwrap().matches, 2);
        let error = restore(folder.path(), &file).unwrap_err();
        assert!(error.to_string().contains("already in use by a server"), "{error}");
        drop(store);
        thread.join().unwrap();
        let old = restore(folder.path(), &file).unwrap().unwrap();
        let ids = |path: &Path| match_ids(&open_read_only(path).unwrap()).unwrap();
        assert_eq!(ids(&database_path(folder.path())), [saved.to_string()]);
        assert!(ids(&old).contains(&later.to_string()));
        let exported = backups.path().join("records");
        assert_eq!(export(folder.path(), &exported).unwrap(), (1, Vec::new()));
        assert_eq!(fs::read_to_string(exported.join(format!("{saved}.txt"))).unwrap(), record.to_string());
    }

    #[tokio::test]
    async fn check_finds_a_match_with_a_missing_event() {
        let catalog = parlor_games::catalog();
        let folder = tempfile::tempdir().unwrap();
        let (store, _thread) = Store::open(folder.path()).unwrap();
        let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
        let record = parlor_match::Match::new(game, parlor_match::Terms::default()).record();
        let id = new_match_id();
        store.create(id.clone(), record, &nobody()).await.unwrap();
        assert_eq!(check(folder.path(), &catalog).unwrap().problems, Vec::<String>::new());
        let database = Connection::open(database_path(folder.path())).unwrap();
        database.execute("UPDATE matches SET event_count = 3 WHERE id = ?", params![id.as_str()]).unwrap();
        let problems = check(folder.path(), &catalog).unwrap().problems;
        assert_eq!(problems, [format!("match {id}: 0 of its 3 events are there")]);
    }
}
