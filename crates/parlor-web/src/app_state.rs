//! Application state shared by all requests: the catalog, the store, the engine pool, and the open rooms. A room is
//! opened on demand and closed when unused; its match stays in the store.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_core::{Catalog, Setup};
use parlor_match::{Match, Record, Terms};
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;

use crate::api_error::{ApiError, ErrorCode, to_sentence};
use crate::catalog_view::CatalogView;
use crate::engine_pool::EnginePool;
use crate::rate_limit::AddressRateLimiter;
use crate::room::{RoomActor, RoomHandle};
use crate::seats::{Participants, SeatAssignment, SeatRequest};
use crate::secret::MatchId;
use crate::store::{Store, StoredMatch};

const MAX_ROOMS: usize = 5000;
const MAX_SOCKETS: usize = 5000;
/// Blocking tasks, such as the replay of a record, that run at once; others wait.
const MAX_BLOCKING_TASKS: usize = 4;

/// Application state shared by all requests.
pub(crate) struct AppState {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) catalog_view: CatalogView,
    pub(crate) store: Store,
    pub(crate) engine_pool: EnginePool,
    pub(crate) rate_limiter: AddressRateLimiter,
    /// Host names of this server, besides IP addresses and localhost.
    pub(crate) host_names: Vec<String>,
    /// Becomes true when the server shuts down.
    pub(crate) is_shutting_down: watch::Sender<bool>,
    rooms: Mutex<HashMap<MatchId, RoomHandle>>,
    open_sockets: AtomicUsize,
    blocking_tasks: Arc<Semaphore>,
}

/// Response to the creation of a match.
#[derive(Debug, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CreatedMatch {
    pub(crate) id: MatchId,
    /// Token of the host and of every seat requested for `you`.
    #[cfg_attr(test, schemars(regex(pattern = "^[a-km-np-z2-9]{32}$")))]
    pub(crate) token: String,
    /// Invitation of each seat requested for a friend.
    pub(crate) invitations: Vec<Option<String>>,
}

impl AppState {
    /// Fails if a game of the catalog cannot be started with its default options.
    pub(crate) fn new(
        catalog: Arc<Catalog>,
        store: Store,
        engine_pool: EnginePool,
        host_names: Vec<String>,
    ) -> Result<AppState, String> {
        let catalog_view = CatalogView::new(&catalog)?;
        Ok(AppState {
            catalog,
            catalog_view,
            store,
            engine_pool,
            host_names,
            rate_limiter: AddressRateLimiter::default(),
            is_shutting_down: watch::Sender::new(false),
            rooms: Mutex::default(),
            open_sockets: AtomicUsize::new(0),
            blocking_tasks: Arc::new(Semaphore::new(MAX_BLOCKING_TASKS)),
        })
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<MatchId, RoomHandle>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find_open_room(&self, id: &MatchId) -> Option<RoomHandle> {
        self.rooms().get(id).filter(|room| !room.is_closed()).cloned()
    }

    /// Room of a match, opened from the store if necessary.
    pub(crate) async fn room(self: &Arc<AppState>, id: &MatchId) -> Result<RoomHandle, ApiError> {
        if let Some(room) = self.find_open_room(id) {
            return Ok(room);
        }
        let stored = self.store.load(id.clone()).await?.ok_or_else(ApiError::no_such_match)?;
        let StoredMatch { record, participants, rematch } = stored;
        let catalog = Arc::clone(&self.catalog);
        let game_match = self
            .spawn_blocking_limited(move || record.replay(&catalog))
            .await?
            .map_err(|error| ApiError::new(ErrorCode::Trouble, format!("This match could not be loaded: {error}.")))?;
        let (room, mailbox) = RoomHandle::new();
        let actor = RoomActor::new(id.clone(), Arc::clone(self), mailbox, game_match, participants, rematch);
        // Another task may have opened the room meanwhile; a match must never have two.
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(id).filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        if rooms.len() >= MAX_ROOMS {
            // A room whose task panicked is still in the map.
            rooms.retain(|_, room| !room.is_closed());
        }
        if rooms.len() >= MAX_ROOMS {
            return Err(ApiError::busy());
        }
        rooms.insert(id.clone(), room.clone());
        tokio::spawn(actor.run());
        Ok(room)
    }

    /// Removes a room from the map if it is unused, and returns whether it did. Handles are cloned only under the lock,
    /// so an unused room stays unused.
    pub(crate) fn close_unused_room(&self, id: &MatchId) -> bool {
        let mut rooms = self.rooms();
        let is_unused = rooms.get(id).is_none_or(RoomHandle::is_unused);
        if is_unused {
            rooms.remove(id);
        }
        is_unused
    }

    pub(crate) async fn create_match(
        &self,
        setup: Setup,
        terms: Terms,
        seats: &[SeatRequest],
        pace: f64,
    ) -> Result<CreatedMatch, ApiError> {
        let game = self.catalog.start(setup)?;
        let participants = Participants::new(seats, pace, &self.catalog, &*game)?;
        let terms = Terms { take_backs: !participants.has_two_people(), ..terms };
        // The setup of the started game states every option.
        self.store_match(Match::new(game, terms).record(), &participants).await
    }

    async fn store_match(&self, record: Record, participants: &Participants) -> Result<CreatedMatch, ApiError> {
        let id = MatchId::new();
        self.store.create(id.clone(), record, participants, None).await?;
        let invitation = |seat: &SeatAssignment| match seat {
            SeatAssignment::Person { token: None, invitation: Some(invitation) } => {
                Some(invitation.reveal().to_owned())
            }
            _ => None,
        };
        let invitations = participants.seats.iter().map(invitation).collect();
        Ok(CreatedMatch { id, token: participants.host.reveal().to_owned(), invitations })
    }

    /// Stores a record as a match for viewing and analysis; nobody can play in it.
    pub(crate) async fn import_record(&self, text: String) -> Result<CreatedMatch, ApiError> {
        let catalog = Arc::clone(&self.catalog);
        let game_match = self
            .spawn_blocking_limited(move || text.parse().and_then(|record: Record| record.replay(&catalog)))
            .await?
            .map_err(|error| ApiError::new(ErrorCode::BadRequest, to_sentence(&error)))?;
        let seats = usize::from(game_match.game().player_count());
        self.store_match(game_match.record(), &Participants::for_imported_match(seats)).await
    }

    /// Runs blocking work outside the async threads, with a limit on concurrent tasks. The work continues if the caller
    /// is dropped, so the task itself holds the permit.
    async fn spawn_blocking_limited<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.blocking_tasks).acquire_owned().await.map_err(|_| ApiError::busy())?;
        let work = move || {
            let _permit = permit;
            work()
        };
        spawn_blocking(work).await.map_err(|_| ApiError::busy())
    }

    /// Permit for one WebSocket, released when dropped.
    pub(crate) fn acquire_socket(self: &Arc<AppState>) -> Result<SocketPermit, ApiError> {
        let permit = SocketPermit(Arc::clone(self));
        if self.open_sockets.fetch_add(1, Ordering::Relaxed) < MAX_SOCKETS { Ok(permit) } else { Err(ApiError::busy()) }
    }
}

/// Permit for one WebSocket, released when dropped.
pub(crate) struct SocketPermit(Arc<AppState>);

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.0.open_sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn app_state(folder: &std::path::Path) -> Arc<AppState> {
        let catalog = Arc::new(parlor_games::catalog());
        let (store, _) = Store::open(folder, &catalog).unwrap();
        let pool = EnginePool::new(1, &catalog).unwrap();
        Arc::new(AppState::new(catalog, store, pool, Vec::new()).unwrap())
    }

    #[tokio::test]
    async fn crashed_rooms_do_not_count_towards_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let state = app_state(folder.path());
        let game = state.catalog.games()[0].default_setup();
        let seats = [SeatRequest::You {}, SeatRequest::You {}];
        let created = state.create_match(game, Terms::default(), &seats, 0.0).await.unwrap();
        state.rooms().extend((0..MAX_ROOMS).map(|_| (MatchId::new(), RoomHandle::new().0)));
        assert!(state.room(&created.id).await.is_ok());
        assert_eq!(state.rooms().len(), 1);
    }

    #[tokio::test]
    async fn blocking_work_does_not_block_the_async_threads() {
        let folder = tempfile::tempdir().unwrap();
        let state = app_state(folder.path());
        let (sender, messages) = mpsc::channel();
        // This test has one async thread: if the work ran there, the message would never be sent.
        let work = state.spawn_blocking_limited(move || messages.recv_timeout(Duration::from_secs(2)));
        let (received, sent) = tokio::join!(work, async { sender.send("message") });
        assert_eq!((received.unwrap(), sent), (Ok("message"), Ok(())));
    }
}
