//! [`OpenRooms`]: the rooms in memory, at most one of each match. A room counts against the limit of the
//! address that opened it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlor_room::{ApiError, MatchId};

use super::RoomHandle;
use crate::rate_limit::{AddressLimit, AddressPermit};

/// The rooms in memory.
#[derive(Debug)]
pub(crate) struct OpenRooms {
    rooms: Mutex<HashMap<MatchId, OpenRoom>>,
    capacity: usize,
    address_limit: AddressLimit,
}

#[derive(Debug)]
struct OpenRoom {
    handle: RoomHandle,
    _permit: AddressPermit,
}

impl OpenRooms {
    pub(crate) fn new(capacity: usize, capacity_per_address: usize) -> OpenRooms {
        OpenRooms { rooms: Mutex::default(), capacity, address_limit: AddressLimit::new(capacity_per_address) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, OpenRoom>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    pub(crate) fn find(&self, id: &MatchId) -> Option<RoomHandle> {
        self.lock().get(id).map(|room| &room.handle).filter(|room| !room.is_closed()).cloned()
    }

    /// Permit to open a room for an address.
    pub(crate) fn acquire(&self, client: IpAddr) -> Result<AddressPermit, ApiError> {
        self.address_limit.try_acquire(client).ok_or_else(ApiError::quota_exceeded)
    }

    /// Adds a room, and runs `start` for it. If another task has opened one of the same match meanwhile, that
    /// one is returned: a match must never have two.
    pub(crate) fn add(
        &self,
        id: &MatchId,
        permit: AddressPermit,
        start: impl FnOnce() -> RoomHandle,
    ) -> Result<RoomHandle, ApiError> {
        let mut rooms = self.lock();
        if let Some(room) = rooms.get(id).filter(|room| !room.handle.is_closed()) {
            return Ok(room.handle.clone());
        }
        if rooms.len() >= self.capacity {
            // A room whose task panicked is still in the map.
            rooms.retain(|_, room| !room.handle.is_closed());
        }
        if rooms.len() >= self.capacity {
            return Err(ApiError::busy());
        }
        let handle = start();
        rooms.insert(id.clone(), OpenRoom { handle: handle.clone(), _permit: permit });
        Ok(handle)
    }

    /// Removes a room if it is unused, and returns whether it did. Handles are cloned only under the lock, so
    /// an unused room stays unused.
    pub(crate) fn remove_unused(&self, id: &MatchId) -> bool {
        let mut rooms = self.lock();
        let is_unused = rooms.get(id).is_none_or(|room| room.handle.is_unused());
        if is_unused {
            rooms.remove(id);
        }
        is_unused
    }

    /// Removes a room, although it may be in use.
    pub(crate) fn remove(&self, id: &MatchId) {
        self.lock().remove(id);
    }
}
