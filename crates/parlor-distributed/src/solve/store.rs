//! Durable store of one file of positions and their values, in an `SQLite` file.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use super::Solution;
use crate::{BatchId, BatchResults, JobError, JobProgress};

const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS description (
        id INTEGER PRIMARY KEY CHECK (id = 1), job TEXT NOT NULL, setup TEXT NOT NULL, batch_size INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS positions (
        number INTEGER PRIMARY KEY, position TEXT NOT NULL, value TEXT, best TEXT, nodes INTEGER
    );
    CREATE TABLE IF NOT EXISTS batches (batch TEXT PRIMARY KEY) WITHOUT ROWID;
";

/// Positions, and the values that are known.
#[derive(Debug)]
pub struct SolveStore {
    database: Connection,
    progress: JobProgress,
}

impl SolveStore {
    /// Opens a file, or creates it.
    pub fn open(path: &Path) -> Result<SolveStore, JobError> {
        let failed = |error| JobError::Failed(format!("cannot open {}: {error}", path.display()));
        let database = Connection::open(path).map_err(failed)?;
        database.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        database.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
        database.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
        database.execute_batch(SCHEMA).map_err(failed)?;
        let mut store = SolveStore { database, progress: JobProgress::default() };
        let count = "SELECT count(value), count(*) FROM positions";
        store.progress =
            store.database.query_row(count, [], |row| Ok(JobProgress { done: row.get(0)?, total: row.get(1)? }))?;
        Ok(store)
    }

    /// Whether the file has no positions yet.
    pub fn is_empty(&self) -> bool {
        self.progress.total == 0
    }

    /// Stores the positions of a new job.
    pub fn create(&mut self, job: &str, setup: &str, positions: &[String], batch_size: u64) -> Result<(), JobError> {
        let transaction = self.database.transaction()?;
        let description = "INSERT INTO description (id, job, setup, batch_size) VALUES (1, ?, ?, ?)";
        transaction.execute(description, params![job, setup, batch_size])?;
        {
            let mut insert = transaction.prepare("INSERT INTO positions (number, position) VALUES (?, ?)")?;
            for (number, position) in positions.iter().enumerate() {
                insert.execute(params![number, position])?;
            }
        }
        transaction.commit()?;
        self.progress = JobProgress { done: 0, total: positions.len() as u64 };
        Ok(())
    }

    /// Whether the file holds this job.
    pub fn is_same(&self, setup: &str, positions: &[String]) -> Result<bool, JobError> {
        let select = "SELECT setup FROM description WHERE id = 1";
        let stored: Option<String> = self.database.query_row(select, [], |row| row.get(0)).optional()?;
        Ok(stored.as_deref() == Some(setup) && self.positions(0..self.progress.total)? == positions)
    }

    /// Identity of the job on a server.
    pub fn job(&self) -> Result<String, JobError> {
        Ok(self.database.query_row("SELECT job FROM description WHERE id = 1", [], |row| row.get(0))?)
    }

    pub(super) fn batch_size(&self) -> Result<u64, JobError> {
        Ok(self.database.query_row("SELECT batch_size FROM description WHERE id = 1", [], |row| row.get(0))?)
    }

    pub(super) fn progress(&self) -> JobProgress {
        self.progress
    }

    pub(super) fn positions(&self, numbers: Range<u64>) -> Result<Vec<String>, JobError> {
        let select = "SELECT position FROM positions WHERE number >= ? AND number < ? ORDER BY number";
        let mut select = self.database.prepare_cached(select)?;
        let rows = select.query_map(params![numbers.start, numbers.end], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Whether all positions of a batch have values.
    pub(super) fn is_complete(&self, batch: &BatchId) -> Result<bool, JobError> {
        let select = "SELECT count(*) FROM positions WHERE number >= ? AND number < ? AND value IS NULL";
        let items = batch.items();
        Ok(self.database.query_row(select, params![items.start, items.end], |row| row.get::<_, u64>(0))? == 0)
    }

    /// Stores values in one transaction. Values that are stored, and batches that are complete, stay as they are.
    pub(super) fn insert(&mut self, results: &[BatchResults<Solution>]) -> Result<(), JobError> {
        let mut added = 0;
        let transaction = self.database.transaction()?;
        for BatchResults { batch, items, is_complete } in results {
            let is_known = "SELECT 1 FROM batches WHERE batch = ?";
            if transaction.prepare_cached(is_known)?.exists(params![batch.to_string()])? {
                continue;
            }
            for Solution { number, value, best, nodes } in items {
                let update = "UPDATE positions SET value = ?, best = ?, nodes = ? WHERE number = ? AND value IS NULL";
                added += transaction.prepare_cached(update)?.execute(params![value, best, nodes, number])? as u64;
            }
            if *is_complete {
                let insert = "INSERT OR IGNORE INTO batches (batch) VALUES (?)";
                transaction.prepare_cached(insert)?.execute(params![batch.to_string()])?;
            }
        }
        transaction.commit()?;
        self.progress.done += added;
        Ok(())
    }

    /// Calls `visit` with every position and its solution, in the order of the file.
    pub fn for_each(&self, mut visit: impl FnMut(&str, &Solution) -> Result<(), JobError>) -> Result<(), JobError> {
        let select =
            "SELECT position, number, value, best, nodes FROM positions WHERE value IS NOT NULL ORDER BY number";
        let mut select = self.database.prepare(select)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let position: String = row.get(0)?;
            let solution = Solution { number: row.get(1)?, value: row.get(2)?, best: row.get(3)?, nodes: row.get(4)? };
            visit(&position, &solution)?;
        }
        Ok(())
    }
}

impl From<rusqlite::Error> for JobError {
    fn from(error: rusqlite::Error) -> JobError {
        JobError::Failed(format!("the store failed: {error}"))
    }
}
