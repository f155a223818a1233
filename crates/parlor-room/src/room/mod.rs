//! [`Room`]: the state machine. Inputs are methods with the host's time; what they lead to is taken with
//! [`Room::next_effect`].
//!
//! At most one write is in flight. Commands that arrive meanwhile wait and keep their time of arrival, so
//! that a slow store costs nobody time on the clock. Nobody is told of a change before it is stored.

mod commands;
mod engines;
mod writes;

use std::collections::VecDeque;
use std::time::Duration;

use parlor_core::AnyGame;
use parlor_match::{Driver, Match, SearchId};

use self::writes::WriteInFlight;
use crate::presence::Presence;
use crate::{
    ApiError, ClientId, CloseReason, Effect, EngineOffer, ErrorCode, MatchId, MatchSnapshot, Participants,
    PositionView, Reply, RequestId, Rights, RoomCommand, RoomView, SecretHash, ServerMessage,
};

/// Commands that wait for the write in flight; more are refused as busy.
const MAX_WAITING: usize = 64;
/// Time after which an empty room closes.
const EMPTY_ROOM_TIMEOUT: Duration = Duration::from_mins(1);
/// Time that engines go on in an empty room, so that a page reload does not interrupt them.
const EMPTY_GRACE: Duration = Duration::from_secs(5);
/// Delay before something that could not be done is tried again.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// An open match with its people. All times are those since a moment of the host's choice, and never go back.
#[derive(Debug)]
pub struct Room {
    id: MatchId,
    offer: EngineOffer,
    driver: Driver,
    participants: Participants,
    rematch: Option<MatchId>,
    presence: Presence,
    is_paused: bool,
    /// Whether the clients were told that the clock runs.
    is_clock_shown: bool,
    /// Search for the engine to move.
    search: Option<SearchId>,
    write: Option<WriteInFlight>,
    waiting: VecDeque<WaitingCommand>,
    /// Time before which the driver is not asked again for what the store or the workers could not do.
    retry_at: Option<Duration>,
    wake_at: Option<Duration>,
    is_superseded: bool,
    effects: VecDeque<Effect>,
}

/// Command that waits for the write in flight.
#[derive(Debug)]
struct WaitingCommand {
    request: RequestId,
    command: RoomCommand,
    /// Rights of its client, who may leave before it is executed.
    rights: Rights,
    arrived_at: Duration,
}

impl Room {
    /// Opens the room of a match, as a store has it.
    pub fn new(
        id: MatchId,
        game_match: Match,
        participants: Participants,
        rematch: Option<MatchId>,
        offer: EngineOffer,
        now: Duration,
    ) -> Room {
        let mut room = Room {
            id,
            offer,
            driver: Driver::new(game_match, participants.driver_seats()),
            participants,
            rematch,
            presence: Presence::new(now),
            is_paused: false,
            is_clock_shown: false,
            search: None,
            write: None,
            waiting: VecDeque::new(),
            retry_at: None,
            wake_at: None,
            is_superseded: false,
            effects: VecDeque::new(),
        };
        room.settle(now);
        room
    }

    /// The next thing for the host to do; `None` until something else comes in.
    pub fn next_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// A client joins, and stays until it [leaves](Self::leave). Returns its first message.
    pub fn join(
        &mut self,
        client: ClientId,
        token: SecretHash,
        name: &str,
        now: Duration,
    ) -> Result<ServerMessage, ApiError> {
        if self.is_superseded || !self.presence.add(client, self.participants.rights(token), name) {
            return Err(ApiError::busy());
        }
        self.tell_room();
        self.settle(now);
        self.welcome(client, now)
    }

    /// The complete state for a client, as its first message, or because it fell behind.
    pub fn welcome(&self, client: ClientId, now: Duration) -> Result<ServerMessage, ApiError> {
        let rights = self.presence.rights(client).ok_or_else(ApiError::busy)?;
        Ok(ServerMessage::Welcome { you: rights, state: Box::new(self.snapshot(now)) })
    }

    pub fn leave(&mut self, client: ClientId, now: Duration) {
        if self.presence.remove(client, now) {
            self.tell_room();
        }
        self.settle(now);
    }

    /// A command of a client. Its reply is an effect, perhaps after a write.
    pub fn request(&mut self, request: RequestId, command: RoomCommand, now: Duration) {
        let is_full = self.waiting.len() >= MAX_WAITING;
        if self.is_superseded || is_full {
            return self.reply(request, Err(ApiError::busy()));
        }
        let rights = command.client().and_then(|client| self.presence.rights(client)).unwrap_or_default();
        self.waiting.push_back(WaitingCommand { request, command, rights, arrived_at: now });
        self.settle(now);
    }

    /// The time of the last [`Effect::WakeAt`] has come.
    pub fn wake(&mut self, now: Duration) {
        self.wake_at = None;
        if self.load_at().is_some_and(|at| at <= now) {
            self.load();
        }
        self.settle(now);
        let is_abandoned = self.write.is_none() && self.is_empty_for(self.close_delay(), now);
        if is_abandoned && !self.is_superseded {
            self.effects.push_back(Effect::Close(CloseReason::Empty));
        }
    }

    /// Does all that can be done now: waiting commands first, in the order of their arrival, then what the
    /// driver wants.
    fn settle(&mut self, now: Duration) {
        if self.is_superseded {
            return;
        }
        while self.write.is_none()
            && let Some(command) = self.waiting.pop_front()
        {
            self.execute(command, now);
        }
        self.drive(now);
        if self.write.is_none() && self.is_timed() && self.is_clock_shown != self.driver.is_clock_running() {
            self.tell_position(self.current_match().ply(), now);
        }
        self.plan_wake(now);
    }

    fn plan_wake(&mut self, now: Duration) {
        let Some(wake) = self.next_wake_at(now) else { return };
        // What is overdue could not be done at its time, so it is tried again after a delay.
        let wake = if wake <= now { now + RETRY_DELAY } else { wake };
        if self.wake_at != Some(wake) {
            self.wake_at = Some(wake);
            self.effects.push_back(Effect::WakeAt(wake));
        }
    }

    /// Time of the next timer: a retry, the driver's, or the closing of the empty room.
    fn next_wake_at(&self, now: Duration) -> Option<Duration> {
        if self.write.is_some() {
            return self.load_at();
        }
        let driver = self.driver.next_wake_at(now).map(|at| self.retry_at.map_or(at, |retry| at.max(retry)));
        let empty = self.presence.empty_since().map(|since| {
            let is_engine_stopped_first = self.search.is_some() && !self.is_timed();
            since + if is_engine_stopped_first { EMPTY_GRACE } else { self.close_delay() }
        });
        driver.into_iter().chain(empty).min()
    }

    /// Whether it is too early for the next attempt at what could not be done.
    fn is_retry_early(&self, now: Duration) -> bool {
        self.retry_at.is_some_and(|at| now < at)
    }

    fn is_empty_for(&self, time: Duration, now: Duration) -> bool {
        self.presence.empty_since().is_some_and(|since| now.saturating_sub(since) >= time)
    }

    /// Time after which the empty room closes. It stays open longer while a player's clock runs.
    fn close_delay(&self) -> Duration {
        let has_running_clock = self.is_timed() && self.driver.is_clock_running();
        if has_running_clock { 10 * EMPTY_ROOM_TIMEOUT } else { EMPTY_ROOM_TIMEOUT }
    }

    /// Another host owns the match: the clients are told to connect again, and every request gets its reply.
    fn supersede(&mut self) {
        self.is_superseded = true;
        let in_flight = self.write.take().and_then(|write| write.request);
        let waiting = std::mem::take(&mut self.waiting).into_iter().map(|waiting| waiting.request);
        for request in in_flight.into_iter().chain(waiting) {
            self.reply(request, Err(ApiError::busy()));
        }
        self.cancel_search();
        self.tell(ServerMessage::Closing);
        self.effects.push_back(Effect::Close(CloseReason::Superseded));
    }

    fn reply(&mut self, request: RequestId, result: Result<Reply, ApiError>) {
        self.effects.push_back(Effect::Reply { request, result });
    }

    fn tell(&mut self, message: ServerMessage) {
        self.effects.push_back(Effect::Tell(message));
    }

    fn tell_room(&mut self) {
        self.tell(ServerMessage::Room(self.view()));
    }

    /// Tells the position with the moves from ply `from` on.
    fn tell_position(&mut self, from: usize, now: Duration) {
        self.is_clock_shown = self.driver.is_clock_running();
        let position = Box::new(PositionView::new(&self.driver, from, now));
        self.tell(ServerMessage::Position { from, position });
    }

    pub fn current_match(&self) -> &Match {
        self.driver.current_match()
    }

    pub fn snapshot(&self, now: Duration) -> MatchSnapshot {
        MatchSnapshot {
            id: self.id.clone(),
            setup: self.current_match().setup().clone(),
            terms: self.current_match().terms().into(),
            room: self.view(),
            position: PositionView::new(&self.driver, 0, now),
        }
    }

    fn view(&self) -> RoomView {
        RoomView {
            seats: self.presence.seat_views(&self.participants),
            spectators: self.presence.spectators(),
            pace: self.participants.pace,
            paused: self.is_paused,
            rematch: self.rematch.clone(),
            analysis: self.is_analysis_allowed(),
        }
    }

    /// Analysis would help a player, or a spectator who talks to one, so it is closed while two people play,
    /// unless the terms of their match allow it.
    fn is_analysis_allowed(&self) -> bool {
        self.current_match().terms().analysis || !self.participants.has_two_people()
    }

    /// The position after `ply` moves, if it may be analyzed.
    pub fn position_for_analysis(&self, ply: usize) -> Result<Box<dyn AnyGame>, ApiError> {
        if self.current_match().result().is_none() && !self.is_analysis_allowed() {
            return Err(ApiError::new(ErrorCode::AnalysisClosed, "Analysis opens when the match ends."));
        }
        self.position_at(ply)
    }

    /// The position after `ply` moves.
    pub fn position_at(&self, ply: usize) -> Result<Box<dyn AnyGame>, ApiError> {
        let no_such_ply = || ApiError::new(ErrorCode::StaleState, "The match does not have that many moves.");
        self.current_match().position_at(ply).ok_or_else(no_such_ply)
    }

    /// Whether the match has a time control.
    fn is_timed(&self) -> bool {
        self.current_match().clocks(Duration::ZERO).is_some()
    }
}
