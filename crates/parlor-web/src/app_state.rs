//! Application state shared by all requests: the catalog, the store, the engine pool, and the open rooms. A room is
//! opened on demand and closed when unused; its match stays in the store.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ipnet::IpNet;
use parlor_core::{Catalog, Setup};
use parlor_match::{Match, Record, Terms};
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;

use crate::api_error::{ApiError, ErrorCode, to_sentence};
use crate::catalog_view::CatalogView;
use crate::config::ServerLimits;
use crate::engine_pool::EnginePool;
use crate::metrics::{Gauges, Metrics};
use crate::rate_limit::{AddressLimit, AddressPermit, AddressRateLimiter};
use crate::response_memory::ResponseMemory;
use crate::room::{RoomActor, RoomHandle};
use crate::seats::{Participants, SeatAssignment, SeatRequest};
use crate::secret::MatchId;
use crate::store::{Store, StoredMatch};

/// Blocking tasks, such as the replay of a record, that run at once; others wait.
const MAX_BLOCKING_TASKS: usize = 4;

/// Application state shared by all requests.
pub(crate) struct AppState {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) catalog_view: Arc<CatalogView>,
    pub(crate) store: Store,
    pub(crate) engine_pool: EnginePool,
    pub(crate) rate_limiter: AddressRateLimiter,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// Host names of this server, besides IP addresses and localhost.
    pub(crate) host_names: Vec<String>,
    /// File of the arena whose pages are shown.
    pub(crate) arena: Option<PathBuf>,
    /// Address in the local network; `None` if only this machine can reach the server.
    pub(crate) lan: Option<String>,
    /// Becomes true when the server shuts down.
    pub(crate) is_shutting_down: watch::Sender<bool>,
    limits: ServerLimits,
    /// Bytes that each address may store.
    stored_bytes: AddressRateLimiter,
    /// Rooms that each address may have opened.
    room_limit: AddressLimit,
    rooms: Mutex<HashMap<MatchId, OpenRoom>>,
    open_sockets: AtomicUsize,
    blocking_tasks: Arc<Semaphore>,
    pub(crate) response_memory: ResponseMemory,
    /// Runs blocking work at once, because the simulation has only one thread, on which the order is the same each time.
    #[cfg(test)]
    pub(crate) is_simulated: bool,
}

/// Room in memory, which counts against the limit of the address that opened it.
struct OpenRoom {
    handle: RoomHandle,
    permit: AddressPermit,
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
    /// State with default limits. Fails if a game of the catalog cannot be started with its default options.
    pub(crate) fn new(
        catalog: Arc<Catalog>,
        store: Store,
        engine_pool: EnginePool,
        host_names: Vec<String>,
    ) -> Result<AppState, String> {
        let catalog_view = Arc::new(CatalogView::new(&catalog)?);
        Ok(AppState::with_catalog_view(catalog, catalog_view, store, engine_pool, host_names))
    }

    /// State with default limits and a view of the catalog that exists already.
    pub(crate) fn with_catalog_view(
        catalog: Arc<Catalog>,
        catalog_view: Arc<CatalogView>,
        store: Store,
        engine_pool: EnginePool,
        host_names: Vec<String>,
    ) -> AppState {
        let state = AppState {
            catalog,
            catalog_view,
            store,
            engine_pool,
            host_names,
            arena: None,
            lan: None,
            rate_limiter: AddressRateLimiter::new(0.0, 0.0),
            metrics: Arc::default(),
            trusted_proxies: Vec::new(),
            is_shutting_down: watch::Sender::new(false),
            limits: ServerLimits::default(),
            stored_bytes: AddressRateLimiter::new(0.0, 0.0),
            room_limit: AddressLimit::new(0),
            rooms: Mutex::default(),
            open_sockets: AtomicUsize::new(0),
            blocking_tasks: Arc::new(Semaphore::new(MAX_BLOCKING_TASKS)),
            response_memory: ResponseMemory::new(),
            #[cfg(test)]
            is_simulated: false,
        };
        state.with_limits(ServerLimits::default())
    }

    pub(crate) fn with_limits(mut self, limits: ServerLimits) -> AppState {
        self.rate_limiter = AddressRateLimiter::new(limits.requests_per_second, limits.request_burst);
        let bytes = limits.stored_bytes_per_hour;
        self.stored_bytes = AddressRateLimiter::new(bytes / 3600.0, bytes);
        self.room_limit = AddressLimit::new(limits.rooms_per_address);
        self.limits = limits;
        self
    }

    /// Numbers for the metrics.
    pub(crate) fn gauges(&self) -> Gauges {
        Gauges {
            rooms: self.rooms().len(),
            sockets: self.open_sockets.load(Ordering::Relaxed),
            queued_jobs: self.engine_pool.queued_jobs(),
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<MatchId, OpenRoom>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find_open_room(&self, id: &MatchId) -> Option<RoomHandle> {
        self.rooms().get(id).map(|room| &room.handle).filter(|room| !room.is_closed()).cloned()
    }

    /// Room of a match, opened from the store if necessary. It counts against the limit of this client.
    pub(crate) async fn room(self: &Arc<AppState>, id: &MatchId, client: IpAddr) -> Result<RoomHandle, ApiError> {
        if let Some(room) = self.find_open_room(id) {
            return Ok(room);
        }
        let permit = self.room_limit.try_acquire(client).ok_or_else(ApiError::quota_exceeded)?;
        let stored = self.store.load(id.clone()).await?.ok_or_else(ApiError::no_such_match)?;
        let StoredMatch { record, participants, rematch } = stored;
        let catalog = Arc::clone(&self.catalog);
        let game_match = match self.spawn_blocking_limited(move || record.replay(&catalog)).await? {
            Ok(game_match) => game_match,
            Err(error) => return Err(self.store.quarantine(id.clone(), error.to_string()).await),
        };
        let (room, mailbox) = RoomHandle::new();
        let actor = RoomActor::new(id.clone(), Arc::clone(self), mailbox, game_match, participants, rematch);
        // Another task may have opened the room meanwhile; a match must never have two.
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(id).filter(|room| !room.handle.is_closed()) {
            return Ok(room.handle.clone());
        }
        if rooms.len() >= self.limits.rooms {
            // A room whose task panicked is still in the map.
            rooms.retain(|_, room| !room.handle.is_closed());
        }
        if rooms.len() >= self.limits.rooms {
            return Err(ApiError::busy());
        }
        rooms.insert(id.clone(), OpenRoom { handle: room.clone(), permit });
        tokio::spawn(actor.run());
        Ok(room)
    }

    /// Address that opened a room, whose share of the engine workers its moves take.
    pub(crate) fn room_owner(&self, id: &MatchId) -> IpAddr {
        self.rooms().get(id).map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |room| room.permit.address())
    }

    /// Removes a room from the map if it is unused, and returns whether it did. Handles are cloned only under the lock,
    /// so an unused room stays unused.
    pub(crate) fn close_unused_room(&self, id: &MatchId) -> bool {
        let mut rooms = self.rooms();
        let is_unused = rooms.get(id).is_none_or(|room| room.handle.is_unused());
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
        client: IpAddr,
    ) -> Result<CreatedMatch, ApiError> {
        let game = self.catalog.start(setup)?;
        let participants = Participants::new(seats, pace, &self.catalog, &*game)?;
        let has_two_people = participants.has_two_people();
        let terms = Terms { take_backs: !has_two_people, analysis: has_two_people && terms.analysis, ..terms };
        // The setup of the started game states every option.
        let record = Match::new(game, terms).record();
        self.store_match(record, &participants, client).await
    }

    async fn store_match(
        &self,
        mut record: Record,
        participants: &Participants,
        client: IpAddr,
    ) -> Result<CreatedMatch, ApiError> {
        if *self.is_shutting_down.borrow() {
            return Err(ApiError::shutting_down());
        }
        if record.setup.position.is_some() {
            // Canonical text is short; a client can pad its own at will.
            record.setup.position = Some(self.catalog.start(record.setup.clone())?.position());
        }
        let size = u32::try_from(record.to_string().len()).unwrap_or(u32::MAX);
        if !self.stored_bytes.try_take(client, size.into()) {
            return Err(ApiError::quota_exceeded());
        }
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
    pub(crate) async fn import_record(&self, text: String, client: IpAddr) -> Result<CreatedMatch, ApiError> {
        let catalog = Arc::clone(&self.catalog);
        let game_match = self
            .spawn_blocking_limited(move || text.parse().and_then(|record: Record| record.replay(&catalog)))
            .await?
            .map_err(|error| ApiError::new(ErrorCode::BadRequest, to_sentence(&error)))?;
        let seats = usize::from(game_match.game().player_count());
        self.store_match(game_match.record(), &Participants::for_imported_match(seats), client).await
    }

    /// Runs blocking work outside the async threads, with a limit on concurrent tasks. The work continues if the caller
    /// is dropped, so the task itself holds the permit.
    pub(crate) async fn spawn_blocking_limited<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        #[cfg(test)]
        if self.is_simulated {
            return Ok(work());
        }
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
        if self.open_sockets.fetch_add(1, Ordering::Relaxed) < self.limits.sockets {
            Ok(permit)
        } else {
            Err(ApiError::busy())
        }
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

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn app_state(folder: &std::path::Path) -> Arc<AppState> {
        let catalog = Arc::new(parlor_games::catalog());
        let (store, _) = Store::open(folder).unwrap();
        let pool = EnginePool::new(1, &catalog).unwrap();
        Arc::new(AppState::new(catalog, store, pool, Vec::new()).unwrap())
    }

    #[tokio::test]
    async fn crashed_rooms_do_not_count_towards_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let state = app_state(folder.path());
        let game = state.catalog.games()[0].default_setup();
        let seats = [SeatRequest::You {}, SeatRequest::You {}];
        let created = state.create_match(game, Terms::default(), &seats, 0.0, CLIENT).await.unwrap();
        for number in 0..state.limits.rooms {
            let other = IpAddr::from([10, 0, (number >> 8) as u8, number as u8]);
            let room = OpenRoom { handle: RoomHandle::new().0, permit: state.room_limit.try_acquire(other).unwrap() };
            state.rooms().insert(MatchId::new(), room);
        }
        assert!(state.room(&created.id, CLIENT).await.is_ok());
        assert_eq!(state.rooms().len(), 1);
    }

    #[tokio::test]
    async fn an_address_cannot_take_all_rooms() {
        let folder = tempfile::tempdir().unwrap();
        let limits = ServerLimits { rooms: 3, rooms_per_address: 2, ..ServerLimits::default() };
        let state = Arc::into_inner(app_state(folder.path())).unwrap().with_limits(limits);
        let state = Arc::new(state);
        let setup = state.catalog.games()[0].default_setup();
        let seats = [SeatRequest::You {}, SeatRequest::You {}];
        let mut ids = Vec::new();
        for _ in 0..4 {
            let created = state.create_match(setup.clone(), Terms::default(), &seats, 0.0, CLIENT).await.unwrap();
            ids.push(created.id);
        }
        let rooms = [state.room(&ids[0], CLIENT).await, state.room(&ids[1], CLIENT).await];
        assert!(rooms.iter().all(Result::is_ok));
        assert_eq!(state.room(&ids[2], CLIENT).await.unwrap_err().code, ErrorCode::QuotaExceeded);
        // A room that is open already costs nothing, and another address still has its share.
        assert!(state.room(&ids[0], CLIENT).await.is_ok());
        assert!(state.room(&ids[2], [192, 0, 2, 2].into()).await.is_ok());
        drop(rooms);
        assert!(state.close_unused_room(&ids[0]));
        assert_eq!(state.room(&ids[3], CLIENT).await.map(drop), Ok(()));
    }

    #[tokio::test]
    async fn padding_of_a_position_is_not_stored_and_bytes_are_limited() {
        let folder = tempfile::tempdir().unwrap();
        let limits = ServerLimits { stored_bytes_per_hour: 1000.0, ..ServerLimits::default() };
        let state = Arc::new(Arc::into_inner(app_state(folder.path())).unwrap().with_limits(limits));
        let entry = state.catalog.games().iter().find(|entry| entry.editor.is_some()).unwrap();
        let game = entry.start(entry.default_setup()).unwrap();
        let padded = format!("{}{}", game.position(), "\n".repeat(100_000));
        let setup = entry.default_setup().with_position(&padded);
        let create = || state.create_match(setup.clone(), Terms::default(), &[SeatRequest::You {}], 0.0, CLIENT);
        let created = create().await.unwrap();
        let stored = state.store.load(created.id).await.unwrap().unwrap();
        assert_eq!(stored.record.setup.position, Some(game.position()));
        let mut codes = Vec::new();
        for _ in 0..20 {
            codes.extend(create().await.err().map(|error| error.code));
        }
        assert_eq!(codes.last(), Some(&ErrorCode::QuotaExceeded));
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
