//! [`EngineOffer`]: the engines that a host offers, and how much they may take of it.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyGame, Catalog, EngineLimits, EngineSpec};

use crate::{ApiError, ErrorCode};

/// Engines of a catalog within the limits of a host.
#[derive(Clone, Debug)]
pub struct EngineOffer {
    pub catalog: Arc<Catalog>,
    /// Memory and threads of one engine.
    pub limits: EngineLimits,
    /// Seconds that an engine may search for.
    pub seconds: RangeInclusive<f64>,
}

impl EngineOffer {
    /// Checks a spec of a client for a game; defaults above a limit are lowered.
    pub fn check(&self, game: &dyn AnyGame, spec: &str) -> Result<EngineSpec, ApiError> {
        Ok(self.limits.check(&self.catalog, game, &EngineSpec::from(spec))?)
    }

    /// A stored spec with every value lowered to the limits, which may have been others when it was checked;
    /// `None` if the engine is not offered any more.
    pub fn lower(&self, game: &dyn AnyGame, spec: &EngineSpec) -> Option<EngineSpec> {
        self.limits.lower_all(&self.catalog, game, spec)
    }

    /// Checks a search time in seconds.
    pub fn search_time(&self, seconds: f64) -> Result<Duration, ApiError> {
        if self.seconds.contains(&seconds) {
            return Ok(Duration::from_secs_f64(seconds));
        }
        let (min, max) = (self.seconds.start(), self.seconds.end());
        Err(ApiError::new(ErrorCode::BadRequest, format!("Engine time must be between {min} and {max} seconds.")))
    }
}
