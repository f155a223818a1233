//! What all requests share: the store, the engines, and the rooms that are open. A room is opened when somebody
//! comes and forgotten when nobody needs it; the store has everything.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_core::Setup;
use parlor_match::{Match, Record, Terms};
use tokio::sync::watch;

use crate::pool::Pool;
use crate::rate::Addresses;
use crate::refused::{Code, Refused, sentence};
use crate::room::{Actor, Room};
use crate::seats::{Seat, Seating, Wish};
use crate::secret::MatchId;
use crate::store::Store;

const MOST_ROOMS: usize = 5000;
const MOST_SOCKETS: usize = 5000;

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
        let (room, orders) = Room::new();
        let actor = Actor::new(id.clone(), Arc::clone(self), orders, stored)?;
        // Somebody may have opened it meanwhile; there must never be two.
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(id).filter(|room| !room.is_gone()) {
            return Ok(room.clone());
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
        let game = parlor_games::catalog::start(setup.clone())?;
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
    pub(crate) async fn import(&self, played: &Match) -> Result<Made, Refused> {
        self.keep(played.record(), &Seating::of_strangers(usize::from(played.game().seats()))).await
    }

    /// A place for one more socket, given back when dropped.
    pub(crate) fn admit(self: &Arc<House>) -> Result<Admission, Refused> {
        let admission = Admission(Arc::clone(self));
        if self.sockets.fetch_add(1, Ordering::Relaxed) < MOST_SOCKETS { Ok(admission) } else { Err(Refused::busy()) }
    }
}

pub(crate) struct Admission(Arc<House>);

impl Drop for Admission {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}
