//! Durable store of competitions in an `SQLite` file. A game counts only after its transaction is committed.

mod batches;
mod games;
mod running;

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use serde::Serialize;

pub use self::batches::Distribution;
use crate::{ArenaError, Competition, Opening};

/// Written by the first version of the arena.
const VERSION: i64 = 1;
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS competitions (
        id INTEGER PRIMARY KEY, created INTEGER NOT NULL, description TEXT NOT NULL, is_finished INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS openings (
        competition INTEGER NOT NULL REFERENCES competitions (id), number INTEGER NOT NULL, opening TEXT NOT NULL,
        PRIMARY KEY (competition, number)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS games (
        competition INTEGER NOT NULL REFERENCES competitions (id), pair INTEGER NOT NULL, game INTEGER NOT NULL,
        first INTEGER NOT NULL, second INTEGER NOT NULL, time_limit INTEGER NOT NULL, opening INTEGER NOT NULL,
        winner INTEGER, failed INTEGER, is_adjudicated INTEGER NOT NULL, reason TEXT NOT NULL, ending TEXT NOT NULL,
        moves TEXT NOT NULL, PRIMARY KEY (competition, pair, game)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS running (
        competition INTEGER NOT NULL REFERENCES competitions (id), slot INTEGER NOT NULL, updated INTEGER NOT NULL,
        first INTEGER NOT NULL, second INTEGER NOT NULL, plies INTEGER NOT NULL, position TEXT NOT NULL,
        PRIMARY KEY (competition, slot)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS batches (
        competition INTEGER NOT NULL REFERENCES competitions (id), batch TEXT NOT NULL, PRIMARY KEY (competition, batch)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS distributions (
        competition INTEGER PRIMARY KEY REFERENCES competitions (id), job TEXT NOT NULL, blocks INTEGER NOT NULL
    );
";

/// Number of a competition within a store.
pub type CompetitionId = i64;

/// Connection to an arena file.
#[derive(Debug)]
pub struct Store {
    database: Connection,
}

/// One line of the list of competitions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CompetitionEntry {
    pub id: CompetitionId,
    /// Seconds since 1970.
    pub created: u64,
    pub name: String,
    pub game: String,
    pub is_finished: bool,
}

/// A competition as stored: its description and its openings.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredCompetition {
    pub id: CompetitionId,
    pub competition: Competition,
    pub openings: Vec<Opening>,
    pub is_finished: bool,
}

impl Store {
    /// Opens a file, or creates it.
    pub fn open(path: &Path) -> Result<Store, ArenaError> {
        Store::prepare(Connection::open(path), path)
    }

    /// Opens a file that must exist.
    pub fn open_existing(path: &Path) -> Result<Store, ArenaError> {
        Store::prepare(Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE), path)
    }

    /// Opens a file to read it while another process writes it.
    pub fn open_read_only(path: &Path) -> Result<Store, ArenaError> {
        let failed = |error| open_error(path, &error);
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
        database.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        Ok(Store { database })
    }

    fn prepare(opened: rusqlite::Result<Connection>, path: &Path) -> Result<Store, ArenaError> {
        let failed = |error| open_error(path, &error);
        let database = opened.map_err(failed)?;
        database.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        database.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
        database.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
        let version: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        if version > VERSION {
            let file = path.display();
            let text = format!("{file} has version {version}, but this program knows only up to {VERSION}");
            return Err(ArenaError::Storage(text));
        }
        database.execute_batch(SCHEMA).map_err(failed)?;
        database.pragma_update(None, "user_version", VERSION).map_err(failed)?;
        Ok(Store { database })
    }

    /// Stores a new competition with its openings.
    pub fn create(&mut self, competition: &Competition, openings: &[Opening]) -> Result<CompetitionId, ArenaError> {
        let created = seconds_since_1970();
        let transaction = self.database.transaction()?;
        transaction.execute(
            "INSERT INTO competitions (created, description, is_finished) VALUES (?, ?, 0)",
            params![created, serde_json::to_string(competition)?],
        )?;
        let id = transaction.last_insert_rowid();
        {
            let mut insert =
                transaction.prepare("INSERT INTO openings (competition, number, opening) VALUES (?, ?, ?)")?;
            for (number, opening) in openings.iter().enumerate() {
                insert.execute(params![id, number, opening.to_string()])?;
            }
        }
        transaction.commit()?;
        Ok(id)
    }

    /// A competition, or the latest one. The error names the competitions that there are.
    pub fn competition(&self, id: Option<CompetitionId>) -> Result<StoredCompetition, ArenaError> {
        let select = "SELECT id, description, is_finished FROM competitions WHERE ?1 IS NULL OR id = ?1
                      ORDER BY id DESC LIMIT 1";
        let row = self
            .database
            .query_row(select, params![id], |row| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?)))
            .optional()?;
        let Some((id, description, is_finished)) = row else {
            let ids: Vec<String> = self.list()?.iter().map(|entry| entry.id.to_string()).collect();
            return Err(ArenaError::Invalid(match id {
                Some(id) if !ids.is_empty() => format!("there is no competition {id}; available: {}", ids.join(", ")),
                _ => "the arena file has no competitions yet".to_owned(),
            }));
        };
        let competition = serde_json::from_str(&description)?;
        let mut select = self.database.prepare("SELECT opening FROM openings WHERE competition = ? ORDER BY number")?;
        let texts = select.query_map(params![id], |row| row.get::<_, String>(0))?;
        let openings = texts.map(|text| text.map(|text| text.parse().unwrap_or_default())).collect::<Result<_, _>>()?;
        Ok(StoredCompetition { id, competition, openings, is_finished })
    }

    /// All competitions, latest first.
    pub fn list(&self) -> Result<Vec<CompetitionEntry>, ArenaError> {
        let mut select =
            self.database.prepare("SELECT id, created, description, is_finished FROM competitions ORDER BY id DESC")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get(3)?)))?;
        rows.map(|row| {
            let (id, created, description, is_finished) = row?;
            let Competition { name, game, .. } = serde_json::from_str(&description)?;
            Ok(CompetitionEntry { id, created, name, game, is_finished })
        })
        .collect()
    }

    /// Marks a competition as finished.
    pub fn finish(&self, id: CompetitionId) -> Result<(), ArenaError> {
        self.database.execute("UPDATE competitions SET is_finished = 1 WHERE id = ?", params![id])?;
        Ok(())
    }
}

fn open_error(path: &Path, error: &rusqlite::Error) -> ArenaError {
    ArenaError::Storage(format!("cannot open the arena file {}: {error}", path.display()))
}

fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
