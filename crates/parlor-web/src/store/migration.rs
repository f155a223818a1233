//! Schema of the database and its versions, numbered by `PRAGMA user_version`.
//!
//! | version | change |
//! |---|---|
//! | 0 | setups leave out options that have their default value |
//! | 1 | setups state every option, so that a new default does not change a stored match |
//! | 2 | tokens are hashed; matches count their events, can be set aside as damaged, and are dated in service time |

use std::fmt::{self, Display};

use parlor_core::{Catalog, Options, Setup};
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::service_clock::{repair_dates, system_time};
use crate::seats::Participants;

pub(super) const VERSION: i64 = 2;

/// Tables of version 0 and 1.
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS matches (
        id TEXT PRIMARY KEY, setup TEXT NOT NULL, terms TEXT NOT NULL, seating TEXT NOT NULL,
        rematch TEXT, touched INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS events (
        match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL,
        event TEXT NOT NULL, PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS matches_by_touch ON matches (touched);
";

/// What version 2 adds.
const VERSION_2: &str = "
    ALTER TABLE matches ADD COLUMN event_count INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE matches ADD COLUMN damage TEXT;
    CREATE TABLE clock (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    UPDATE matches SET event_count = (SELECT count(*) FROM events WHERE match = id);
";

/// Error of opening the database.
#[derive(Debug)]
pub(super) enum OpenError {
    Sqlite(rusqlite::Error),
    /// The database was written by a newer program.
    NewerVersion(i64),
    /// `SQLite` found damage in the file.
    Damaged(String),
}

impl Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Sqlite(error) => error.fmt(f),
            OpenError::NewerVersion(version) => {
                write!(f, "the database has version {version}, but this program knows only up to {VERSION}")
            }
            OpenError::Damaged(damage) => {
                write!(f, "the database is damaged ({damage}); restore a backup with `parlor data restore`")
            }
        }
    }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> OpenError {
        OpenError::Sqlite(error)
    }
}

/// Creates the tables or brings them to the current version, in one transaction.
pub(super) fn migrate(database: &mut Connection, catalog: &Catalog) -> Result<(), OpenError> {
    let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > VERSION {
        return Err(OpenError::NewerVersion(version));
    }
    transaction.execute_batch(SCHEMA)?;
    if version < 1 {
        state_every_option(&transaction, catalog)?;
    }
    if version < 2 {
        transaction.execute_batch(VERSION_2)?;
        hash_tokens(&transaction)?;
        repair_dates(&transaction, system_time())?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// Fills in the options that the setups of version 0 left out. A setup that cannot be parsed, or whose game is not in
/// the catalog, is left as it is: its match cannot be opened anyway.
fn state_every_option(transaction: &Transaction<'_>, catalog: &Catalog) -> rusqlite::Result<()> {
    let mut select = transaction.prepare("SELECT id, setup FROM matches")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<Vec<_>, _>>()?;
    let mut update = transaction.prepare("UPDATE matches SET setup = ? WHERE id = ?")?;
    for (id, setup) in rows {
        let (id, setup): (String, String) = (id, setup);
        if let Some(setup) = upgrade(&setup, catalog) {
            update.execute(params![setup, id])?;
        }
    }
    Ok(())
}

/// Replaces tokens and invitations by their hashes. Participants that cannot be parsed are left as they are: their match
/// cannot be opened anyway.
fn hash_tokens(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut select = transaction.prepare("SELECT id, seating FROM matches")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<Vec<_>, _>>()?;
    let mut update = transaction.prepare("UPDATE matches SET seating = ? WHERE id = ?")?;
    for (id, participants) in rows {
        let (id, participants): (String, String) = (id, participants);
        // Parsing hashes a token that is plain text.
        if let Ok(participants) = serde_json::from_str::<Participants>(&participants)
            && let Ok(hashed) = serde_json::to_string(&participants)
        {
            update.execute(params![hashed, id])?;
        }
    }
    Ok(())
}

/// A setup of version 0 with every option stated.
fn upgrade(json: &str, catalog: &Catalog) -> Option<String> {
    let setup: Setup = serde_json::from_str(json).ok()?;
    let entry = catalog.game(&setup.game).ok()?;
    let mut setup = entry.upgrade_version_1(setup);
    let options = Options::parse(&entry.options, &setup.options).ok()?;
    setup.options = entry.options.iter().map(|spec| (spec.name.to_string(), options.text(spec))).collect();
    serde_json::to_string(&setup).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The game whose default options have changed since version 0.
    fn changed_game(catalog: &Catalog) -> &parlor_core::GameEntry {
        catalog.games().iter().find(|entry| !entry.version_1_options.is_empty()).unwrap()
    }

    fn stored_setup(database: &Connection, id: &str) -> String {
        database.query_row("SELECT setup FROM matches WHERE id = ?", params![id], |row| row.get(0)).unwrap()
    }

    #[test]
    fn old_setups_keep_their_meaning() {
        let catalog = parlor_games::catalog();
        let entry = changed_game(&catalog);
        let mut database = Connection::open_in_memory().unwrap();
        database.execute_batch(SCHEMA).unwrap();
        let other = catalog.games().iter().find(|other| other.name != entry.name && !other.options.is_empty()).unwrap();
        let setup = |game: &str, options: &str| format!(r#"{{"game":"{game}","options":{options},"position":null}}"#);
        let rows = [
            ("bare", setup(&entry.name, "{}")),
            ("given", setup(&entry.name, r#"{"size":"5","win-streak":"4"}"#)),
            ("other", setup(&other.name, "{}")),
            ("unknown", setup("hopscotch", "{}")),
            ("damaged", "no JSON".to_owned()),
        ];
        let insert = "INSERT INTO matches (id, setup, terms, seating, touched) VALUES (?, ?, 'unlimited', '', 0)";
        for (id, setup) in &rows {
            database.execute(insert, params![id, setup]).unwrap();
        }
        migrate(&mut database, &catalog).unwrap();
        let version: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(version, VERSION);
        let options = |id: &str| serde_json::from_str::<Setup>(&stored_setup(&database, id)).unwrap().options;
        let expected = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        assert_eq!(options("bare"), expected(&[("size", "3"), ("win-streak", "3")]));
        assert_eq!(options("given"), expected(&[("size", "5"), ("win-streak", "4")]));
        assert_eq!(options("other").len(), other.options.len());
        for (id, setup) in &rows[3..] {
            assert_eq!(stored_setup(&database, id), *setup);
        }
        // A second start changes nothing, and neither does a setup of version 1 that has the new default.
        let new = setup(&entry.name, r#"{"size":"4","win-streak":"3"}"#);
        database.execute(insert, params!["new", new]).unwrap();
        migrate(&mut database, &catalog).unwrap();
        assert_eq!(stored_setup(&database, "new"), new);
    }

    #[test]
    fn a_newer_database_is_not_touched() {
        let mut database = Connection::open_in_memory().unwrap();
        database.pragma_update(None, "user_version", VERSION + 1).unwrap();
        let error = migrate(&mut database, &parlor_games::catalog()).unwrap_err();
        assert_eq!(error.to_string(), "the database has version 3, but this program knows only up to 2");
    }
}
