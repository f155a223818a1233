//! Commands of a room: who may do what, and what it leads to.

use std::time::Duration;

use parlor_match::{Awaited, Command, EventKind, Match, MatchError};

use super::writes::Change;
use super::{Room, WaitingCommand};
use crate::seats::check_pace;
use crate::{ApiError, ErrorCode, MatchId, Participants, Reply, RequestId, Rights, RoomCommand, SecretHash, Write};

impl Room {
    /// Executes a command as of its arrival, when no write is in flight. A command that changes nothing
    /// stored gets its reply at once, any other one when it is stored.
    pub(super) fn execute(&mut self, waiting: WaitingCommand, now: Duration) {
        let WaitingCommand { request, command, rights, arrived_at } = waiting;
        let result = match command {
            RoomCommand::Match { ply, command, .. } => self.match_command(request, &rights, ply, &command, arrived_at),
            RoomCommand::SetPace { seconds, is_paused, .. } => self.set_pace(request, &rights, seconds, is_paused),
            RoomCommand::RetryEngine { engine, .. } => self.retry_engine(request, &rights, engine.as_deref(), now),
            RoomCommand::ClaimSeat { invitation, token } => {
                self.participants.with_claim(invitation, token).map(|next| {
                    self.write_participants(request, next, self.is_paused, None);
                })
            }
            RoomCommand::Rematch { token, swap, id } => self.create_rematch(request, token, swap, id),
        };
        if let Err(error) = result {
            self.reply(request, Err(error));
        }
    }

    /// Decides a command of a client in the seat that it acts for.
    fn match_command(
        &mut self,
        request: RequestId,
        rights: &Rights,
        ply: usize,
        command: &Command,
        at: Duration,
    ) -> Result<(), ApiError> {
        let seat = rights.first_seat().ok_or_else(ApiError::not_your_seat)?;
        let turn = self.current_match().turn();
        let by = match command {
            Command::TakeBack => self.driver.take_back_player(|player| rights.has_seat(player)).unwrap_or(seat),
            _ if rights.has_seat(turn) => turn,
            _ => seat,
        };
        if self.is_timed() && !self.participants.is_complete() && matches!(command, Command::Play(_)) {
            let message = "Your opponent has not joined yet; the clocks have not started.";
            return Err(ApiError::new(ErrorCode::Waiting, message));
        }
        let event = self.driver.decide(by, ply, command, at)?;
        // A command after the end of the time has another effect than it should, which its sender has to
        // know.
        let is_late = event.kind == EventKind::RanOutOfTime && *command != Command::ClaimTime;
        let error = is_late.then(|| MatchError::MatchIsOver.into());
        self.write_event(Some(request), event, error);
        Ok(())
    }

    fn set_pace(&mut self, request: RequestId, rights: &Rights, pace: f64, is_paused: bool) -> Result<(), ApiError> {
        if !rights.is_host || !self.participants.has_only_engines() {
            return Err(ApiError::not_your_seat());
        }
        check_pace(pace)?;
        let next = Participants { pace, ..self.participants.clone() };
        self.write_participants(request, next, is_paused, None);
        Ok(())
    }

    /// Lets an engine that failed try again, or another engine play for it.
    fn retry_engine(
        &mut self,
        request: RequestId,
        rights: &Rights,
        engine: Option<&str>,
        now: Duration,
    ) -> Result<(), ApiError> {
        if !rights.is_participant() {
            return Err(ApiError::not_your_seat());
        }
        let Awaited::Retry(player, _) = self.driver.awaited() else {
            return Err(ApiError::new(ErrorCode::BadRequest, "No engine has failed."));
        };
        if let Some(engine) = engine {
            self.offer.check(self.current_match().game(), engine)?;
            let next = self.participants.with_engine(player, engine);
            self.write_participants(request, next, self.is_paused, Some(player));
        } else {
            self.driver.retry(now);
            self.tell_position(self.current_match().ply(), now);
            self.reply(request, Ok(Reply::Done));
        }
        Ok(())
    }

    /// Creates the rematch, or returns the one that exists. Commands are executed one after the other, so two
    /// requests get the same match.
    fn create_rematch(
        &mut self,
        request: RequestId,
        token: SecretHash,
        swap: bool,
        id: MatchId,
    ) -> Result<(), ApiError> {
        if !self.participants.rights(token).is_participant() {
            return Err(ApiError::not_your_seat());
        }
        if let Some(id) = &self.rematch {
            self.reply(request, Ok(Reply::Rematch(id.clone())));
            return Ok(());
        }
        let record = Match::new(self.position_at(0)?, *self.current_match().terms()).record();
        let participants = self.participants.for_rematch(swap);
        let write = Write::Rematch { id: id.clone(), record, participants };
        self.write(Some(request), Change::Rematch(id), write);
        Ok(())
    }
}
