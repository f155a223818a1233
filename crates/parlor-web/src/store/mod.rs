//! Database of matches, in `SQLite`. One thread owns the connection and commits all queued writes in one transaction
//! (group commit), so that a thousand moves per second need only a few dozen syncs. A write is acknowledged after its
//! commit.

mod migration;

use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parlor_core::Catalog;
use parlor_match::{Event, Record};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use tokio::sync::oneshot;

use self::migration::OpenError;
use crate::api_error::ApiError;
use crate::seats::Participants;
use crate::secret::MatchId;

const QUEUE_CAPACITY: usize = 4096;
const MAX_BATCH: usize = 512;
const DAY: Duration = Duration::from_hours(24);
/// Time after the last move or view when a match is deleted; checked at the start and daily.
const RETENTION: Duration = Duration::from_hours(180 * 24);

const INSERT_EVENT: &str = "INSERT INTO events (match, number, event) VALUES (?, ?, ?)";

/// Match loaded from the database.
#[derive(Debug)]
pub(crate) struct StoredMatch {
    pub(crate) record: Record,
    pub(crate) participants: Participants,
    pub(crate) rematch: Option<MatchId>,
}

/// Operation to run inside the next transaction.
type Operation = Box<dyn FnOnce(&Connection) -> OnCommit + Send>;
/// Callback that gets whether the transaction was committed.
type OnCommit = Box<dyn FnOnce(bool) + Send>;

/// Handle of the store thread.
#[derive(Debug)]
pub(crate) struct Store {
    operations: SyncSender<Operation>,
}

impl Store {
    /// Opens the database, upgrades an older one, and starts the store thread, which commits everything and ends when
    /// the store is dropped.
    pub(crate) fn open(folder: &Path, catalog: &Catalog) -> Result<(Store, JoinHandle<()>), String> {
        Store::open_with_cleanup(folder, catalog, DAY)
    }

    fn open_with_cleanup(
        folder: &Path,
        catalog: &Catalog,
        cleanup_interval: Duration,
    ) -> Result<(Store, JoinHandle<()>), String> {
        let with_path = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(|error| with_path(&error))?;
        let database = open_database(&folder.join("matches.sqlite"), catalog).map_err(|error| with_path(&error))?;
        let (operations, queue) = sync_channel(QUEUE_CAPACITY);
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || run_store(database, &queue, cleanup_interval))
            .map_err(|error| with_path(&error))?;
        Ok((Store { operations }, thread))
    }

    /// Runs an operation on the store thread and returns after its commit.
    async fn run<T: Send + 'static>(
        &self,
        operation: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (reply, response) = oneshot::channel();
        let operation: Operation = Box::new(move |database| {
            let result = operation(database);
            Box::new(move |is_committed| {
                // The caller may be gone; the operation counts all the same.
                let _ = reply.send(result.ok().filter(|_| is_committed));
            })
        });
        self.operations.try_send(operation).map_err(|error| match error {
            TrySendError::Full(_) => ApiError::busy(),
            TrySendError::Disconnected(_) => ApiError::storage_failure(),
        })?;
        response.await.ok().flatten().ok_or_else(ApiError::storage_failure)
    }

    /// Creates a match with the events of its record. Links the previous match to its rematch, in the same transaction.
    pub(crate) async fn create(
        &self,
        id: MatchId,
        record: Record,
        participants: &Participants,
        previous: Option<MatchId>,
    ) -> Result<(), ApiError> {
        let [setup, participants] = [to_json(&record.setup)?, to_json(participants)?];
        self.run(move |database| {
            database
                .prepare_cached("INSERT INTO matches (id, setup, terms, seating, touched) VALUES (?, ?, ?, ?, ?)")?
                .execute(params![id.as_str(), setup, record.terms.to_string(), participants, unix_time()])?;
            let mut insert = database.prepare_cached(INSERT_EVENT)?;
            for (number, event) in record.events.iter().enumerate() {
                insert.execute(params![id.as_str(), number, event.to_string()])?;
            }
            if let Some(previous) = previous {
                database
                    .prepare_cached("UPDATE matches SET rematch = ?, touched = ? WHERE id = ?")?
                    .execute(params![id.as_str(), unix_time(), previous.as_str()])?;
            }
            Ok(())
        })
        .await
    }

    /// Appends an event. `number` is its index from 0; the primary key rejects a second event with the same number.
    pub(crate) async fn append(&self, id: MatchId, number: usize, event: &Event) -> Result<(), ApiError> {
        let event = event.to_string();
        self.run(move |database| {
            database.prepare_cached(INSERT_EVENT)?.execute(params![id.as_str(), number, event])?;
            touch(database, &id)
        })
        .await
    }

    pub(crate) async fn save_participants(&self, id: MatchId, participants: &Participants) -> Result<(), ApiError> {
        let participants = to_json(participants)?;
        self.run(move |database| {
            database.prepare_cached("UPDATE matches SET seating = ?, touched = ? WHERE id = ?")?.execute(params![
                participants,
                unix_time(),
                id.as_str()
            ])
        })
        .await
        .map(drop)
    }

    /// Loads a match; `None` if it does not exist or cannot be parsed.
    pub(crate) async fn load(&self, id: MatchId) -> Result<Option<StoredMatch>, ApiError> {
        let row = self
            .run(move |database| {
                // A match must not be deleted while its room is open.
                touch(database, &id)?;
                read_match(database, &id)
            })
            .await?;
        Ok(row.and_then(MatchRow::parse))
    }
}

fn open_database(path: &Path, catalog: &Catalog) -> Result<Connection, OpenError> {
    let mut database = Connection::open(path)?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.pragma_update(None, "foreign_keys", "ON")?;
    database.busy_timeout(std::time::Duration::from_secs(5))?;
    migration::migrate(&mut database, catalog)?;
    delete_expired(&database)?;
    Ok(database)
}

fn delete_expired(database: &Connection) -> rusqlite::Result<()> {
    database.execute("DELETE FROM matches WHERE touched < ?", params![unix_time_ago(RETENTION)]).map(drop)
}

/// Updates the time of the last use, at most once a day, so that most moves write nothing here.
fn touch(database: &Connection, id: &MatchId) -> rusqlite::Result<()> {
    let mut touch = database.prepare_cached("UPDATE matches SET touched = ? WHERE id = ? AND touched < ?")?;
    touch.execute(params![unix_time(), id.as_str(), unix_time_ago(DAY)]).map(drop)
}

/// Main loop of the store thread.
fn run_store(mut database: Connection, queue: &Receiver<Operation>, cleanup_interval: Duration) {
    let mut last_cleanup = Instant::now();
    loop {
        if last_cleanup.elapsed() >= cleanup_interval {
            // After an error the next cleanup tries again.
            let _ = delete_expired(&database);
            last_cleanup = Instant::now();
        }
        let first = match queue.recv_timeout(cleanup_interval.saturating_sub(last_cleanup.elapsed())) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let batch = std::iter::once(first).chain(queue.try_iter()).take(MAX_BATCH);
        let (callbacks, is_committed) = commit(&mut database, batch);
        for on_commit in callbacks {
            on_commit(is_committed);
        }
    }
}

/// Runs a batch in one transaction. If the transaction cannot begin, the operations are dropped, and their callers get
/// an error from the closed channel.
fn commit(database: &mut Connection, batch: impl Iterator<Item = Operation>) -> (Vec<OnCommit>, bool) {
    let Ok(transaction) = database.transaction() else {
        batch.for_each(drop);
        return (Vec::new(), false);
    };
    let callbacks = batch.map(|operation| operation(&transaction)).collect();
    (callbacks, finish(transaction))
}

fn finish(transaction: Transaction<'_>) -> bool {
    // After some errors SQLite has already rolled the transaction back.
    !transaction.is_autocommit() && transaction.commit().is_ok()
}

/// Columns of a match, unparsed.
struct MatchRow {
    setup: String,
    terms: String,
    participants: String,
    rematch: Option<String>,
    events: Vec<String>,
}

fn read_match(database: &Connection, id: &MatchId) -> rusqlite::Result<Option<MatchRow>> {
    let mut select = database.prepare_cached("SELECT setup, terms, seating, rematch FROM matches WHERE id = ?")?;
    let row = select
        .query_row(params![id.as_str()], |row| {
            let events = Vec::new();
            let [setup, terms, participants] = [row.get(0)?, row.get(1)?, row.get(2)?];
            Ok(MatchRow { setup, terms, participants, rematch: row.get(3)?, events })
        })
        .optional()?;
    let Some(mut row) = row else { return Ok(None) };
    let mut select = database.prepare_cached("SELECT event FROM events WHERE match = ? ORDER BY number")?;
    row.events = select.query_map(params![id.as_str()], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(row))
}

impl MatchRow {
    fn parse(self) -> Option<StoredMatch> {
        let events = self.events.iter().map(|line| line.parse().ok()).collect::<Option<_>>()?;
        let setup = serde_json::from_str(&self.setup).ok()?;
        let record = Record::new(setup, self.terms.parse().ok()?, events);
        let participants = serde_json::from_str(&self.participants).ok()?;
        Some(StoredMatch { record, participants, rematch: self.rematch.as_deref().and_then(MatchId::parse) })
    }
}

fn to_json(data: &impl serde::Serialize) -> Result<String, ApiError> {
    serde_json::to_string(data).map_err(|_| ApiError::storage_failure())
}

fn unix_time() -> i64 {
    unix_time_ago(Duration::ZERO)
}

/// Time in the past in seconds since 1970, as stored in the database.
fn unix_time_ago(time: Duration) -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.saturating_sub(time).as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn deletes_expired_matches_while_running() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _thread) =
            Store::open_with_cleanup(folder.path(), &parlor_games::catalog(), Duration::from_millis(20)).unwrap();
        let [old, new] = [MatchId::new(), MatchId::new()];
        for (id, touched) in [(old.clone(), unix_time_ago(RETENTION + DAY)), (new.clone(), unix_time())] {
            let insert = "INSERT INTO matches (id, setup, terms, seating, touched) VALUES (?, '', '', '', ?)";
            store.run(move |database| database.execute(insert, params![id.as_str(), touched])).await.unwrap();
        }
        let exists = |id: MatchId| store.run(move |database| Ok(read_match(database, &id)?.is_some()));
        while exists(old.clone()).await.unwrap() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(exists(new).await.unwrap());
    }
}
