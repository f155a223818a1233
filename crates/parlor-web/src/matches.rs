//! [`Matches`]: creates and imports matches, and opens their rooms on demand. A closed room leaves its match
//! in the store.

use std::net::IpAddr;
use std::sync::Arc;

use parlor_core::Setup;
use parlor_match::{Match, Record, Terms};
use parlor_room::{
    ApiError, EngineOffer, ErrorCode, MatchId, Participants, Room, SeatAssignment, SeatRequest, StoredMatch,
    to_sentence,
};
use tokio::sync::watch;

use crate::blocking_tasks::BlockingTasks;
use crate::config::ServerLimits;
use crate::rate_limit::AddressRateLimiter;
use crate::room::{OpenRooms, RoomActor, RoomHandle, RoomServices};
use crate::searches::Searches;
use crate::secret::{Secret, new_match_id};
use crate::store::Store;

/// The matches of a server.
pub(crate) struct Matches {
    offer: EngineOffer,
    services: RoomServices,
    blocking_tasks: BlockingTasks,
    /// Bytes that each address may store.
    stored_bytes: AddressRateLimiter,
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

impl Matches {
    pub(crate) fn new(
        store: Arc<Store>,
        searches: &Searches,
        limits: ServerLimits,
        shutdown: watch::Receiver<bool>,
    ) -> Matches {
        let open_rooms = Arc::new(OpenRooms::new(limits.rooms, limits.rooms_per_address));
        let bytes = limits.stored_bytes_per_hour;
        Matches {
            offer: searches.offer.clone(),
            services: RoomServices { store, pool: Arc::clone(&searches.pool), open_rooms, shutdown },
            blocking_tasks: searches.blocking_tasks.clone(),
            stored_bytes: AddressRateLimiter::new(bytes / 3600.0, bytes),
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.services.store
    }

    pub(crate) fn open_rooms(&self) -> &OpenRooms {
        &self.services.open_rooms
    }

    /// Becomes true when the server shuts down.
    pub(crate) fn shutdown(&self) -> watch::Receiver<bool> {
        self.services.shutdown.clone()
    }

    /// Room of a match, opened from the store if necessary. It counts against the limit of this client.
    pub(crate) async fn room(&self, id: &MatchId, client: IpAddr) -> Result<RoomHandle, ApiError> {
        let open_rooms = self.open_rooms();
        if let Some(room) = open_rooms.find(id) {
            return Ok(room);
        }
        let permit = open_rooms.acquire(client)?;
        let stored = self.store().load(id.clone()).await?.ok_or_else(ApiError::no_such_match)?;
        let StoredMatch { record, participants, rematch } = stored;
        let catalog = Arc::clone(&self.offer.catalog);
        let game_match = match self.blocking_tasks.run(move || record.replay(&catalog)).await? {
            Ok(game_match) => game_match,
            Err(error) => return Err(self.store().quarantine(id.clone(), error.to_string()).await),
        };
        open_rooms.add(id, permit, || {
            let (handle, mailbox) = RoomHandle::new();
            let (room_id, offer) = (id.clone(), self.offer.clone());
            let open = |now| Room::new(room_id, game_match, participants, rematch, offer, now);
            tokio::spawn(RoomActor::new(id.clone(), self.services.clone(), client, mailbox, open).run());
            handle
        })
    }

    pub(crate) async fn create(
        &self,
        setup: Setup,
        terms: Terms,
        seats: &[SeatRequest],
        pace: f64,
        client: IpAddr,
    ) -> Result<CreatedMatch, ApiError> {
        let game = self.offer.catalog.start(setup)?;
        let (host, invitations) = (Secret::new(), [Secret::new(), Secret::new()]);
        let hashes = invitations.each_ref().map(Secret::hash);
        let participants = Participants::new(seats, pace, &self.offer, &*game, host.hash(), hashes)?;
        let terms = participants.agreed_terms(terms);
        // The setup of the started game states every option.
        let id = self.save(Match::new(game, terms).record(), &participants, client).await?;
        let is_free = |seat: &SeatAssignment| matches!(seat, SeatAssignment::Person { token: None, .. });
        let invitations = participants.seats.iter().zip(invitations);
        let invitations = invitations.map(|(seat, invitation)| is_free(seat).then(|| invitation.reveal())).collect();
        Ok(CreatedMatch { id, token: host.reveal(), invitations })
    }

    /// Stores a record as a match for viewing and analysis; nobody can play in it.
    pub(crate) async fn import(&self, text: String, client: IpAddr) -> Result<MatchId, ApiError> {
        let catalog = Arc::clone(&self.offer.catalog);
        let replay = move || text.parse().and_then(|record: Record| record.replay(&catalog));
        let bad_record = |error| ApiError::new(ErrorCode::BadRequest, to_sentence(&error));
        let game_match = self.blocking_tasks.run(replay).await?.map_err(bad_record)?;
        let seats = usize::from(game_match.game().player_count());
        let participants = Participants::for_imported_match(seats, Secret::new().hash());
        self.save(game_match.record(), &participants, client).await
    }

    async fn save(&self, mut record: Record, participants: &Participants, client: IpAddr) -> Result<MatchId, ApiError> {
        if *self.services.shutdown.borrow() {
            return Err(ApiError::shutting_down());
        }
        if record.setup.position.is_some() {
            // Canonical text is short; a client can pad its own at will.
            record.setup.position = Some(self.offer.catalog.start(record.setup.clone())?.position());
        }
        let size = u32::try_from(record.to_string().len()).unwrap_or(u32::MAX);
        if !self.stored_bytes.try_take(client, size.into()) {
            return Err(ApiError::quota_exceeded());
        }
        let id = new_match_id();
        self.store().create(id.clone(), record, participants).await?;
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::watch;

    use super::*;
    use crate::engine_pool::EnginePool;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const TWO_PEOPLE: [SeatRequest; 2] = [SeatRequest::You {}, SeatRequest::You {}];

    fn matches(folder: &std::path::Path, limits: ServerLimits) -> Matches {
        let catalog = Arc::new(parlor_games::catalog());
        let (store, _) = Store::open(folder).unwrap();
        let pool = EnginePool::new(1, &catalog).unwrap();
        let searches = Searches::new(&catalog, pool, BlockingTasks::new());
        // The sender may go: its last value stays.
        Matches::new(Arc::new(store), &searches, limits, watch::channel(false).1)
    }

    async fn create(matches: &Matches) -> MatchId {
        let setup = matches.offer.catalog.games()[0].default_setup();
        matches.create(setup, Terms::default(), &TWO_PEOPLE, 0.0, CLIENT).await.unwrap().id
    }

    #[tokio::test]
    async fn crashed_rooms_do_not_count_towards_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let limits = ServerLimits::default();
        let matches = matches(folder.path(), limits);
        let id = create(&matches).await;
        let open_rooms = matches.open_rooms();
        for number in 0..limits.rooms {
            let other = IpAddr::from([10, 0, (number >> 8) as u8, number as u8]);
            open_rooms.add(&new_match_id(), open_rooms.acquire(other).unwrap(), || RoomHandle::new().0).unwrap();
        }
        assert!(matches.room(&id, CLIENT).await.is_ok());
        assert_eq!(open_rooms.count(), 1);
    }

    #[tokio::test]
    async fn an_address_cannot_take_all_rooms() {
        let folder = tempfile::tempdir().unwrap();
        let limits = ServerLimits { rooms: 3, rooms_per_address: 2, ..ServerLimits::default() };
        let matches = matches(folder.path(), limits);
        let mut ids = Vec::new();
        for _ in 0..4 {
            ids.push(create(&matches).await);
        }
        let rooms = [matches.room(&ids[0], CLIENT).await, matches.room(&ids[1], CLIENT).await];
        assert!(rooms.iter().all(Result::is_ok));
        assert_eq!(matches.room(&ids[2], CLIENT).await.unwrap_err().code, ErrorCode::QuotaExceeded);
        // A room that is open already costs nothing, and another address still has its share.
        assert!(matches.room(&ids[0], CLIENT).await.is_ok());
        assert!(matches.room(&ids[2], [192, 0, 2, 2].into()).await.is_ok());
        drop(rooms);
        assert!(matches.open_rooms().remove_unused(&ids[0]));
        assert_eq!(matches.room(&ids[3], CLIENT).await.map(drop), Ok(()));
    }

    #[tokio::test]
    async fn padding_of_a_position_is_not_stored_and_bytes_are_limited() {
        let folder = tempfile::tempdir().unwrap();
        let limits = ServerLimits { stored_bytes_per_hour: 1000.0, ..ServerLimits::default() };
        let matches = matches(folder.path(), limits);
        let entry = matches.offer.catalog.games().iter().find(|entry| entry.editor.is_some()).unwrap();
        let game = entry.start(entry.default_setup()).unwrap();
        let padded = format!("{}{}", game.position(), "\n".repeat(100_000));
        let setup = entry.default_setup().with_position(&padded);
        let create = || matches.create(setup.clone(), Terms::default(), &TWO_PEOPLE[..1], 0.0, CLIENT);
        let created = create().await.unwrap();
        let stored = matches.store().load(created.id).await.unwrap().unwrap();
        assert_eq!(stored.record.setup.position, Some(game.position()));
        let mut codes = Vec::new();
        for _ in 0..20 {
            codes.extend(create().await.err().map(|error| error.code));
        }
        assert_eq!(codes.last(), Some(&ErrorCode::QuotaExceeded));
    }
}
