//! Room actor: the task that owns a match. It handles commands, engine progress and timers one at a time. The driver says
//! what is next; the actor stores events, runs searches in the pool, and tells the clients.

use std::sync::Arc;
use std::time::Duration;

use parlor_match::{Driver, Match, Output, SearchId};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, sleep_until};

use super::presence::Presence;
use super::{BROADCAST_CAPACITY, EncodedMessage, RoomCommand};
use crate::app_state::AppState;
use crate::engine_pool::{JobEvent, JobHandle};
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
    pub(super) driver: Driver,
    /// Search for the engine to move.
    pub(super) job: Option<(SearchId, JobHandle)>,
    /// Start of the driver's time.
    epoch: Instant,
    pub(super) participants: Participants,
    pub(super) rematch: Option<MatchId>,
    pub(super) broadcasts: broadcast::Sender<EncodedMessage>,
    pub(super) presence: Presence,
    pub(super) is_paused: bool,
    /// Whether the clients were told that the clock runs.
    pub(super) is_clock_shown: bool,
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
            id,
            state,
            mailbox,
            driver: Driver::new(game_match, participants.driver_seats()),
            job: None,
            epoch: Instant::now(),
            participants,
            rematch,
            broadcasts: broadcast::Sender::new(BROADCAST_CAPACITY),
            presence: Presence::new(),
            is_paused: false,
            is_clock_shown: false,
        }
    }

    /// Runs until the room is unused.
    pub(crate) async fn run(mut self) {
        loop {
            self.drive().await;
            if self.is_clock_shown != self.driver.is_clock_running() && self.is_timed() {
                self.broadcast_position(self.game_match().ply());
            }
            let wake_time = self.next_wake_time();
            // In this order, so that a simulated run repeats. A search has few events, and timers are checked by each `drive`.
            tokio::select! {
                biased;
                event = next_event(&mut self.job) => self.handle_job_event(event),
                command = self.mailbox.recv() => match command {
                    Some(command) => self.handle_command(command).await,
                    None => return,
                },
                () = sleep_until(wake_time) => {
                    if self.presence.is_empty_for(self.close_delay()) && self.state.close_unused_room(&self.id) {
                        return;
                    }
                }
            }
        }
    }

    /// Does what the driver asks for. What fails because the store or the pool is busy is tried again later.
    pub(super) async fn drive(&mut self) {
        self.update_driver();
        while let Some(output) = self.driver.poll(self.now()) {
            let is_done = match output {
                Output::StartSearch { id, player, limits } => self.start_search(id, player, limits),
                Output::CancelSearch(_) => {
                    self.job = None;
                    true
                }
                Output::Store(event) => self.commit(&event).await.is_ok(),
            };
            if !is_done {
                return;
            }
        }
    }

    /// The driver's time.
    pub(super) fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    pub(super) fn game_match(&self) -> &Match {
        self.driver.current_match()
    }

    /// Time of the next timer: the driver's, or the closing of an empty room.
    fn next_wake_time(&self) -> Instant {
        let now = Instant::now();
        let mut wake = now + EMPTY_ROOM_TIMEOUT;
        let driver = self.driver.next_wake_at(self.now());
        if let Some(at) = driver.and_then(|at| self.epoch.checked_add(at)) {
            wake = wake.min(at);
        }
        if self.presence.is_empty() {
            let is_engine_stopped_first = self.job.is_some() && !self.is_timed();
            let delay = if is_engine_stopped_first { EMPTY_GRACE } else { self.close_delay() };
            wake = wake.min(self.presence.empty_since + delay);
        }
        // A timer that is overdue could not be handled at its time, so it is tried again after a delay.
        if wake <= now { now + RETRY_DELAY } else { wake }
    }

    /// Time after which the empty room closes. It stays open longer while a player's clock runs.
    fn close_delay(&self) -> Duration {
        let has_running_clock = self.is_timed() && self.driver.is_clock_running();
        if has_running_clock { 10 * EMPTY_ROOM_TIMEOUT } else { EMPTY_ROOM_TIMEOUT }
    }

    /// Whether the match has a time control.
    pub(super) fn is_timed(&self) -> bool {
        self.game_match().clocks(Duration::ZERO).is_some()
    }

    async fn handle_command(&mut self, command: RoomCommand) {
        // A failed reply is ignored: the client may have disconnected meanwhile.
        match command {
            RoomCommand::Join { token, name, reply } => drop(reply.send(self.join(&token, &name))),
            RoomCommand::Leave { rights } => self.leave(rights),
            RoomCommand::GetState { reply } => drop(reply.send(Ok(self.match_state()))),
            RoomCommand::MatchCommand { rights, ply, command, reply } => {
                drop(reply.send(self.match_command(rights, ply, &command).await));
            }
            RoomCommand::SetPace { rights, seconds, is_paused, reply } => {
                drop(reply.send(self.set_pace(rights, seconds, is_paused).await));
            }
            RoomCommand::RetryEngine { rights, engine, reply } => {
                drop(reply.send(self.retry_engine(rights, engine.as_deref()).await));
            }
            RoomCommand::ClaimSeat { invitation, token, reply } => {
                drop(reply.send(self.claim_seat(&invitation, token).await));
            }
            RoomCommand::GetPosition { ply, reply } => {
                drop(reply.send(self.check_analysis().and_then(|()| self.position_at(ply))));
            }
            RoomCommand::GetLine { from, moves, reply } => drop(reply.send(self.line(from, moves))),
            RoomCommand::GetRecord { reply } => drop(reply.send(Ok(self.game_match().record().to_string()))),
            RoomCommand::Rematch { token, swap, reply } => drop(reply.send(self.rematch(&token, swap).await)),
        }
    }
}

/// The next event of the search; waits for ever without one.
async fn next_event(job: &mut Option<(SearchId, JobHandle)>) -> JobEvent {
    match job {
        Some((_, job)) => job.next().await,
        None => std::future::pending().await,
    }
}
