//! Database of matches, in `SQLite`. One thread owns the connection and commits all queued writes in one transaction
//! (group commit), so that a thousand moves per second need only a few dozen syncs. A write is acknowledged after its
//! commit.

mod data_error;
mod folder;
pub(crate) mod maintenance;
mod match_row;
mod schema;
mod service_clock;
#[cfg(test)]
pub(crate) mod simulated;
mod thread;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use parlor_match::{Event, Record};
use parlor_room::{ApiError, MatchId, Participants, StoreAnswer, StoredMatch, Write};
use rusqlite::{Connection, params};
use tokio::sync::oneshot;

pub use self::data_error::DataError;
use self::data_error::{DataProblem, at};
use self::folder::{LockedFolder, database_path};
use self::match_row::MatchRow;
use self::service_clock::{ServiceClock, system_time};
use self::thread::{Operation, StoreThread};
use crate::metrics::Metrics;

const QUEUE_CAPACITY: usize = 4096;
const DAY: Duration = Duration::from_hours(24);

const INSERT_EVENT: &str = "INSERT INTO events (match, number, event) VALUES (?, ?, ?)";

/// Options of a store.
#[derive(Clone, Debug)]
pub(crate) struct StoreOptions {
    /// Who uses the data folder, for the error message of the next one.
    pub(crate) user: String,
    /// Time after the last move or view when a match is deleted; `None` keeps all matches.
    pub(crate) retention: Option<Duration>,
    /// Time between two searches for expired matches.
    pub(crate) cleanup_interval: Duration,
    pub(crate) metrics: Arc<Metrics>,
}

impl Default for StoreOptions {
    fn default() -> StoreOptions {
        StoreOptions { user: "a server".to_owned(), retention: None, cleanup_interval: DAY, metrics: Arc::default() }
    }
}

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StoreError {
    /// Too many operations wait.
    Busy,
    /// It changed nothing.
    Failed,
    /// It may have been committed.
    Unknown,
    /// The match is not as its room knows it.
    Superseded,
}

impl StoreError {
    /// The error of an operation of the database.
    fn of(error: &rusqlite::Error) -> StoreError {
        match error {
            rusqlite::Error::StatementChangedRows(_) => StoreError::Superseded,
            _ => StoreError::Failed,
        }
    }

    /// The error for a client whose request failed as `failure` says.
    fn or_busy(self, failure: ApiError) -> ApiError {
        if self == StoreError::Busy { ApiError::busy() } else { failure }
    }
}

/// Handle of the store thread.
#[derive(Debug)]
pub(crate) struct Store {
    operations: SyncSender<Operation>,
    clock: ServiceClock,
}

impl Store {
    /// Opens the database with default options.
    #[cfg(test)]
    pub(crate) fn open(folder: &Path) -> Result<(Store, JoinHandle<()>), DataError> {
        Store::open_with(folder, StoreOptions::default())
    }

    /// Opens or creates the database, and starts the store thread, which commits everything and ends when the store is
    /// dropped.
    pub(crate) fn open_with(folder: &Path, options: StoreOptions) -> Result<(Store, JoinHandle<()>), DataError> {
        let lock = LockedFolder::open(folder, &options.user)?;
        let database = open_database(&database_path(folder)).map_err(at(folder))?;
        let clock = ServiceClock::resume(&database, system_time()).map_err(at(folder))?;
        let (operations, queue) = sync_channel(QUEUE_CAPACITY);
        let thread = StoreThread::new(database, lock, clock, options);
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || thread.run(&queue))
            .map_err(at(folder))?;
        Ok((Store { operations, clock }, thread))
    }

    /// Runs an operation on the store thread and returns after its commit.
    async fn run<T: Send + 'static>(
        &self,
        operation: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, response) = oneshot::channel();
        let operation: Operation = Box::new(move |database| {
            let result = run_atomically(database, operation);
            Box::new(move |is_committed| {
                if let Err(error) = &result {
                    tracing::error!(%error, "a database operation failed");
                }
                let result = result.map_err(|error| StoreError::of(&error));
                // What a failed commit left behind is known after the next read.
                let result = if is_committed { result } else { Err(StoreError::Unknown) };
                let is_ok = result.is_ok();
                // The caller may be gone; the operation counts all the same.
                let _ = reply.send(result);
                is_ok
            })
        });
        self.operations.try_send(operation).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => StoreError::Failed,
        })?;
        response.await.unwrap_or(Err(StoreError::Unknown))
    }

    /// Creates a match with the events of its record.
    pub(crate) async fn create(
        &self,
        id: MatchId,
        record: Record,
        participants: &Participants,
    ) -> Result<(), ApiError> {
        let created = self.insert(id, record, participants, None).await;
        created.map_err(|error| error.or_busy(ApiError::storage_failure()))
    }

    /// Writes what a room asks for.
    pub(crate) async fn write(&self, id: MatchId, write: Write) -> StoreAnswer {
        let result = match write {
            Write::Event { index, event } => self.append(id, index, &event).await,
            Write::Participants(participants) => self.save_participants(id, &participants).await,
            Write::Rematch { id: rematch, record, participants } => {
                self.insert(rematch, record, &participants, Some(id)).await
            }
        };
        match result {
            Ok(()) => StoreAnswer::Stored,
            Err(StoreError::Busy | StoreError::Failed) => StoreAnswer::Failed,
            Err(StoreError::Unknown) => StoreAnswer::Unknown,
            Err(StoreError::Superseded) => StoreAnswer::Superseded,
        }
    }

    /// Inserts a match. Links the previous match to its rematch, in the same transaction.
    async fn insert(
        &self,
        id: MatchId,
        record: Record,
        participants: &Participants,
        previous: Option<MatchId>,
    ) -> Result<(), StoreError> {
        let [setup, participants] = [to_json(&record.setup)?, to_json(participants)?];
        let now = self.clock.now();
        self.run(move |database| {
            let insert =
                "INSERT INTO matches (id, setup, terms, seating, touched, event_count) VALUES (?, ?, ?, ?, ?, ?)";
            let (terms, events) = (record.terms.to_string(), &record.events);
            database.prepare_cached(insert)?.execute(params![
                id.as_str(),
                setup,
                terms,
                participants,
                now,
                events.len()
            ])?;
            let mut insert = database.prepare_cached(INSERT_EVENT)?;
            for (number, event) in events.iter().enumerate() {
                insert.execute(params![id.as_str(), number, event.to_string()])?;
            }
            if let Some(previous) = previous {
                let link = "UPDATE matches SET rematch = ?, touched = ? WHERE id = ? AND rematch IS NULL";
                change_one(database, link, params![id.as_str(), now, previous.as_str()])?;
            }
            Ok(())
        })
        .await
    }

    /// Appends an event. `number` is its index from 0; the match must have exactly that many events.
    async fn append(&self, id: MatchId, number: usize, event: &Event) -> Result<(), StoreError> {
        let (event, now) = (event.to_string(), self.clock.now());
        self.run(move |database| {
            let count = "UPDATE matches SET event_count = ?1 + 1, touched = ?2 WHERE id = ?3 AND event_count = ?1";
            change_one(database, count, params![number, now, id.as_str()])?;
            database.prepare_cached(INSERT_EVENT)?.execute(params![id.as_str(), number, event]).map(drop)
        })
        .await
    }

    async fn save_participants(&self, id: MatchId, participants: &Participants) -> Result<(), StoreError> {
        let (participants, now) = (to_json(participants)?, self.clock.now());
        self.run(move |database| {
            let update = "UPDATE matches SET seating = ?, touched = ? WHERE id = ?";
            change_one(database, update, params![participants, now, id.as_str()])
        })
        .await
    }

    /// Loads a match; `None` if it does not exist. A damaged match is set aside, so that it is not shown shorter than it
    /// was, and nobody plays on.
    pub(crate) async fn load(&self, id: MatchId) -> Result<Option<StoredMatch>, ApiError> {
        let (key, yesterday, now) = (id.clone(), self.clock.ago(DAY), self.clock.now());
        let row = self.run(move |database| {
            // A match must not be deleted while its room is open. At most once a day, so that most views write nothing.
            let touch = "UPDATE matches SET touched = ? WHERE id = ? AND touched < ?";
            database.prepare_cached(touch)?.execute(params![now, key.as_str(), yesterday])?;
            MatchRow::read(database, key.as_str())
        });
        match row.await.map_err(|error| error.or_busy(ApiError::read_failure()))?.map(MatchRow::parse) {
            None => Ok(None),
            Some(Ok(stored)) => Ok(Some(stored)),
            Some(Err(damage)) => Err(self.quarantine(id, damage.to_string()).await),
        }
    }

    /// Sets a damaged match aside: it stays in the database, but cannot be opened. Returns the error for the client.
    pub(crate) async fn quarantine(&self, id: MatchId, damage: String) -> ApiError {
        tracing::error!(match_id = %id, damage, "a match is damaged and was set aside");
        let update = "UPDATE matches SET damage = ? WHERE id = ? AND damage IS NULL";
        let saved = self.run(move |database| database.execute(update, params![damage, id.as_str()]));
        // If this fails, the next load finds the damage again.
        let _ = saved.await;
        ApiError::damaged_match()
    }

    /// Checks that the database can be written.
    pub(crate) async fn check_writable(&self) -> Result<(), ApiError> {
        let clock = self.clock;
        let saved = self.run(move |database| clock.save(database, system_time())).await;
        saved.map_err(|error| error.or_busy(ApiError::storage_failure()))
    }
}

fn open_database(path: &Path) -> Result<Connection, DataProblem> {
    let mut database = Connection::open(path)?;
    database.busy_timeout(Duration::from_secs(5))?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.pragma_update(None, "foreign_keys", "ON")?;
    // Deleted tokens and matches do not stay readable in unused pages.
    database.pragma_update(None, "secure_delete", "ON")?;
    let damage: String = database.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    if damage != "ok" {
        return Err(DataProblem::Damaged(damage));
    }
    schema::prepare(&mut database)?;
    Ok(database)
}

/// Runs an operation in a savepoint, so that a failed one changes nothing, although its batch is committed.
fn run_atomically<T>(
    database: &Connection,
    operation: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let execute = |statement: &str| database.prepare_cached(statement)?.execute([]).map(drop);
    execute("SAVEPOINT operation")?;
    let result = operation(database);
    if result.is_err() {
        // After some errors SQLite has already rolled the whole transaction back.
        let _ = execute("ROLLBACK TO operation");
    }
    let released = execute("RELEASE operation");
    result.and_then(|value| released.map(|()| value))
}

/// Changes exactly one row.
fn change_one(database: &Connection, statement: &str, parameters: impl rusqlite::Params) -> rusqlite::Result<()> {
    match database.prepare_cached(statement)?.execute(parameters)? {
        1 => Ok(()),
        count => Err(rusqlite::Error::StatementChangedRows(count)),
    }
}

fn to_json(data: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(data).map_err(|_| StoreError::Failed)
}

#[cfg(test)]
mod tests;
