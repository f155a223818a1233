//! Players of a match, as the driver sees them.

use parlor_core::{EngineSpec, Limits};

/// Player of one side.
#[derive(Clone, Debug)]
pub enum Seat {
    /// A person at this front end.
    Local,
    /// A person or a program elsewhere, whose moves arrive over a connection.
    Remote,
    /// An engine. `limits` bound every search; on a clock the time is also bounded by [`Match::thinking_time`].
    ///
    /// [`Match::thinking_time`]: crate::Match::thinking_time
    Engine { spec: EngineSpec, limits: Limits },
}

impl Seat {
    pub fn is_engine(&self) -> bool {
        matches!(self, Seat::Engine { .. })
    }

    pub fn is_local(&self) -> bool {
        matches!(self, Seat::Local)
    }
}
