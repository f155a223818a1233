//! Durable store of competitions in an `SQLite` file. A game counts only after its transaction is committed.

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parlor_core::{Outcome, Player};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use serde::Serialize;

use crate::store_batches::insert_game;
use crate::{ArenaError, Competition, GameId, GameSummary, Opening, RunningGame, StoredGame};

/// Written by the first version of the arena.
const VERSION: i64 = 1;
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Age up to which a game in progress is taken to be still in progress.
const RUNNING_SECONDS: u64 = 10;
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
        competition INTEGER PRIMARY KEY REFERENCES competitions (id), job TEXT NOT NULL, batches INTEGER NOT NULL
    );
";

/// Number of a competition within a store.
pub type CompetitionId = i64;

/// Connection to an arena file.
#[derive(Debug)]
pub struct Store {
    pub(crate) database: Connection,
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

    /// Stores games in one transaction. A game that is already stored is left as it is.
    pub fn insert(&mut self, id: CompetitionId, games: &[StoredGame]) -> Result<(), ArenaError> {
        let transaction = self.database.transaction()?;
        for game in games {
            insert_game(&transaction, id, game)?;
        }
        Ok(transaction.commit()?)
    }

    /// Number after that of the last pair with a stored game.
    pub fn pairs_end(&self, id: CompetitionId) -> Result<u64, ArenaError> {
        let select = "SELECT coalesce(max(pair) + 1, 0) FROM games WHERE competition = ?";
        Ok(self.database.query_row(select, params![id], |row| row.get(0))?)
    }

    /// Summaries of the stored games of a range of pairs, in order.
    pub fn summaries(&self, id: CompetitionId, pairs: Range<u64>) -> Result<Vec<(GameId, GameSummary)>, ArenaError> {
        let mut select = self.database.prepare_cached(
            "SELECT pair, game, winner, failed, is_adjudicated FROM games
             WHERE competition = ? AND pair >= ? AND pair < ? ORDER BY pair, game",
        )?;
        let range = params![id, pairs.start, pairs.end];
        let rows = select.query_map(range, |row| Ok((read_id(row, 0)?, read_summary(row, 2)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Calls `visit` with every stored game, in the order of the schedule.
    pub fn for_each_game(
        &self,
        id: CompetitionId,
        mut visit: impl FnMut(StoredGame) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        let select = format!("SELECT {GAME_COLUMNS} FROM games WHERE competition = ? ORDER BY pair, game");
        let mut select = self.database.prepare(&select)?;
        let mut rows = select.query(params![id])?;
        while let Some(row) = rows.next()? {
            visit(read_game(row)?)?;
        }
        Ok(())
    }

    /// The last games of the schedule that are stored, latest first.
    pub fn latest_games(&self, id: CompetitionId, count: u32) -> Result<Vec<StoredGame>, ArenaError> {
        let select =
            format!("SELECT {GAME_COLUMNS} FROM games WHERE competition = ? ORDER BY pair DESC, game DESC LIMIT ?");
        let mut select = self.database.prepare(&select)?;
        let games = select.query_map(params![id, count], read_game)?;
        Ok(games.collect::<Result<_, _>>()?)
    }

    /// One stored game.
    pub fn game(&self, id: CompetitionId, game: GameId) -> Result<Option<StoredGame>, ArenaError> {
        let select = format!("SELECT {GAME_COLUMNS} FROM games WHERE competition = ? AND pair = ? AND game = ?");
        Ok(self.database.query_row(&select, params![id, game.pair, game.game], read_game).optional()?)
    }

    /// Replaces the games in progress, for viewers in other processes.
    pub(crate) fn set_running(&mut self, id: CompetitionId, games: &[RunningGame]) -> Result<(), ArenaError> {
        let now = seconds_since_1970();
        let transaction = self.database.transaction()?;
        transaction.execute("DELETE FROM running WHERE competition = ?", params![id])?;
        for (slot, game) in games.iter().enumerate() {
            let [first, second] = game.engines;
            transaction.execute(
                "INSERT INTO running (competition, slot, updated, first, second, plies, position)
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
                params![id, slot, now, first, second, game.plies, game.game.position()],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// Engines, plies and position of the games in progress. A competition that was killed has none.
    pub fn running(&self, id: CompetitionId) -> Result<Vec<([usize; 2], u32, String)>, ArenaError> {
        let mut select = self.database.prepare(
            "SELECT first, second, plies, position FROM running WHERE competition = ? AND updated >= ? ORDER BY slot",
        )?;
        let earliest = seconds_since_1970().saturating_sub(RUNNING_SECONDS);
        let rows = select
            .query_map(params![id, earliest], |row| Ok(([row.get(0)?, row.get(1)?], row.get(2)?, row.get(3)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn open_error(path: &Path, error: &rusqlite::Error) -> ArenaError {
    ArenaError::Storage(format!("cannot open the arena file {}: {error}", path.display()))
}

fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Columns of a game, as [`read_game`] reads them.
const GAME_COLUMNS: &str = "pair, game, winner, failed, is_adjudicated, first, second, time_limit, opening, reason, \
                            ending, moves";

fn read_game(row: &Row) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
        id: read_id(row, 0)?,
        summary: read_summary(row, 2)?,
        engines: [row.get(5)?, row.get(6)?],
        limit: row.get(7)?,
        opening: row.get(8)?,
        reason: row.get(9)?,
        ending: row.get(10)?,
        moves: row.get(11)?,
    })
}

fn read_id(row: &Row, column: usize) -> rusqlite::Result<GameId> {
    Ok(GameId { pair: row.get(column)?, game: row.get(column + 1)? })
}

fn read_summary(row: &Row, column: usize) -> rusqlite::Result<GameSummary> {
    let player = |index: Option<u8>| index.map(|index| if index == 0 { Player::First } else { Player::Second });
    Ok(GameSummary {
        outcome: player(row.get(column)?).map_or(Outcome::Draw, Outcome::Win),
        failed: player(row.get(column + 1)?),
        is_adjudicated: row.get(column + 2)?,
    })
}
