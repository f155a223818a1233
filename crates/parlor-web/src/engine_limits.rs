//! Limits on what an engine may use on this server: time per search, memory and threads.

use std::ops::RangeInclusive;
use std::sync::Arc;

use parlor_core::{Catalog, EngineLimits};
use parlor_room::EngineOffer;

/// Seconds that an engine may search for.
const SEARCH_SECONDS: RangeInclusive<f64> = 0.01..=60.0;
/// Every worker holds one engine, some need more memory that is no option of theirs, and the system gets back
/// what a dropped engine had only in part. With this limit a server on two cores that is under attack for ten
/// minutes stays below 300 MB. The pool already has a worker per core, so an engine has one thread.
pub(crate) const ENGINE_LIMITS: EngineLimits = EngineLimits { memory_mib: 16, threads: 1 };

/// The engines of a catalog within these limits.
pub(crate) fn engine_offer(catalog: &Arc<Catalog>) -> EngineOffer {
    EngineOffer { catalog: Arc::clone(catalog), limits: ENGINE_LIMITS, seconds: SEARCH_SECONDS }
}
