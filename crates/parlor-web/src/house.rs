//! What all requests share: the store, the engines, and the rooms that are open. A room is opened when somebody
//! comes and forgotten when nobody needs it; the store has everything.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_core::Setup;
use parlor_games::catalog;
use parlor_match::{Match, Record, RecordError, Terms};
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;

use crate::pool::Pool;
use crate::rate::Addresses;
use crate::refused::{Code, Refused, sentence};
use crate::room::{Actor, Room};
use crate::seats::{Seat, Seating, Wish};
use crate::secret::MatchId;
use crate::store::{Store, Stored};

const MOST_ROOMS: usize = 5000;
const MOST_SOCKETS: usize = 5000;
/// Records that are read at once; the others wait.
const MOST_READERS: usize = 4;

pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) pool: Pool,
    pub(crate) addresses: Addresses,
    /// Host names, besides addresses and localhost, under which this server is known.
    pub(crate) names: Vec<String>,
    /// Turns true when the server goes down.
    pub(crate) closing: watch::Sender<bool>,
    rooms: Mutex<HashMap<MatchId, Room>>,
    sockets: AtomicUsize,
    readers: Arc<Semaphore>,
}

/// What whoever makes a match is given.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Made {
    pub(crate) id: MatchId,
    /// Of the seats marked `you`, and of the host.
    pub(crate) token: String,
    /// For each seat the invitation that a friend needs, if it is a friend's.
    pub(crate) invitations: Vec<Option<String>>,
}

impl House {
    pub(crate) fn new(store: Store, pool: Pool, names: Vec<String>) -> House {
        House {
            store,
            pool,
            names,
            addresses: Addresses::default(),
            closing: watch::Sender::new(false),
            rooms: Mutex::default(),
            sockets: AtomicUsize::new(0),
            readers: Arc::new(Semaphore::new(MOST_READERS)),
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<MatchId, Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open_room(&self, id: &MatchId) -> Option<Room> {
        self.rooms().get(id).filter(|room| !room.is_gone()).cloned()
    }

    /// The room of a match, opened if need be.
    pub(crate) async fn room(self: &Arc<House>, id: &MatchId) -> Result<Room, Refused> {
        if let Some(room) = self.open_room(id) {
            return Ok(room);
        }
        let stored = self.store.load(id.clone()).await?.ok_or_else(Refused::no_such_match)?;
        let Stored { record, seating, rematch } = stored;
        let played = self
            .apart(move || replay(&record))
            .await?
            .map_err(|bad| Refused::new(Code::Trouble, format!("This match cannot be read: {bad}.")))?;
        let (room, orders) = Room::new();
        let actor = Actor::new(id.clone(), Arc::clone(self), orders, played, seating, rematch);
        // Somebody may have opened it meanwhile; there must never be two.
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(id).filter(|room| !room.is_gone()) {
            return Ok(room.clone());
        }
        if rooms.len() >= MOST_ROOMS {
            // A room that broke down has not said that it may be forgotten.
            rooms.retain(|_, room| !room.is_gone());
        }
        if rooms.len() >= MOST_ROOMS {
            return Err(Refused::busy());
        }
        rooms.insert(id.clone(), room.clone());
        tokio::spawn(actor.run());
        Ok(room)
    }

    /// Forgets a room if nobody can send it orders any more: new senders are only made under the lock.
    pub(crate) fn unload(&self, id: &MatchId) -> bool {
        let mut rooms = self.rooms();
        let is_unreachable = rooms.get(id).is_none_or(Room::is_unreachable);
        if is_unreachable {
            rooms.remove(id);
        }
        is_unreachable
    }

    pub(crate) async fn make(&self, setup: Setup, terms: Terms, wishes: &[Wish], pace: f64) -> Result<Made, Refused> {
        let game = catalog::start(setup.clone())?;
        let seating = Seating::new(wishes, pace, &*game)?;
        let terms = Terms { take_backs: !seating.has_opponents(), ..terms };
        self.keep(Record { setup, terms, events: Vec::new() }, &seating).await
    }

    async fn keep(&self, record: Record, seating: &Seating) -> Result<Made, Refused> {
        let id = MatchId::new();
        self.store.create(id.clone(), record, seating, None).await?;
        let invitation = |seat: &Seat| match seat {
            Seat::Person { token: None, invitation: Some(invitation) } => Some(invitation.reveal().to_owned()),
            _ => None,
        };
        let invitations = seating.seats.iter().map(invitation).collect();
        Ok(Made { id, token: seating.host.reveal().to_owned(), invitations })
    }

    /// A match that was played elsewhere, to be looked at: nobody can play on in it.
    pub(crate) async fn import(&self, text: String) -> Result<Made, Refused> {
        let played = self
            .apart(move || text.parse().and_then(|record: Record| replay(&record)))
            .await?
            .map_err(|bad| Refused::new(Code::BadRequest, sentence(&bad)))?;
        self.keep(played.record(), &Seating::of_strangers(usize::from(played.game().seats()))).await
    }

    /// What takes a while is not done on the threads that serve everybody, and only so many times at once. It goes
    /// on when whoever asked has gone, so it keeps its place itself.
    async fn apart<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
        let place = Arc::clone(&self.readers).acquire_owned().await.map_err(|_| Refused::busy())?;
        let work = move || {
            let _place = place;
            work()
        };
        spawn_blocking(work).await.map_err(|_| Refused::busy())
    }

    /// A place for one more socket, given back when dropped.
    pub(crate) fn admit(self: &Arc<House>) -> Result<Admission, Refused> {
        let admission = Admission(Arc::clone(self));
        if self.sockets.fetch_add(1, Ordering::Relaxed) < MOST_SOCKETS { Ok(admission) } else { Err(Refused::busy()) }
    }
}

fn replay(record: &Record) -> Result<Match, RecordError> {
    record.replay(|setup| catalog::start(setup.clone()))
}

pub(crate) struct Admission(Arc<House>);

impl Drop for Admission {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn house(folder: &std::path::Path) -> Arc<House> {
        let (store, _) = Store::open(folder).unwrap();
        Arc::new(House::new(store, Pool::new(1).unwrap(), Vec::new()))
    }

    #[tokio::test]
    async fn rooms_that_broke_down_take_nobodys_place() {
        let folder = tempfile::tempdir().unwrap();
        let house = house(folder.path());
        let game = catalog::GAMES.iter().find(|game| game.seats == 2).unwrap();
        let made = house.make(Setup::of(game.name), Terms::default(), &[Wish::You, Wish::You], 0.0).await.unwrap();
        house.rooms().extend((0..MOST_ROOMS).map(|_| (MatchId::new(), Room::new().0)));
        assert!(house.room(&made.id).await.is_ok());
        assert_eq!(house.rooms().len(), 1);
    }

    #[tokio::test]
    async fn long_work_leaves_the_threads_to_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let house = house(folder.path());
        let (sender, receiver) = mpsc::channel();
        // This test has one thread: were the work done there, what it waits for would never come.
        let work = house.apart(move || receiver.recv_timeout(Duration::from_secs(2)));
        let (heard, sent) = tokio::join!(work, async { sender.send("news") });
        assert_eq!((heard.unwrap(), sent), (Ok("news"), Ok(())));
    }
}
