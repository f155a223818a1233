//! Limits on what an engine may use on this server: time per search, memory and threads.

use std::ops::RangeInclusive;
use std::time::Duration;

use parlor_core::EngineLimits;

use crate::api_error::{ApiError, ErrorCode};

/// Seconds that an engine may search for.
const SEARCH_SECONDS: RangeInclusive<f64> = 0.01..=60.0;
/// Every worker holds one engine, some need more memory that is no option of theirs, and the system gets back what a dropped
/// engine had only in part. With this limit a server on two cores that is under attack for ten minutes stays below 300 MB.
/// The pool already has a worker per core, so an engine has one thread.
pub(crate) const ENGINE_LIMITS: EngineLimits = EngineLimits { memory_mib: 16, threads: 1 };

/// Checks a search time in seconds.
pub(crate) fn search_time(seconds: f64) -> Result<Duration, ApiError> {
    if SEARCH_SECONDS.contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    let (min, max) = (SEARCH_SECONDS.start(), SEARCH_SECONDS.end());
    Err(ApiError::new(ErrorCode::BadRequest, format!("Engine time must be between {min} and {max} seconds.")))
}
