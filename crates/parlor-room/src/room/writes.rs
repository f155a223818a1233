//! Writes of a room: the one in flight, and what follows when the store answers.

use std::time::Duration;

use parlor_core::Player;
use parlor_match::Event;

use super::{RETRY_DELAY, Room};
use crate::{ApiError, Effect, MatchId, Participants, Reply, RequestId, StoreAnswer, StoredMatch, Write};

/// Write that the store has not answered.
#[derive(Debug)]
pub(super) struct WriteInFlight {
    /// Command that led to it; `None` if it was the driver.
    pub(super) request: Option<RequestId>,
    pub(super) change: Change,
    state: WriteState,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WriteState {
    Storing,
    /// The match is read again, because nobody knows whether the write was stored.
    Loading,
    /// The match could not be read, which is tried again at this time.
    LoadAt(Duration),
}

/// What a room becomes when a write is stored.
#[derive(Debug)]
pub(super) enum Change {
    /// The event that the driver has in flight; `error` is for the client, if its command had another effect
    /// than it should.
    Event {
        error: Option<ApiError>,
    },
    /// `replaced` is the player whose engine was replaced.
    Participants {
        next: Participants,
        is_paused: bool,
        replaced: Option<Player>,
    },
    Rematch(MatchId),
}

impl Room {
    pub(super) fn write(&mut self, request: Option<RequestId>, change: Change, write: Write) {
        self.write = Some(WriteInFlight { request, change, state: WriteState::Storing });
        self.effects.push_back(Effect::Store(write));
    }

    pub(super) fn write_event(&mut self, request: Option<RequestId>, event: Event, error: Option<ApiError>) {
        let index = self.current_match().events().len();
        self.write(request, Change::Event { error }, Write::Event { index, event });
    }

    pub(super) fn write_participants(
        &mut self,
        request: RequestId,
        next: Participants,
        is_paused: bool,
        replaced: Option<Player>,
    ) {
        let write = Write::Participants(next.clone());
        self.write(Some(request), Change::Participants { next, is_paused, replaced }, write);
    }

    /// The store answers the write in flight.
    pub fn store_answered(&mut self, answer: StoreAnswer, now: Duration) {
        let Some(write) = self.write.take() else { return };
        match answer {
            StoreAnswer::Stored => self.finish(write, now),
            StoreAnswer::Failed => self.give_up(write, now),
            StoreAnswer::Unknown => {
                self.write = Some(write);
                self.load();
            }
            StoreAnswer::Superseded => {
                self.write = Some(write);
                self.supersede();
            }
        }
        self.settle(now);
    }

    /// Reads the match again.
    pub(super) fn load(&mut self) {
        if let Some(write) = &mut self.write {
            write.state = WriteState::Loading;
            self.effects.push_back(Effect::Load);
        }
    }

    /// Time at which the match is read again.
    pub(super) fn load_at(&self) -> Option<Duration> {
        if let WriteState::LoadAt(at) = self.write.as_ref()?.state { Some(at) } else { None }
    }

    /// The match as the store has it, after [`Effect::Load`]; `None` if it could not be read, which is tried
    /// again. Of a match that is gone, the store answers [`StoreAnswer::Superseded`].
    pub fn loaded(&mut self, stored: Option<&StoredMatch>, now: Duration) {
        let Some(mut write) = self.write.take_if(|write| write.state == WriteState::Loading) else { return };
        let answer = stored.map(|stored| self.answer_of(&write.change, stored));
        write.state = WriteState::LoadAt(now + RETRY_DELAY);
        self.write = Some(write);
        match answer {
            Some(answer) => self.store_answered(answer, now),
            None => self.settle(now),
        }
    }

    /// What became of a write, by the match that is stored: it is there, or nothing has changed, or somebody
    /// else wrote.
    fn answer_of(&self, change: &Change, stored: &StoredMatch) -> StoreAnswer {
        let is_stored = |event: Option<&Event>, participants: &Participants, rematch: Option<&MatchId>| {
            stored.record.events.iter().eq(self.current_match().events().iter().chain(event))
                && stored.participants == *participants
                && stored.rematch.as_ref() == rematch
        };
        let (participants, rematch) = (&self.participants, self.rematch.as_ref());
        let has_change = match change {
            Change::Event { .. } => is_stored(self.driver.in_flight(), participants, rematch),
            Change::Participants { next, .. } => is_stored(None, next, rematch),
            Change::Rematch(id) => is_stored(None, participants, Some(id)),
        };
        if has_change {
            StoreAnswer::Stored
        } else if is_stored(None, participants, rematch) {
            StoreAnswer::Failed
        } else {
            StoreAnswer::Superseded
        }
    }

    /// Makes the change that is stored now, tells everybody, and replies.
    fn finish(&mut self, WriteInFlight { request, change, .. }: WriteInFlight, now: Duration) {
        let mut result = Ok(Reply::Done);
        match change {
            Change::Event { error } => {
                let before = self.current_match().ply();
                self.driver.stored(now);
                self.tell_position(before.min(self.current_match().ply()), now);
                result = error.map_or(result, Err);
            }
            Change::Participants { next, is_paused, replaced } => {
                (self.participants, self.is_paused) = (next, is_paused);
                self.tell_room();
                if let Some(player) = replaced {
                    let seat = self.participants.driver_seats().swap_remove(player.index());
                    self.driver.replace_seat(player, seat, now);
                    self.tell_position(self.current_match().ply(), now);
                }
            }
            Change::Rematch(id) => {
                self.rematch = Some(id.clone());
                self.tell_room();
                result = Ok(Reply::Rematch(id));
            }
        }
        if let Some(request) = request {
            self.reply(request, result);
        }
    }

    /// Drops a change that is not stored. What the driver wanted is tried again after a delay.
    fn give_up(&mut self, WriteInFlight { request, change, .. }: WriteInFlight, now: Duration) {
        if matches!(change, Change::Event { .. }) {
            self.driver.refused();
        }
        match request {
            Some(request) => self.reply(request, Err(ApiError::storage_failure())),
            None => self.retry_at = Some(now + RETRY_DELAY),
        }
    }
}
