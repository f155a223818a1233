//! Room of an open match: one task owns the match (an actor), and clients send it commands through a mailbox.

mod actor;
mod engine;
mod match_flow;
mod presence;
#[cfg(test)]
mod tests;

use axum::extract::ws::Utf8Bytes;
use parlor_core::AnyGame;
use parlor_match::Command;
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::api_error::ApiError;
use crate::scenes::Line;
use crate::seats::Rights;
use crate::secret::{MatchId, Secret};
use crate::views::MatchSnapshot;

pub(crate) use actor::RoomActor;

/// Commands in the mailbox; senders of more wait.
const MAILBOX_CAPACITY: usize = 64;
/// Broadcasts that a slow client may be behind before it gets the complete state instead.
const BROADCAST_CAPACITY: usize = 32;

/// Server message encoded once for all clients.
pub(crate) type EncodedMessage = Utf8Bytes;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// Command to a room, with the channel for its reply.
#[derive(Debug)]
pub(crate) enum RoomCommand {
    /// A socket joins. It counts as present until its `Leave`.
    Join {
        token: String,
        name: String,
        reply: Reply<JoinedRoom>,
    },
    Leave {
        rights: Rights,
    },
    GetState {
        reply: Reply<Box<MatchSnapshot>>,
    },
    /// A move, take-back, resignation or claim on time.
    MatchCommand {
        rights: Rights,
        ply: usize,
        command: Command,
        reply: Reply<()>,
    },
    SetPace {
        rights: Rights,
        seconds: f64,
        is_paused: bool,
        reply: Reply<()>,
    },
    /// Lets an engine that failed try again, or another engine play for it.
    RetryEngine {
        rights: Rights,
        engine: Option<String>,
        reply: Reply<()>,
    },
    /// Claims the seat of an invitation. A client that sends its own token can repeat the claim if the reply is lost.
    ClaimSeat {
        invitation: String,
        token: Option<Secret>,
        reply: Reply<Secret>,
    },
    /// The position after `ply` moves, for analysis.
    GetPosition {
        ply: usize,
        reply: Reply<Box<dyn AnyGame>>,
    },
    /// The position after `from` moves, and at most `moves` of those that follow.
    GetLine {
        from: usize,
        moves: usize,
        reply: Reply<Line>,
    },
    GetRecord {
        reply: Reply<String>,
    },
    /// Creates the rematch, or returns the one that exists.
    Rematch {
        token: String,
        swap: bool,
        reply: Reply<MatchId>,
    },
}

/// Reply to `RoomCommand::Join`.
#[derive(Debug)]
pub(crate) struct JoinedRoom {
    pub(crate) rights: Rights,
    pub(crate) state: Box<MatchSnapshot>,
    pub(crate) broadcasts: broadcast::Receiver<EncodedMessage>,
}

/// Handle of a room: the sending end of its mailbox.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle(mpsc::Sender<RoomCommand>);

impl RoomHandle {
    pub(crate) fn new() -> (RoomHandle, mpsc::Receiver<RoomCommand>) {
        let (sender, mailbox) = mpsc::channel(MAILBOX_CAPACITY);
        (RoomHandle(sender), mailbox)
    }

    /// Sends a command and waits for its reply.
    pub(crate) async fn request<T>(&self, command: impl FnOnce(Reply<T>) -> RoomCommand) -> Result<T, ApiError> {
        let (reply, response) = oneshot::channel();
        self.0.send(command(reply)).await.map_err(|_| ApiError::busy())?;
        response.await.map_err(|_| ApiError::busy())?
    }

    /// Sends a command that has no reply.
    pub(crate) async fn send(&self, command: RoomCommand) {
        // A closed room needs no commands.
        let _ = self.0.send(command).await;
    }

    /// Whether the room's task has ended: after `AppState::close_unused_room`, or by a panic.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    /// Whether this is the only handle and the mailbox is empty.
    pub(crate) fn is_unused(&self) -> bool {
        self.0.strong_count() == 1 && self.0.capacity() == self.0.max_capacity()
    }
}
