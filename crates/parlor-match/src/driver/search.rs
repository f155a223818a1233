//! One search of an engine with panic containment: shared by worker threads, the pool of a server, and matches that
//! are played on the calling thread.

use std::any::Any;
use std::error::Error;
use std::fmt::{self, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use parlor_core::{AnyEngine, FaultKind, SearchError};

/// Identifies a search; later ones have greater ids, in the whole process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SearchId(pub(super) u64);

impl SearchId {
    pub(super) fn new() -> SearchId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        SearchId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Reason for which an engine gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchFailure {
    /// The engine could not be built; holds the reason.
    CannotStart(String),
    SearchError(SearchError),
    /// The engine panicked and was dropped; holds the message.
    Panicked(String),
    /// The engine reported no move.
    NoMove,
    /// The engine reported no move in time.
    TooSlow,
    /// The engine reported this move, which is not legal.
    IllegalMove(String),
}

impl SearchFailure {
    /// Whether the engine only took too long.
    pub fn is_overrun(&self) -> bool {
        match self {
            SearchFailure::TooSlow => true,
            SearchFailure::SearchError(SearchError::Fault(fault)) => fault.kind == FaultKind::Overrun,
            _ => false,
        }
    }
}

impl Display for SearchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchFailure::CannotStart(reason) => write!(f, "The engine cannot be started: {reason}."),
            SearchFailure::SearchError(error) => error.fmt(f),
            SearchFailure::Panicked(panic) => write!(f, "The engine crashed: {panic}."),
            SearchFailure::NoMove => f.write_str("The engine returned no move."),
            SearchFailure::TooSlow => f.write_str("The engine returned no move in time."),
            SearchFailure::IllegalMove(notation) => write!(f, "The engine returned an illegal move: {notation}."),
        }
    }
}

impl Error for SearchFailure {}

/// Calls an engine on the current thread and contains its panics. An empty slot is filled by `build` first. An engine
/// that panicked is dropped, because its half-written tables could prove wrong results; the slot is empty then.
///
/// To cancel, raise the stop flag of the limits that `search` passes on.
pub fn run_search<T>(
    slot: &mut Option<Box<dyn AnyEngine>>,
    build: impl FnOnce() -> Result<Box<dyn AnyEngine>, String>,
    search: impl FnOnce(&mut dyn AnyEngine) -> Result<T, SearchError>,
) -> Result<T, SearchFailure> {
    let call = AssertUnwindSafe(|| {
        let engine = match &mut *slot {
            Some(engine) => engine,
            None => slot.insert(build().map_err(SearchFailure::CannotStart)?),
        };
        search(&mut **engine).map_err(SearchFailure::SearchError)
    });
    catch_unwind(call).unwrap_or_else(|payload| {
        let broken = slot.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
        Err(SearchFailure::Panicked(panic_message(&*payload)))
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("unknown reason").to_owned()
}
