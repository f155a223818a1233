//! Presence: who is connected to a room, and for how long it has been empty.

use std::time::Duration;

use parlor_core::Player;
use tokio::time::Instant;

use super::JoinedRoom;
use super::actor::RoomActor;
use crate::api_error::{ApiError, ErrorCode};
use crate::messages::ServerMessage;
use crate::seats::Rights;
use crate::views::{RoomView, SeatView};

/// Longest name of a person, in characters.
const MAX_NAME_LENGTH: usize = 24;
/// Sockets of each group: the spectators together, and each seat by itself.
const MAX_SOCKETS_PER_GROUP: usize = 200;

/// Counts of the sockets in a room.
pub(super) struct Presence {
    sockets: usize,
    player_sockets: usize,
    seat_sockets: [usize; 2],
    /// Names that the people in the seats gave last.
    names: [String; 2],
    /// Time of the last leave, or of the room's opening.
    pub(super) empty_since: Instant,
}

impl Presence {
    pub(super) fn new() -> Presence {
        Presence {
            sockets: 0,
            player_sockets: 0,
            seat_sockets: [0; 2],
            names: Default::default(),
            empty_since: Instant::now(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sockets == 0
    }

    /// Whether the room has been empty for at least this long.
    pub(super) fn is_empty_for(&self, time: Duration) -> bool {
        self.is_empty() && self.empty_since.elapsed() >= time
    }

    fn spectators(&self) -> usize {
        self.sockets.saturating_sub(self.player_sockets)
    }

    /// Whether the group of these rights is full. Groups are limited separately, so that neither spectators nor the
    /// opponent can lock a player out.
    fn is_group_full(&self, rights: Rights) -> bool {
        let group = rights.first_seat().map_or(self.spectators(), |player| self.seat_sockets[player.index()]);
        group >= MAX_SOCKETS_PER_GROUP
    }

    fn add(&mut self, rights: Rights, name: &str) {
        let name: String = name.trim().chars().filter(|letter| !letter.is_control()).take(MAX_NAME_LENGTH).collect();
        for player in Player::BOTH.into_iter().filter(|player| rights.has_seat(*player)) {
            self.names[player.index()].clone_from(&name);
        }
        self.sockets += 1;
        self.player_sockets += usize::from(rights.first_seat().is_some());
        for player in Player::BOTH {
            self.seat_sockets[player.index()] += usize::from(rights.has_seat(player));
        }
    }

    fn remove(&mut self, rights: Rights) {
        self.sockets = self.sockets.saturating_sub(1);
        self.player_sockets = self.player_sockets.saturating_sub(usize::from(rights.first_seat().is_some()));
        for player in Player::BOTH {
            let sockets = &mut self.seat_sockets[player.index()];
            *sockets = sockets.saturating_sub(usize::from(rights.has_seat(player)));
        }
        self.empty_since = Instant::now();
    }
}

impl RoomActor {
    pub(super) fn join(&mut self, token: &str, name: &str) -> Result<JoinedRoom, ApiError> {
        let rights = self.participants.rights(token);
        if self.presence.is_group_full(rights) {
            return Err(ApiError::busy());
        }
        self.presence.add(rights, name);
        self.broadcast_room();
        Ok(JoinedRoom { rights, state: self.match_state(), broadcasts: self.broadcasts.subscribe() })
    }

    pub(super) fn leave(&mut self, rights: Rights) {
        self.presence.remove(rights);
        self.broadcast_room();
    }

    /// Analysis would help a player, or a spectator who talks to one, so it is closed while two people play, unless the
    /// terms of their match allow it.
    fn is_analysis_allowed(&self) -> bool {
        self.game_match().terms().analysis || !self.participants.has_two_people()
    }

    pub(super) fn check_analysis(&self) -> Result<(), ApiError> {
        if self.game_match().result().is_none() && !self.is_analysis_allowed() {
            let message = "Analysis opens when the match ends.";
            return Err(ApiError::new(ErrorCode::AnalysisClosed, message));
        }
        Ok(())
    }

    pub(super) fn broadcast_room(&self) {
        self.broadcast(&ServerMessage::Room(self.room_view()));
    }

    pub(super) fn room_view(&self) -> RoomView {
        RoomView {
            seats: SeatView::all(&self.participants, self.presence.seat_sockets, &self.presence.names),
            spectators: self.presence.spectators(),
            pace: self.participants.pace,
            paused: self.is_paused,
            rematch: self.rematch.clone(),
            analysis: self.is_analysis_allowed(),
        }
    }
}
