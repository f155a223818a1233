//! Memory of large responses that clients have not read yet: bounded for the server and for each address.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use parlor_room::ApiError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::rate_limit::{AddressLimit, AddressPermit};

const KIB: usize = 1 << 10;
/// Memory of all large responses in KiB.
const MAX_KIB: usize = 96 << 10;
/// Large responses that one address may have under way.
const MAX_PER_ADDRESS: usize = 16;

/// Memory for responses, as permits of one KiB.
#[derive(Debug)]
pub(crate) struct ResponseMemory {
    kib: Arc<Semaphore>,
    per_address: AddressLimit,
}

impl ResponseMemory {
    pub(crate) fn new() -> ResponseMemory {
        ResponseMemory { kib: Arc::new(Semaphore::new(MAX_KIB)), per_address: AddressLimit::new(MAX_PER_ADDRESS) }
    }

    /// Memory for one response.
    pub(crate) fn acquire(&self, client: IpAddr, bytes: usize) -> Result<MemoryShare, ApiError> {
        let address = self.per_address.try_acquire(client).ok_or_else(ApiError::too_fast)?;
        let kib = u32::try_from(bytes.div_ceil(KIB)).map_err(|_| ApiError::busy())?;
        let kib = Arc::clone(&self.kib).try_acquire_many_owned(kib).map_err(|_| ApiError::busy())?;
        Ok(MemoryShare { kib, _address: address })
    }
}

/// Memory of one response, released when dropped.
#[derive(Debug)]
pub(crate) struct MemoryShare {
    kib: OwnedSemaphorePermit,
    _address: AddressPermit,
}

impl MemoryShare {
    /// Bytes that keep their share until the last of them is sent, and return the rest of it now.
    pub(crate) fn hold(mut self, bytes: Bytes) -> Bytes {
        drop(self.kib.split(self.kib.num_permits().saturating_sub(bytes.len().div_ceil(KIB))));
        Bytes::from_owner(HeldBytes { bytes, _share: self })
    }
}

struct HeldBytes {
    bytes: Bytes,
    _share: MemoryShare,
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_keep_their_share_until_the_last_is_dropped() {
        let memory = ResponseMemory::new();
        let client = IpAddr::from([192, 0, 2, 1]);
        let share = memory.acquire(client, 10 * KIB).unwrap();
        assert_eq!(memory.kib.available_permits(), MAX_KIB - 10);
        let mut held = share.hold(Bytes::from(vec![0; 3 * KIB]));
        assert_eq!(memory.kib.available_permits(), MAX_KIB - 3);
        let rest = held.split_off(KIB);
        drop(held);
        assert_eq!(memory.kib.available_permits(), MAX_KIB - 3);
        drop(rest);
        assert_eq!(memory.kib.available_permits(), MAX_KIB);
    }

    #[test]
    fn memory_is_bounded_for_an_address_and_for_all() {
        let memory = ResponseMemory::new();
        let [one, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let held: Vec<_> = (0..MAX_PER_ADDRESS).map(|_| memory.acquire(one, KIB).unwrap()).collect();
        assert_eq!(memory.acquire(one, KIB).map(drop), Err(ApiError::too_fast()));
        assert_eq!(memory.acquire(other, MAX_KIB * KIB).map(drop), Err(ApiError::busy()));
        drop(held);
        assert!(memory.acquire(other, MAX_KIB * KIB).is_ok());
    }
}
