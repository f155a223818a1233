//! Invariants of a simulation.

use parlor_match::EventKind;
use parlor_room::{
    ApiError, ErrorCode, PlayedMoveView, PositionView, Reply, RequestId, RoomCommand, RoomView, SeatAssignment,
    SeatView, ServerMessage,
};

use super::world::World;

impl World {
    /// Checks that what clients are told is stored.
    pub(super) fn check_told(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome { state, .. } => {
                self.check_position(0, &state.position);
                self.check_room(&state.room);
            }
            ServerMessage::Position { from, position } => {
                let (ply, result) = (position.ply, position.result.is_some());
                self.log(|| format!("tells {ply} moves, over: {result}"));
                self.check_position(*from, position);
            }
            ServerMessage::Room(room) => self.check_room(room),
            ServerMessage::Thinking { .. } | ServerMessage::Closing => {}
            message => self.fail(format!("a room tells {message:?}")),
        }
    }

    fn check_position(&mut self, from: usize, position: &PositionView) {
        let is_stored = position.ply == self.replica.ply()
            && position.moves.iter().cloned().eq(self.replica.moves().skip(from).map(PlayedMoveView::from))
            && position.result.is_some() == self.replica.result().is_some();
        if !is_stored {
            let stored = self.replica.record().to_string();
            self.fail(format!("told before it is stored: {:?}, but stored is\n{stored}", position.moves));
        }
    }

    fn check_room(&mut self, room: &RoomView) {
        let is_stored = |(seen, stored): (&SeatView, &SeatAssignment)| match (seen, stored) {
            (SeatView::Person { taken, .. }, SeatAssignment::Person { token, .. }) => *taken == token.is_some(),
            (SeatView::Engine { engine, .. }, SeatAssignment::Engine { engine: stored, .. }) => engine == stored,
            _ => false,
        };
        if room.pace.to_bits() != self.participants.pace.to_bits()
            || room.rematch != self.rematch
            || !room.seats.iter().zip(&self.participants.seats).all(is_stored)
        {
            self.fail(format!("told before it is stored: {room:?}"));
        }
    }

    /// Checks that a request gets one reply, and that what is acknowledged is stored.
    pub(super) fn check_reply(&mut self, request: RequestId, result: &Result<Reply, ApiError>) {
        self.log(|| format!("{request:?}: {result:?}"));
        let Some(command) = self.requests.remove(&request) else {
            return self.fail(format!("{request:?} has two replies"));
        };
        let is_right = match (&command, result) {
            (RoomCommand::Match { .. }, Ok(Reply::Done)) => {
                let kind = self.replica.events().last().map(|event| &event.kind);
                kind.is_some_and(|kind| !matches!(kind, EventKind::EngineFailed(_)))
            }
            (RoomCommand::SetPace { seconds, .. }, Ok(Reply::Done)) => {
                self.participants.pace.to_bits() == seconds.to_bits()
            }
            (RoomCommand::ClaimSeat { token, .. }, Ok(Reply::Done)) => {
                self.participants.rights(*token).first_seat().is_some()
            }
            (RoomCommand::RetryEngine { engine, .. }, Ok(Reply::Done)) => {
                let is_there = |name: &String| {
                    let is_it =
                        |seat: &SeatAssignment| matches!(seat, SeatAssignment::Engine { engine, .. } if engine == name);
                    self.participants.seats.iter().any(is_it)
                };
                engine.as_ref().is_none_or(is_there)
            }
            (RoomCommand::Rematch { .. }, Ok(Reply::Rematch(id))) => self.rematch.as_ref() == Some(id),
            (_, Ok(_)) => false,
            (_, Err(error)) => error.code != ErrorCode::DamagedMatch,
        };
        if !is_right {
            self.fail(format!("{command:?} was acknowledged with {result:?}, but is not stored"));
        }
    }

    /// Checks the room at rest: it has what is stored, and nothing is overdue.
    pub(super) fn check_rest(&mut self) {
        if self.violation.is_some() {
            return;
        }
        if self.room.current_match().events() != self.disk.record.events {
            let record = self.disk.record.to_string();
            self.fail(format!("the room has another match than\n{record}"));
        }
        let state = self.room.snapshot(self.now);
        if self.room.current_match().result().is_some() || state.room.paused || state.position.failure.is_some() {
            return;
        }
        let turn = self.room.current_match().turn();
        let is_engine = matches!(state.room.seats[turn.index()], SeatView::Engine { .. });
        let is_complete = self.participants.is_complete();
        // Engines stop in an empty room, which this one is if it was superseded at rest.
        if is_engine && is_complete && !self.clients.is_empty() {
            self.fail("an engine does not move".to_owned());
        }
        if state.position.clocks.is_some_and(|clocks| clocks.running && clocks.left[turn.index()] == 0) {
            self.fail("a clock has ended, but not the match".to_owned());
        }
    }
}
