//! [`RoomCommand`]: what clients ask of a room, and how its host names them.

use parlor_match::Command;

use crate::{ClientMessage, MatchId, SecretHash};

/// A client in a room. Its host chooses the number and never uses it twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId(pub u64);

/// A request to a room, which gets exactly one [`Reply`] or error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RequestId(pub u64);

/// Command of a client.
#[derive(Clone, PartialEq, Debug)]
pub enum RoomCommand {
    /// A move, take-back, resignation or claim on time.
    Match { client: ClientId, ply: usize, command: Command },
    /// Sets the pace of a match between engines.
    SetPace { client: ClientId, seconds: f64, is_paused: bool },
    /// Lets an engine that failed try again, or another engine play for it.
    RetryEngine { client: ClientId, engine: Option<String> },
    /// Claims the seat of an invitation for a token. A client can repeat it with the same token if the reply
    /// is lost.
    ClaimSeat { invitation: SecretHash, token: SecretHash },
    /// Creates the rematch under this id, unless there is one.
    Rematch { token: SecretHash, swap: bool, id: MatchId },
}

impl RoomCommand {
    /// The client that acts, if it does so by its rights in the room.
    pub(crate) fn client(&self) -> Option<ClientId> {
        match self {
            RoomCommand::Match { client, .. }
            | RoomCommand::SetPace { client, .. }
            | RoomCommand::RetryEngine { client, .. } => Some(*client),
            RoomCommand::ClaimSeat { .. } | RoomCommand::Rematch { .. } => None,
        }
    }
}

/// Reply to a command that succeeded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Done,
    /// The rematch: the new one, or the one that existed.
    Rematch(MatchId),
}

impl ClientMessage {
    /// The command of a client that sent this message; the message itself if it is none for a room.
    pub fn into_command(self, client: ClientId) -> Result<RoomCommand, ClientMessage> {
        let (ply, command) = match self {
            ClientMessage::Play { ply, notation } => (ply, Command::Play(notation)),
            ClientMessage::TakeBack { ply } => (ply, Command::TakeBack),
            ClientMessage::Resign => (0, Command::Resign),
            ClientMessage::ClaimTime => (0, Command::ClaimTime),
            ClientMessage::Pace { seconds, paused } => {
                return Ok(RoomCommand::SetPace { client, seconds, is_paused: paused });
            }
            ClientMessage::Retry { engine } => return Ok(RoomCommand::RetryEngine { client, engine }),
            other => return Err(other),
        };
        Ok(RoomCommand::Match { client, ply, command })
    }
}
