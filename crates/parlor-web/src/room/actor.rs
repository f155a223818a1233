//! Room actor: the task that owns a match. It handles commands, engine progress and timers one at a time.

use std::sync::Arc;
use std::time::Duration;

use parlor_match::{Command, Match};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, sleep_until};

use super::clock::MatchClock;
use super::engine::EngineState;
use super::presence::Presence;
use super::{BROADCAST_CAPACITY, EncodedMessage, RoomCommand};
use crate::app_state::AppState;
use crate::seats::Participants;
use crate::secret::MatchId;

/// Time after which an empty room closes.
const EMPTY_ROOM_TIMEOUT: Duration = Duration::from_mins(1);
/// Time that engines go on in an empty room, so that a page reload does not interrupt them.
pub(super) const EMPTY_GRACE: Duration = Duration::from_secs(5);
/// Delay before something that could not be done is tried again.
pub(super) const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Actor that owns a match: its state and its connections to clients, store and engines.
pub(crate) struct RoomActor {
    pub(super) id: MatchId,
    pub(super) state: Arc<AppState>,
    mailbox: mpsc::Receiver<RoomCommand>,
    pub(super) game_match: Match,
    pub(super) participants: Participants,
    pub(super) rematch: Option<MatchId>,
    pub(super) broadcasts: broadcast::Sender<EncodedMessage>,
    pub(super) presence: Presence,
    pub(super) is_paused: bool,
    pub(super) clock: MatchClock,
    pub(super) engine: EngineState,
    pub(super) moved_at: Instant,
}

impl RoomActor {
    pub(crate) fn new(
        id: MatchId,
        state: Arc<AppState>,
        mailbox: mpsc::Receiver<RoomCommand>,
        game_match: Match,
        participants: Participants,
        rematch: Option<MatchId>,
    ) -> RoomActor {
        RoomActor {
            clock: MatchClock::new(game_match.events().last().map_or(Duration::ZERO, |event| event.at)),
            id,
            state,
            mailbox,
            game_match,
            participants,
            rematch,
            broadcasts: broadcast::Sender::new(BROADCAST_CAPACITY),
            presence: Presence::new(),
            is_paused: false,
            engine: EngineState::Idle,
            moved_at: Instant::now(),
        }
    }

    /// Runs until the room is unused.
    pub(crate) async fn run(mut self) {
        loop {
            self.update_engine();
            if self.update_clock() && self.is_timed() {
                self.broadcast_position(self.game_match.ply());
            }
            let wake_time = self.next_wake_time();
            tokio::select! {
                command = self.mailbox.recv() => match command {
                    Some(command) => self.handle_command(command).await,
                    None => return,
                },
                event = self.engine.next_event() => self.handle_job_event(event).await,
                () = sleep_until(wake_time) => {
                    if self.handle_timers().await {
                        return;
                    }
                }
            }
        }
    }

    /// Time of the next timer: flag fall, pace of engines, retry, or closing of an empty room.
    fn next_wake_time(&self) -> Instant {
        let now = Instant::now();
        let mut wake = now + EMPTY_ROOM_TIMEOUT;
        if let Some(flag) = self.game_match.deadline().and_then(|flag| self.clock.instant_of(flag)) {
            wake = wake.min(flag);
        }
        if matches!(self.engine, EngineState::MoveReady { .. }) && !self.is_paused {
            wake = wake.min(self.moved_at + self.pace());
        }
        let is_engine_idle = matches!(self.engine, EngineState::Idle);
        if is_engine_idle && self.engine_to_move().is_some() {
            wake = wake.min(now + RETRY_DELAY);
        }
        if self.presence.is_empty() {
            let is_engine_stopped_first = !is_engine_idle && !self.is_timed();
            let delay = if is_engine_stopped_first { EMPTY_GRACE } else { self.close_delay() };
            wake = wake.min(self.presence.empty_since + delay);
        }
        // A timer that is overdue could not be handled at its time, so it is tried again after a delay.
        if wake <= now { now + RETRY_DELAY } else { wake }
    }

    /// Time after which the empty room closes. It stays open longer while a player's clock runs.
    fn close_delay(&self) -> Duration {
        let has_running_clock = self.is_timed() && self.game_match.result().is_none() && self.clock.is_running();
        if has_running_clock { 10 * EMPTY_ROOM_TIMEOUT } else { EMPTY_ROOM_TIMEOUT }
    }

    /// Handles the timers that are due, and returns whether the room closes.
    pub(super) async fn handle_timers(&mut self) -> bool {
        if self.has_flag_fallen() {
            let _ = self.decide(self.game_match.turn(), self.game_match.ply(), &Command::ClaimTime).await;
        }
        self.play_engine_move().await;
        if !self.presence.is_empty() {
            return false;
        }
        if self.presence.is_empty_for(EMPTY_GRACE) && !self.is_timed() {
            // Stops the search; it starts again when a client comes back. An engine on a clock goes on, because
            // otherwise repeated reloads could use up its time.
            self.engine = EngineState::Idle;
        }
        self.presence.is_empty_for(self.close_delay()) && self.state.close_unused_room(&self.id)
    }

    async fn handle_command(&mut self, command: RoomCommand) {
        // A failed reply is ignored: the client may have disconnected meanwhile.
        match command {
            RoomCommand::Join { token, reply } => drop(reply.send(self.join(&token))),
            RoomCommand::Leave { rights } => self.leave(rights),
            RoomCommand::GetState { reply } => drop(reply.send(Ok(self.match_state()))),
            RoomCommand::MatchCommand { rights, ply, command, reply } => {
                drop(reply.send(self.match_command(rights, ply, &command).await));
            }
            RoomCommand::SetPace { rights, seconds, is_paused, reply } => {
                drop(reply.send(self.set_pace(rights, seconds, is_paused).await));
            }
            RoomCommand::ClaimSeat { invitation, token, reply } => {
                drop(reply.send(self.claim_seat(&invitation, token).await));
            }
            RoomCommand::GetPosition { ply, reply } => drop(reply.send(self.position_at(ply))),
            RoomCommand::GetScenes { from, line, skip, reply } => drop(reply.send(self.scenes(from, &line, skip))),
            RoomCommand::GetRecord { reply } => drop(reply.send(Ok(self.game_match.record().to_string()))),
            RoomCommand::Rematch { token, swap, reply } => drop(reply.send(self.rematch(&token, swap).await)),
        }
    }
}
