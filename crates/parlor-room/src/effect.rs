//! [`Effect`]: what a room asks of its host, and what a store answers.

use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, Limits};
use parlor_match::{Event, Record, SearchId};

use crate::{ApiError, MatchId, Participants, Reply, RequestId, ServerMessage};

/// What a room asks of its host, which does it in this order.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Store this and call [`Room::store_answered`](crate::Room::store_answered). The next one comes after
    /// the answer.
    Store(Write),
    /// Read the match from the store again and call [`Room::loaded`](crate::Room::loaded).
    Load,
    /// Tell all clients.
    Tell(ServerMessage),
    Reply {
        request: RequestId,
        result: Result<Reply, ApiError>,
    },
    /// Search this position and call [`Room::search_started`](crate::Room::search_started) and so on.
    StartSearch {
        id: SearchId,
        game: Box<dyn AnyGame>,
        engine: EngineSpec,
        limits: Limits,
    },
    /// Nobody wants the result of this search any more.
    CancelSearch(SearchId),
    /// Call [`Room::wake`](crate::Room::wake) at this time instead of the one before. A call that is not
    /// needed harms nothing.
    WakeAt(Duration),
    Close(CloseReason),
}

/// Why a host drops a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseReason {
    /// Nobody has been here for long. The host keeps the room if somebody is on the way to it, and is asked
    /// again later.
    Empty,
    /// Another host owns the match. The room answers nothing any more, and its clients have to connect again.
    Superseded,
}

/// Data to store.
#[derive(Clone, Debug)]
pub enum Write {
    /// An event with its index in the match.
    Event {
        index: usize,
        event: Event,
    },
    Participants(Participants),
    /// A new match that the current one refers to as its rematch, in one transaction.
    Rematch {
        id: MatchId,
        record: Record,
        participants: Participants,
    },
}

/// What became of a [`Write`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreAnswer {
    /// It is stored, and no crash loses it.
    Stored,
    /// It is not stored, and never will be.
    Failed,
    /// It may have been stored: a connection broke, or a commit ended in an error. The room asks for the
    /// match to be read again, which tells.
    Unknown,
    /// It is not stored, because another host owns the match. The room closes.
    Superseded,
}

/// A match as a store has it.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    pub record: Record,
    pub participants: Participants,
    pub rematch: Option<MatchId>,
}
