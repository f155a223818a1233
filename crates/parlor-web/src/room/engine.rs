//! Engine moves of a room: searches in the pool, the pace, and engines that failed.

use std::time::Duration;

use parlor_core::{EngineSpec, Limits, Player, SearchInfoReport};
use parlor_match::{Awaited, SearchFailure, SearchId, Seat};

use super::actor::{EMPTY_GRACE, RoomActor};
use crate::api_error::{ApiError, ErrorCode};
use crate::engine_limits::ENGINE_LIMITS;
use crate::engine_pool::{JobEvent, JobKind, SearchJob};
use crate::messages::ServerMessage;
use crate::seats::Rights;

impl RoomActor {
    /// Tells the driver who is there, and whether engines may move.
    pub(super) fn update_driver(&mut self) {
        let now = self.now();
        if self.participants.is_complete() {
            self.driver.start(now);
        }
        let has_only_engines = self.participants.has_only_engines();
        let pace = if has_only_engines { self.participants.pace } else { 0.0 };
        self.driver.set_pace(Duration::from_secs_f64(pace));
        // An engine on a clock against a person goes on in an empty room, because otherwise repeated reloads could use
        // up its time.
        let is_abandoned = self.presence.is_empty_for(EMPTY_GRACE);
        self.driver.set_held(self.is_paused || (is_abandoned && (has_only_engines || !self.is_timed())));
        if is_abandoned && !self.is_timed() && self.job.take().is_some() {
            self.driver.reset_search(now);
        }
    }

    /// Submits a search to the pool; false if the pool is busy.
    pub(super) fn start_search(&mut self, id: SearchId, player: Player, limits: Limits) -> bool {
        let game = self.game_match().game();
        let engine = match self.driver.seat(player) {
            Some(Seat::Engine { spec, .. }) => ENGINE_LIMITS.lower_all(&self.state.catalog, game, spec),
            _ => None,
        };
        let Some(engine) = engine else {
            let failure = SearchFailure::CannotStart("this server does not offer it".to_owned());
            self.driver.search_ended(id, Err(failure), self.now());
            return true;
        };
        let job = SearchJob {
            game: game.clone_box(),
            engine,
            limits,
            kind: JobKind::Move,
            session: self.id.to_string(),
            client: self.state.room_owner(&self.id),
        };
        match self.state.engine_pool.submit(job) {
            Ok(job) => {
                self.job = Some((id, job));
                true
            }
            Err(error) if error.is_temporary() => {
                self.driver.reset_search(self.now());
                false
            }
            Err(_) => {
                let failure = SearchFailure::CannotStart("the server cannot run it".to_owned());
                self.driver.search_ended(id, Err(failure), self.now());
                true
            }
        }
    }

    pub(super) fn handle_job_event(&mut self, event: JobEvent) {
        let Some((id, _)) = &self.job else { return };
        let (id, now) = (*id, self.now());
        match event {
            JobEvent::Started => self.driver.search_started(id, now),
            JobEvent::Info(info) => {
                self.driver.search_reported(id, info.clone());
                // Without the principal variation, which would tell the opponent the engine's plans.
                let game_match = self.game_match();
                let (ply, unit) = (game_match.ply(), game_match.game().unit());
                let info = SearchInfoReport { line: Vec::new(), ..info.report(unit) };
                self.broadcast(&ServerMessage::Thinking { ply, info });
            }
            JobEvent::Values(_) | JobEvent::Traced(_) => {}
            JobEvent::Finished | JobEvent::Failed(_) => {
                self.job = None;
                // Shutdown stopped the search, so its result does not count. The engine searches again after a restart.
                if *self.state.is_shutting_down.borrow() {
                    return self.driver.reset_search(now);
                }
                let result = if let JobEvent::Failed(failure) = event { Err(failure) } else { Ok(()) };
                self.driver.search_ended(id, result, now);
            }
        }
    }

    /// Lets an engine that failed try again, or another engine play for it.
    pub(super) async fn retry_engine(&mut self, rights: Rights, engine: Option<&str>) -> Result<(), ApiError> {
        if rights.first_seat().is_none() && !rights.is_host {
            return Err(ApiError::not_your_seat());
        }
        let Awaited::Retry(player, _) = self.driver.awaited() else {
            return Err(ApiError::new(ErrorCode::BadRequest, "No engine has failed."));
        };
        if let Some(engine) = engine {
            ENGINE_LIMITS.check(&self.state.catalog, self.game_match().game(), &EngineSpec::from(engine))?;
            let participants = self.participants.with_engine(player, engine);
            self.save_participants(participants).await?;
            let seat = self.participants.driver_seats().swap_remove(player.index());
            self.driver.replace_seat(player, seat, self.now());
            self.broadcast_room();
        } else {
            self.driver.retry(self.now());
        }
        self.broadcast_position(self.game_match().ply());
        Ok(())
    }
}
