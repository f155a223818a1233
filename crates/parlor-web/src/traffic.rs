//! [`Traffic`]: limits on the requests, answers and sockets of all clients, and the metrics.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parlor_room::ApiError;

use crate::blocking_tasks::BlockingTasks;
use crate::config::ServerLimits;
use crate::metrics::Metrics;
use crate::rate_limit::AddressRateLimiter;
use crate::response_memory::ResponseMemory;

/// Limits and counts of what clients do.
pub(crate) struct Traffic {
    pub(crate) rate_limiter: AddressRateLimiter,
    pub(crate) response_memory: ResponseMemory,
    pub(crate) blocking_tasks: BlockingTasks,
    pub(crate) metrics: Arc<Metrics>,
    open_sockets: Arc<AtomicUsize>,
    max_sockets: usize,
}

impl Traffic {
    pub(crate) fn new(limits: ServerLimits, blocking_tasks: BlockingTasks, metrics: Arc<Metrics>) -> Traffic {
        Traffic {
            rate_limiter: AddressRateLimiter::new(limits.requests_per_second, limits.request_burst),
            response_memory: ResponseMemory::new(),
            blocking_tasks,
            metrics,
            open_sockets: Arc::default(),
            max_sockets: limits.sockets,
        }
    }

    pub(crate) fn open_sockets(&self) -> usize {
        self.open_sockets.load(Ordering::Relaxed)
    }

    pub(crate) fn acquire_socket(&self) -> Result<SocketPermit, ApiError> {
        let permit = SocketPermit(Arc::clone(&self.open_sockets));
        if self.open_sockets.fetch_add(1, Ordering::Relaxed) < self.max_sockets {
            Ok(permit)
        } else {
            Err(ApiError::busy())
        }
    }
}

/// Permit for one WebSocket, released when dropped.
pub(crate) struct SocketPermit(Arc<AtomicUsize>);

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
