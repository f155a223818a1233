//! Presence: who is connected to a room, and for how long it has been empty.

use std::collections::BTreeMap;
use std::time::Duration;

use parlor_core::Player;

use crate::{ClientId, Participants, Rights, SeatView};

/// Longest name of a person, in characters.
const MAX_NAME_LENGTH: usize = 24;
/// Clients of each group: the spectators together, and each seat by itself.
const MAX_CLIENTS_PER_GROUP: usize = 200;

/// The clients of a room with their rights.
#[derive(Debug)]
pub(crate) struct Presence {
    clients: BTreeMap<ClientId, Rights>,
    /// Names that the people in the seats gave last.
    names: [String; 2],
    /// Time of the last leave, or of the room's opening.
    empty_since: Duration,
}

impl Presence {
    pub(crate) fn new(now: Duration) -> Presence {
        Presence { clients: BTreeMap::new(), names: Default::default(), empty_since: now }
    }

    /// The time since when nobody is here; `None` if somebody is.
    pub(crate) fn empty_since(&self) -> Option<Duration> {
        self.clients.is_empty().then_some(self.empty_since)
    }

    pub(crate) fn rights(&self, client: ClientId) -> Option<Rights> {
        self.clients.get(&client).cloned()
    }

    pub(crate) fn spectators(&self) -> usize {
        self.count(|rights| rights.first_seat().is_none())
    }

    fn count(&self, is_counted: impl Fn(&Rights) -> bool) -> usize {
        self.clients.values().filter(|rights| is_counted(rights)).count()
    }

    fn clients_of(&self, player: Player) -> usize {
        self.count(|rights| rights.has_seat(player))
    }

    /// Whether the group of these rights is full. Groups are limited separately, so that neither spectators
    /// nor the opponent can lock a player out.
    fn is_group_full(&self, rights: &Rights) -> bool {
        let group = rights.first_seat().map_or_else(|| self.spectators(), |player| self.clients_of(player));
        group >= MAX_CLIENTS_PER_GROUP
    }

    /// Adds a client; false if its group is full.
    pub(crate) fn add(&mut self, client: ClientId, rights: Rights, name: &str) -> bool {
        if self.is_group_full(&rights) {
            return false;
        }
        let name: String = name.trim().chars().filter(|letter| !letter.is_control()).take(MAX_NAME_LENGTH).collect();
        for player in &rights.seats {
            self.names[player.index()].clone_from(&name);
        }
        self.clients.insert(client, rights);
        true
    }

    /// Removes a client; false if it was not here.
    pub(crate) fn remove(&mut self, client: ClientId, now: Duration) -> bool {
        let was_here = self.clients.remove(&client).is_some();
        if was_here {
            self.empty_since = now;
        }
        was_here
    }

    pub(crate) fn seat_views(&self, participants: &Participants) -> Vec<SeatView> {
        SeatView::all(participants, Player::BOTH.map(|player| self.clients_of(player)), &self.names)
    }
}
