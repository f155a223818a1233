//! Match flow of a room: moves, seats, pace, rematch, and the broadcasts about them. Every event is stored before
//! anybody is told.

use parlor_core::{AnyGame, Player};
use parlor_match::{Command, Event, EventKind, Match, MatchError};

use super::actor::RoomActor;
use crate::api_error::{ApiError, ErrorCode};
use crate::messages::ServerMessage;
use crate::scenes::Line;
use crate::seats::{Participants, Rights, check_pace};
use crate::secret::{MatchId, Secret};
use crate::views::{MatchSnapshot, PositionView};

impl RoomActor {
    async fn decide(&mut self, by: Player, ply: usize, command: &Command) -> Result<(), ApiError> {
        let event = self.driver.decide(by, ply, command, self.now())?;
        self.commit(&event).await?;
        // A command after the end of the time has another effect than it should, which its sender has to know.
        let is_late = event.kind == EventKind::RanOutOfTime && *command != Command::ClaimTime;
        if is_late { Err(MatchError::MatchIsOver.into()) } else { Ok(()) }
    }

    /// Stores the event in flight, applies it and broadcasts the position, in this order.
    pub(super) async fn commit(&mut self, event: &Event) -> Result<(), ApiError> {
        let stored = self.state.store.append(self.id.clone(), self.game_match().events().len(), event).await;
        stored.inspect_err(|_| self.driver.refused())?;
        let before = self.game_match().ply();
        self.driver.stored(self.now());
        self.broadcast_position(before.min(self.game_match().ply()));
        Ok(())
    }

    /// Executes a command of a client in the seat that it acts for.
    pub(super) async fn match_command(
        &mut self,
        rights: Rights,
        ply: usize,
        command: &Command,
    ) -> Result<(), ApiError> {
        let seat = rights.first_seat().ok_or_else(ApiError::not_your_seat)?;
        let turn = self.game_match().turn();
        let by = match command {
            Command::TakeBack => self.driver.take_back_player(|player| rights.has_seat(player)).unwrap_or(seat),
            _ if rights.has_seat(turn) => turn,
            _ => seat,
        };
        if self.is_timed() && !self.participants.is_complete() && matches!(command, Command::Play(_)) {
            let message = "Your opponent has not joined yet; the clocks have not started.";
            return Err(ApiError::new(ErrorCode::Waiting, message));
        }
        self.decide(by, ply, command).await
    }

    pub(super) async fn set_pace(&mut self, rights: Rights, seconds: f64, is_paused: bool) -> Result<(), ApiError> {
        if !rights.is_host || !self.participants.has_only_engines() {
            return Err(ApiError::not_your_seat());
        }
        check_pace(seconds)?;
        self.save_participants(Participants { pace: seconds, ..self.participants.clone() }).await?;
        self.is_paused = is_paused;
        self.broadcast_room();
        Ok(())
    }

    pub(super) async fn claim_seat(&mut self, invitation: &str, token: Option<Secret>) -> Result<Secret, ApiError> {
        let mut participants = self.participants.clone();
        let token = participants.claim(invitation, token)?;
        self.save_participants(participants).await?;
        self.broadcast_room();
        Ok(token)
    }

    pub(super) async fn save_participants(&mut self, participants: Participants) -> Result<(), ApiError> {
        self.state.store.save_participants(self.id.clone(), &participants).await?;
        self.participants = participants;
        Ok(())
    }

    /// Creates the rematch, or returns the existing one. The actor handles one command at a time, so two requests get
    /// the same match.
    pub(super) async fn rematch(&mut self, token: &str, swap: bool) -> Result<MatchId, ApiError> {
        let rights = self.participants.rights(token);
        if rights.first_seat().is_none() && !rights.is_host {
            return Err(ApiError::not_your_seat());
        }
        if let Some(id) = &self.rematch {
            return Ok(id.clone());
        }
        let id = MatchId::new();
        let record = Match::new(self.position_at(0)?, *self.game_match().terms()).record();
        let participants = self.participants.for_rematch(swap);
        self.state.store.create(id.clone(), record, &participants, Some(self.id.clone())).await?;
        self.rematch = Some(id.clone());
        self.broadcast_room();
        Ok(id)
    }

    pub(super) fn position_at(&self, ply: usize) -> Result<Box<dyn AnyGame>, ApiError> {
        self.game_match().position_at(ply).ok_or_else(no_such_ply)
    }

    /// The position after `from` moves, and at most `count` of those that follow.
    pub(super) fn line(&self, from: usize, count: usize) -> Result<Line, ApiError> {
        let moves = self.game_match().moves().skip(from).take(count);
        let moves = moves.map(|(_, notation)| notation.to_owned()).collect();
        Ok(Line { game: self.position_at(from)?, moves })
    }

    pub(super) fn match_state(&self) -> Box<MatchSnapshot> {
        Box::new(MatchSnapshot {
            id: self.id.clone(),
            setup: self.game_match().setup().clone(),
            terms: self.game_match().terms().into(),
            room: self.room_view(),
            position: self.position_view(0),
        })
    }

    fn position_view(&self, from: usize) -> PositionView {
        PositionView::new(&self.driver, from, self.now())
    }

    /// Broadcasts the position with the moves from ply `from` on.
    pub(super) fn broadcast_position(&mut self, from: usize) {
        self.is_clock_shown = self.driver.is_clock_running();
        self.broadcast(&ServerMessage::Position { from, position: Box::new(self.position_view(from)) });
    }

    pub(super) fn broadcast(&self, message: &ServerMessage) {
        if let Ok(text) = serde_json::to_string(message) {
            // Fails only if no client is connected.
            let _ = self.broadcasts.send(text.into());
        }
    }
}

fn no_such_ply() -> ApiError {
    ApiError::new(ErrorCode::StaleState, "The match does not have that many moves.")
}
