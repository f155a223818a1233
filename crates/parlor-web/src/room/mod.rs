//! Host of rooms: one task owns the room of an open match, and clients send it messages through a mailbox.

mod actor;
mod open_rooms;
#[cfg(test)]
mod tests;

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use parlor_room::{ApiError, ClientId, Reply, Room, RoomCommand, SecretHash, ServerMessage};
use tokio::sync::{broadcast, mpsc, oneshot};

pub(crate) use actor::{RoomActor, RoomServices};
pub(crate) use open_rooms::OpenRooms;

/// Messages in the mailbox; senders of more wait.
const MAILBOX_CAPACITY: usize = 64;
/// Broadcasts that a slow client may be behind before it gets the complete state instead.
const BROADCAST_CAPACITY: usize = 32;

/// Server message encoded once for all clients.
pub(crate) type EncodedMessage = Utf8Bytes;

/// Looks at a room, at a time of it.
type Look = Box<dyn FnOnce(&Room, Duration) + Send>;

type ReplySender<T> = oneshot::Sender<Result<T, ApiError>>;

/// Message to a room, with the channel for its reply.
enum RoomMessage {
    /// A socket joins. It counts as present until its `Leave`.
    Join {
        token: SecretHash,
        name: String,
        reply: ReplySender<JoinedRoom>,
    },
    Leave(ClientId),
    Command {
        command: RoomCommand,
        reply: ReplySender<Reply>,
    },
    /// Looks at the room.
    Read(Look),
}

/// What a socket gets when it joins.
#[derive(Debug)]
pub(crate) struct JoinedRoom {
    pub(crate) client: ClientId,
    pub(crate) welcome: ServerMessage,
    pub(crate) broadcasts: broadcast::Receiver<EncodedMessage>,
}

/// Handle of a room: the sending end of its mailbox.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle(mpsc::Sender<RoomMessage>);

/// The receiving end of a room's mailbox.
pub(crate) struct Mailbox(mpsc::Receiver<RoomMessage>);

impl RoomHandle {
    pub(crate) fn new() -> (RoomHandle, Mailbox) {
        let (sender, mailbox) = mpsc::channel(MAILBOX_CAPACITY);
        (RoomHandle(sender), Mailbox(mailbox))
    }

    /// Sends a message and waits for its reply.
    async fn request<T>(&self, message: impl FnOnce(oneshot::Sender<T>) -> RoomMessage) -> Result<T, ApiError> {
        let (reply, response) = oneshot::channel();
        self.0.send(message(reply)).await.map_err(|_| ApiError::busy())?;
        response.await.map_err(|_| ApiError::busy())
    }

    pub(crate) async fn join(&self, token: SecretHash, name: String) -> Result<JoinedRoom, ApiError> {
        self.request(|reply| RoomMessage::Join { token, name, reply }).await?
    }

    pub(crate) async fn leave(&self, client: ClientId) {
        // A closed room needs no messages.
        let _ = self.0.send(RoomMessage::Leave(client)).await;
    }

    pub(crate) async fn command(&self, command: RoomCommand) -> Result<Reply, ApiError> {
        self.request(|reply| RoomMessage::Command { command, reply }).await?
    }

    /// Looks at the room, at the time that is passed too.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Room, Duration) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let look = |reply: oneshot::Sender<T>| {
            // The reader may be gone.
            RoomMessage::Read(Box::new(move |room: &Room, now| drop(reply.send(look(room, now)))))
        };
        self.request(look).await
    }

    /// Whether the room's task has ended, perhaps by a panic.
    fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    /// Whether this is the only handle and the mailbox is empty.
    fn is_unused(&self) -> bool {
        self.0.strong_count() == 1 && self.0.capacity() == self.0.max_capacity()
    }
}
