//! Matches on disk. One thread owns the database and commits whatever is waiting in one transaction, so that
//! a thousand moves a second share a few dozen syncs; nobody is answered before the commit.

use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parlor_match::{Event, Record};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use tokio::sync::oneshot;

use crate::refused::Refused;
use crate::seats::Seating;
use crate::secret::MatchId;

const MOST_WAITING: usize = 4096;
const LARGEST_BATCH: usize = 512;
const DAY: Duration = Duration::from_hours(24);
/// Matches that nobody has played in or looked at for so long are cleared away, at the start and daily.
const KEPT: Duration = Duration::from_hours(180 * 24);

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

const INSERT_EVENT: &str = "INSERT INTO events (match, number, event) VALUES (?, ?, ?)";

/// A match as it lies in the database.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) record: Record,
    pub(crate) seating: Seating,
    pub(crate) rematch: Option<MatchId>,
}

type Work = Box<dyn FnOnce(&Connection) -> Announce + Send>;
/// Told whether the transaction was committed.
type Announce = Box<dyn FnOnce(bool) + Send>;

#[derive(Debug)]
pub(crate) struct Store {
    work: SyncSender<Work>,
}

impl Store {
    /// The thread ends, with everything committed, when the store is dropped.
    pub(crate) fn open(folder: &Path) -> Result<(Store, JoinHandle<()>), String> {
        Store::open_and_clear(folder, DAY)
    }

    fn open_and_clear(folder: &Path, every: Duration) -> Result<(Store, JoinHandle<()>), String> {
        let trouble = |what: &dyn std::fmt::Display| format!("{}: {what}", folder.display());
        fs::create_dir_all(folder).map_err(|error| trouble(&error))?;
        let database = prepare(&folder.join("matches.sqlite")).map_err(|error| trouble(&error))?;
        let (work, waiting) = sync_channel(MOST_WAITING);
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || commit_all(database, &waiting, every))
            .map_err(|error| trouble(&error))?;
        Ok((Store { work }, thread))
    }

    /// Runs on the database's thread; answers when it is on disk.
    async fn run<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Refused> {
        let (reply, answer) = oneshot::channel();
        let work: Work = Box::new(move |database| {
            let result = act(database);
            Box::new(move |is_committed| {
                // Whoever asked may have gone; the work is done all the same.
                let _ = reply.send(result.ok().filter(|_| is_committed));
            })
        });
        self.work.try_send(work).map_err(|error| match error {
            TrySendError::Full(_) => Refused::busy(),
            TrySendError::Disconnected(_) => Refused::trouble(),
        })?;
        answer.await.ok().flatten().ok_or_else(Refused::trouble)
    }

    /// A new match, with the events that it has already. Of a rematch the one before hears in the same breath.
    pub(crate) async fn create(
        &self,
        id: MatchId,
        record: Record,
        seating: &Seating,
        before: Option<MatchId>,
    ) -> Result<(), Refused> {
        let [setup, seating] = [to_json(&record.setup)?, to_json(seating)?];
        self.run(move |database| {
            database
                .prepare_cached("INSERT INTO matches (id, setup, terms, seating, touched) VALUES (?, ?, ?, ?, ?)")?
                .execute(params![id.as_str(), setup, record.terms.to_string(), seating, now()])?;
            let mut insert = database.prepare_cached(INSERT_EVENT)?;
            for (number, event) in record.events.iter().enumerate() {
                insert.execute(params![id.as_str(), number, event.to_string()])?;
            }
            if let Some(before) = before {
                database
                    .prepare_cached("UPDATE matches SET rematch = ?, touched = ? WHERE id = ?")?
                    .execute(params![id.as_str(), now(), before.as_str()])?;
            }
            Ok(())
        })
        .await
    }

    /// `number` counts the events of the match from 0. Two drivers of one match cannot both write it.
    pub(crate) async fn append(&self, id: MatchId, number: usize, event: &Event) -> Result<(), Refused> {
        let event = event.to_string();
        self.run(move |database| {
            database.prepare_cached(INSERT_EVENT)?.execute(params![id.as_str(), number, event])?;
            touch(database, &id)
        })
        .await
    }

    pub(crate) async fn seat(&self, id: MatchId, seating: &Seating) -> Result<(), Refused> {
        let seating = to_json(seating)?;
        self.run(move |database| {
            database.prepare_cached("UPDATE matches SET seating = ?, touched = ? WHERE id = ?")?.execute(params![
                seating,
                now(),
                id.as_str()
            ])
        })
        .await
        .map(drop)
    }

    /// `None` where there is no such match. One that cannot be read is as good as none.
    pub(crate) async fn load(&self, id: MatchId) -> Result<Option<Stored>, Refused> {
        let read = self
            .run(move |database| {
                // So that no match is cleared away while its room is open.
                touch(database, &id)?;
                read(database, &id)
            })
            .await?;
        Ok(read.and_then(Rows::parse))
    }
}

fn prepare(path: &Path) -> rusqlite::Result<Connection> {
    let database = Connection::open(path)?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.pragma_update(None, "foreign_keys", "ON")?;
    database.busy_timeout(std::time::Duration::from_secs(5))?;
    database.execute_batch(SCHEMA)?;
    clear(&database)?;
    Ok(database)
}

fn clear(database: &Connection) -> rusqlite::Result<()> {
    database.execute("DELETE FROM matches WHERE touched < ?", params![ago(KEPT)]).map(drop)
}

/// Written once a day and match, so that nearly every move only looks.
fn touch(database: &Connection, id: &MatchId) -> rusqlite::Result<()> {
    let mut touch = database.prepare_cached("UPDATE matches SET touched = ? WHERE id = ? AND touched < ?")?;
    touch.execute(params![now(), id.as_str(), ago(DAY)]).map(drop)
}

fn commit_all(mut database: Connection, waiting: &Receiver<Work>, between_clearings: Duration) {
    let mut cleared = Instant::now();
    loop {
        if cleared.elapsed() >= between_clearings {
            // What could not be cleared now is cleared next time.
            let _ = clear(&database);
            cleared = Instant::now();
        }
        let first = match waiting.recv_timeout(between_clearings.saturating_sub(cleared.elapsed())) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let batch = std::iter::once(first).chain(waiting.try_iter()).take(LARGEST_BATCH);
        let (announcements, is_committed) = commit(&mut database, batch);
        for announce in announcements {
            announce(is_committed);
        }
    }
}

/// The work of a batch that cannot even begin is dropped undone, which whoever waits for it notices.
fn commit(database: &mut Connection, batch: impl Iterator<Item = Work>) -> (Vec<Announce>, bool) {
    let Ok(transaction) = database.transaction() else {
        batch.for_each(drop);
        return (Vec::new(), false);
    };
    let announcements = batch.map(|work| work(&transaction)).collect();
    (announcements, finish(transaction))
}

fn finish(transaction: Transaction<'_>) -> bool {
    // On some errors SQLite rolls a transaction back by itself; then there is nothing to commit.
    !transaction.is_autocommit() && transaction.commit().is_ok()
}

struct Rows {
    setup: String,
    terms: String,
    seating: String,
    rematch: Option<String>,
    events: Vec<String>,
}

fn read(database: &Connection, id: &MatchId) -> rusqlite::Result<Option<Rows>> {
    let mut select = database.prepare_cached("SELECT setup, terms, seating, rematch FROM matches WHERE id = ?")?;
    let found = select
        .query_row(params![id.as_str()], |row| {
            let events = Vec::new();
            Ok(Rows { setup: row.get(0)?, terms: row.get(1)?, seating: row.get(2)?, rematch: row.get(3)?, events })
        })
        .optional()?;
    let Some(mut rows) = found else { return Ok(None) };
    let mut select = database.prepare_cached("SELECT event FROM events WHERE match = ? ORDER BY number")?;
    rows.events = select.query_map(params![id.as_str()], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(rows))
}

impl Rows {
    fn parse(self) -> Option<Stored> {
        let events = self.events.iter().map(|line| line.parse().ok()).collect::<Option<_>>()?;
        let setup = serde_json::from_str(&self.setup).ok()?;
        let record = Record { setup, terms: self.terms.parse().ok()?, events };
        let seating = serde_json::from_str(&self.seating).ok()?;
        Some(Stored { record, seating, rematch: self.rematch.as_deref().and_then(MatchId::parse) })
    }
}

fn to_json(data: &impl serde::Serialize) -> Result<String, Refused> {
    serde_json::to_string(data).map_err(|_| Refused::trouble())
}

fn now() -> i64 {
    ago(Duration::ZERO)
}

/// As it is stored: seconds since 1970.
fn ago(time: Duration) -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.saturating_sub(time).as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn old_matches_are_cleared_away_while_the_server_runs() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _thread) = Store::open_and_clear(folder.path(), Duration::from_millis(20)).unwrap();
        let [old, new] = [MatchId::new(), MatchId::new()];
        for (id, touched) in [(old.clone(), ago(KEPT + DAY)), (new.clone(), now())] {
            let insert = "INSERT INTO matches (id, setup, terms, seating, touched) VALUES (?, '', '', '', ?)";
            store.run(move |database| database.execute(insert, params![id.as_str(), touched])).await.unwrap();
        }
        let is_there = |id: MatchId| store.run(move |database| Ok(read(database, &id)?.is_some()));
        while is_there(old.clone()).await.unwrap() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(is_there(new).await.unwrap());
    }
}
