//! Schema of the database, and its version, which is `PRAGMA user_version`.

use rusqlite::{Connection, TransactionBehavior};

use super::data_error::DataProblem;

/// Version of the schema and of what is stored in it. A database of another version is refused.
pub(super) const VERSION: i64 = 2;

/// Tokens in `seating` are hashed, and matches are dated in service time. `damage` says why a match was set aside.
const SCHEMA: &str = "
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, setup TEXT NOT NULL, terms TEXT NOT NULL, seating TEXT NOT NULL,
        rematch TEXT, touched INTEGER NOT NULL, event_count INTEGER NOT NULL, damage TEXT
    ) WITHOUT ROWID;
    CREATE TABLE events (
        match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL,
        event TEXT NOT NULL, PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
    CREATE INDEX matches_by_touch ON matches (touched);
    CREATE TABLE clock (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
";

/// Creates the tables of a new database, in one transaction, and checks the version of another.
pub(super) fn prepare(database: &mut Connection) -> Result<(), DataProblem> {
    let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: i64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if (tables, version) == (0, 0) {
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    } else if version != VERSION {
        return Err(DataProblem::OtherVersion(version));
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_of_another_version_is_not_touched() {
        for version in [0, VERSION - 1, VERSION + 1] {
            let mut database = Connection::open_in_memory().unwrap();
            database.execute_batch("CREATE TABLE matches (id TEXT PRIMARY KEY)").unwrap();
            database.pragma_update(None, "user_version", version).unwrap();
            let error = prepare(&mut database).unwrap_err().to_string();
            assert_eq!(error, format!("the database has version {version}, but this program knows only version 2"));
            let tables =
                database.query_row("SELECT count(*) FROM sqlite_schema WHERE type = 'table'", [], |row| row.get(0));
            assert_eq!(tables, Ok(1));
        }
    }

    #[test]
    fn a_new_database_is_created_once() {
        let mut database = Connection::open_in_memory().unwrap();
        prepare(&mut database).unwrap();
        prepare(&mut database).unwrap();
        let version: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(version, VERSION);
    }
}
